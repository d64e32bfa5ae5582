"""Campaigns' members, guidelines and questions; invitations, people and corpora."""

from django.urls import include, path

from campaigns.views import (
    announcements,
    archived,
    casebook,
    corpora,
    corpus_archiving,
    corpus_members,
    counting,
    guidelines,
    invitations,
    members,
    my_questions,
    people,
    profiles,
    questions,
)

campaign_urls = [
    path("profiles/", profiles.profiles, name="campaign-profiles"),
    path("counting/", counting.counting, name="campaign-counting"),
    path("guidelines/", guidelines.read, name="campaign-guidelines"),
    path("guidelines/<int:number>/", guidelines.read_version, name="campaign-guidelines-version"),
    path("guidelines/seen/", guidelines.mark_seen, name="campaign-guidelines-seen"),
    path("guidelines/edit/", guidelines.edit, name="campaign-guidelines-edit"),
    path("guidelines/preview/", guidelines.preview, name="campaign-guidelines-preview"),
    path("questions/", questions.questions, name="campaign-questions"),
    path("questions/<uuid:question_id>/reply/", questions.reply, name="campaign-question-reply"),
    path(
        "questions/<uuid:question_id>/publish/",
        casebook.publish,
        name="campaign-question-publish",
    ),
    path("casebook/<uuid:precedent_id>/", casebook.edit, name="precedent-edit"),
    path("casebook/<uuid:precedent_id>/withdraw/", casebook.withdraw, name="precedent-withdraw"),
    path("announcements/", announcements.announcements, name="campaign-announcements"),
    path(
        "announcements/<uuid:announcement_id>/withdraw/",
        announcements.withdraw,
        name="announcement-withdraw",
    ),
    path("people/", members.people, name="campaign-people"),
    path("invitations/", members.invite, name="campaign-invite"),
    path("invitations/made/", members.invitation_made, name="campaign-invitation-made"),
    path(
        "invitations/<uuid:invitation_id>/revoke/",
        members.revoke_invitation,
        name="campaign-invitation-revoke",
    ),
    path("members/<uuid:membership_id>/role/", members.change_member, name="member-change"),
    path("members/<uuid:membership_id>/remove/", members.remove_member, name="member-remove"),
]
people_urls = [
    path("", people.people, name="people"),
    path("invitations/", people.invite_person, name="people-invite"),
    path("invitations/made/", people.invitation_made, name="people-invitation-made"),
    path(
        "invitations/<uuid:invitation_id>/revoke/",
        people.revoke_site_invitation,
        name="people-invitation-revoke",
    ),
    path("<uuid:person_id>/reset-link/", people.make_reset_link, name="person-reset-link"),
    path(
        "<uuid:person_id>/reset-link/made/",
        people.reset_link_made,
        name="person-reset-link-made",
    ),
    path("<uuid:person_id>/deactivate/", people.deactivate, name="person-deactivate"),
    path("<uuid:person_id>/reactivate/", people.reactivate, name="person-reactivate"),
    path(
        "<uuid:person_id>/make-administrator/",
        people.make_administrator,
        name="person-make-administrator",
    ),
    path(
        "<uuid:person_id>/remove-administrator/",
        people.remove_administrator,
        name="person-remove-administrator",
    ),
]
corpus_urls = [
    path("", corpora.corpora, name="corpora"),
    path("import/", corpora.import_dump, name="import-dump"),
    path("<uuid:public_id>/", corpora.corpus, name="corpus"),
    path("<uuid:public_id>/progress/", corpora.corpus_progress, name="corpus-progress"),
    path(
        "<uuid:public_id>/lossy/",
        corpora.corpus_findings,
        {"kind": "lossy"},
        name="corpus-lossy",
    ),
    path(
        "<uuid:public_id>/noted/",
        corpora.corpus_findings,
        {"kind": "noted"},
        name="corpus-noted",
    ),
    path("<uuid:public_id>/seal/", corpora.seal, name="corpus-seal"),
    path("<uuid:public_id>/delete/", corpora.delete, name="corpus-delete"),
    path("<uuid:public_id>/archive/", corpus_archiving.archive, name="corpus-archive"),
    path("<uuid:public_id>/restore/", corpus_archiving.restore, name="corpus-restore"),
    path("<uuid:public_id>/erase/", corpus_archiving.erase, name="corpus-erase"),
    path("<uuid:public_id>/members/", corpus_members.add_member, name="corpus-member-add"),
    path(
        "<uuid:public_id>/members/<uuid:member_id>/remove/",
        corpus_members.remove_member,
        name="corpus-member-remove",
    ),
    path("<uuid:public_id>/default/", corpus_members.choose_default, name="corpus-default"),
    path("<uuid:public_id>/index/rebuild/", corpora.rebuild_index, name="corpus-index-rebuild"),
    path("<uuid:public_id>/index/check/", corpora.check_index, name="corpus-index-check"),
]
urlpatterns = [
    path("corpora/", include(corpus_urls)),
    path("campaigns/archived/", archived.archived, name="archived-campaigns"),
    path("campaigns/<uuid:public_id>/", include(campaign_urls)),
    path("questions/", my_questions.my_questions, name="my-questions"),
    path("questions/<uuid:question_id>/", my_questions.my_question, name="my-question"),
    path(
        "announcements/<uuid:announcement_id>/read/",
        announcements.mark_read,
        name="announcement-read",
    ),
    path("people/", include(people_urls)),
    path("join/<str:token>/", invitations.join, name="join"),
]
