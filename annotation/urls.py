"""Campaigns, their members, invitations, and people."""

from django.urls import include, path

from annotation.views import breaks, corpora, join, people, reports, verifications
from annotation.views import questions as my_questions
from annotation.views.campaigns import design, guidelines, highlights, overview, questions
from annotation.views.campaigns import people as campaign_people
from annotation.views.desk import asides, my_claims, room, sync, verifying, writing

campaign_urls = [
    path("", overview.campaign, name="campaign"),
    path("open/", overview.open_campaign, name="campaign-open"),
    path("pause/", overview.pause_campaign, name="campaign-pause"),
    path("close/", overview.close_campaign, name="campaign-close"),
    path("copy/", overview.copy_campaign, name="campaign-copy"),
    path("design/", design.design, name="campaign-design"),
    path("design/preview/", design.design_preview, name="campaign-design-preview"),
    path("design/numbers/", design.numbers, name="campaign-numbers"),
    path("guidelines/", guidelines.read, name="campaign-guidelines"),
    path("guidelines/<int:number>/", guidelines.read_version, name="campaign-guidelines-version"),
    path("guidelines/seen/", guidelines.mark_seen, name="campaign-guidelines-seen"),
    path("guidelines/edit/", guidelines.edit, name="campaign-guidelines-edit"),
    path("guidelines/preview/", guidelines.preview, name="campaign-guidelines-preview"),
    path("highlights/", highlights.highlights, name="campaign-highlights"),
    path(
        "highlights/progress/", highlights.highlights_progress, name="campaign-highlights-progress"
    ),
    path("highlights/draw/", highlights.draw, name="campaign-highlights-draw"),
    path("work/<uuid:attempt_id>/free/", highlights.free, name="campaign-work-free"),
    path("questions/", questions.questions, name="campaign-questions"),
    path("questions/<uuid:question_id>/reply/", questions.reply, name="campaign-question-reply"),
    path("people/", campaign_people.people, name="campaign-people"),
    path("invitations/", campaign_people.invite, name="campaign-invite"),
    path("invitations/made/", campaign_people.invitation_made, name="campaign-invitation-made"),
    path(
        "invitations/<uuid:invitation_id>/revoke/",
        campaign_people.revoke_invitation,
        name="campaign-invitation-revoke",
    ),
    path("members/<uuid:membership_id>/part/", campaign_people.change_member, name="member-change"),
    path(
        "members/<uuid:membership_id>/remove/",
        campaign_people.remove_member,
        name="member-remove",
    ),
    path("write/", writing.take, name="write"),
    path("verify/", verifying.take, name="verify"),
    path("claims/mine/", my_claims.my_claims, name="my-claims"),
    path("verifications/", verifications.all_verifications, name="verifications"),
    path("verifications/mine/", verifications.my_verifications, name="my-verifications"),
    path("reports/", reports.reported_claims, name="reported-claims"),
    path("reports/<uuid:report_id>/confirm/", reports.confirm, name="report-confirm"),
    path("reports/<uuid:report_id>/edit/", reports.edit, name="report-edit"),
    path("reports/<uuid:report_id>/dismiss/", reports.dismiss, name="report-dismiss"),
]
verifying_urls = [
    path("", verifying.desk, name="verifying-desk"),
    path("elements/", verifying.elements, name="verify-elements"),
    path("suggestions/", verifying.suggested, name="verify-suggestions"),
    path("review/", verifying.review, name="verify-review"),
    path("submit/", verifying.submit, name="verify-submit"),
    path("skip/", verifying.skip, name="verify-skip"),
    path("report/", verifying.report, name="verify-report"),
    path("pause/", verifying.pause, name="verify-pause"),
    path("leave/", verifying.leave, name="verify-leave"),
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
        "<uuid:person_id>/unmake-administrator/",
        people.unmake_administrator,
        name="person-unmake-administrator",
    ),
]
desk_urls = [
    path("page/", room.page, name="desk-page"),
    path("search/", room.search, name="desk-search"),
    path("suggest/", room.suggest, name="desk-suggest"),
    path("guidelines/", asides.guidelines, name="desk-guidelines"),
    path("question/", asides.ask, name="desk-question"),
    path("sync/", sync.sync, name="desk-sync"),
]
writing_urls = [
    path("", writing.desk, name="writing-desk"),
    path("check/", writing.check, name="writing-check"),
    path("submit/", writing.submit, name="writing-submit"),
    path("skip/", writing.skip, name="writing-skip"),
]
corpus_urls = [
    path("", corpora.corpora, name="corpora"),
    path("import/", corpora.import_dump, name="import-dump"),
    path("<uuid:public_id>/", corpora.corpus, name="corpus"),
    path("<uuid:public_id>/progress/", corpora.corpus_progress, name="corpus-progress"),
    path("<uuid:public_id>/seal/", corpora.seal, name="corpus-seal"),
    path("<uuid:public_id>/delete/", corpora.delete, name="corpus-delete"),
    path("<uuid:public_id>/index/rebuild/", corpora.rebuild_index, name="corpus-index-rebuild"),
    path("<uuid:public_id>/index/check/", corpora.check_index, name="corpus-index-check"),
]
urlpatterns = [
    path("corpora/", include(corpus_urls)),
    path("campaigns/new/", overview.new_campaign, name="campaign-new"),
    path("campaigns/<uuid:public_id>/", include(campaign_urls)),
    path("claims/<uuid:claim_id>/correct/", my_claims.correct_claim, name="claim-correct"),
    path("claims/<uuid:claim_id>/check/", my_claims.check_correction, name="claim-check"),
    path("break/skip/", breaks.skip_break, name="break-skip"),
    path("questions/", my_questions.my_questions, name="my-questions"),
    path("questions/<uuid:question_id>/", my_questions.my_question, name="my-question"),
    path("desk/<uuid:attempt_id>/", include(desk_urls)),
    path("write/<uuid:attempt_id>/", include(writing_urls)),
    path("verify/<uuid:attempt_id>/", include(verifying_urls)),
    path("verifications/<uuid:verification_id>/", verifications.verification, name="verification"),
    path(
        "verifications/<uuid:verification_id>/reopen/",
        verifications.reopen,
        name="verification-reopen",
    ),
    path("people/", include(people_urls)),
    path("join/<str:token>/", join.join, name="join"),
]
