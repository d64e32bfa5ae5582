"""Archived campaigns: nobody works in them, and they can be restored."""

from __future__ import annotations

import pytest

from accounts.models import Invitation
from annotation.models import Assignment, Attempt, Highlight
from annotation.services.campaign import designs
from annotation.services.campaign.archiving import archive_campaign
from annotation.services.desk.stages import CampaignNotOpenError
from annotation.services.verifying import queue
from annotation.services.verifying.free_slots import HELD_STATES
from annotation.services.writing import highlights, sampling
from campaigns.member_roles import MEMBER_ROLES
from campaigns.models import Campaign
from campaigns.selectors.home import home_of
from campaigns.services import archiving, campaigns, invitations
from campaigns.services.campaigns import WrongStateError
from core.models import AuditEntry
from jobs.models import Job
from tests.annotation.verifying_world import Desk, make_desk
from tests.people import NOW
from wiki.models import Corpus
from wiki.services.corpora import CorpusArchivedError

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_what_people_hold_is_freed_and_nothing_more_is_handed_out() -> None:
    desk = make_desk()
    campaign, verifier = desk.campaign, desk.verifiers[0]
    writing = highlights.take_highlight(campaign=campaign, annotator=desk.writer, now=NOW)
    verifying = queue.take_claim(campaign=campaign, annotator=verifier, now=NOW)
    archive_campaign(campaign=campaign, actor=desk.manager, now=NOW)
    assert not Highlight.objects.filter(state=Highlight.State.HELD).exists()
    assert not Assignment.objects.filter(state__in=HELD_STATES).exists()
    for taken in (writing, verifying):
        taken.attempt.refresh_from_db()
        assert taken.attempt.outcome == Attempt.Outcome.LOST
    with pytest.raises(CampaignNotOpenError):
        highlights.take_highlight(campaign=campaign, annotator=desk.writer, now=NOW)
    with pytest.raises(CampaignNotOpenError):
        queue.take_claim(campaign=campaign, annotator=verifier, now=NOW)
    with pytest.raises(designs.NotReadyError, match="archived"):
        sampling.request_highlights(campaign=campaign, actor=None, now=NOW)
    assert not Job.objects.exists()


def invite(desk: Desk) -> invitations.NewInvitation:
    return invitations.invite_to_campaign(
        campaign=desk.campaign,
        member_role=MEMBER_ROLES["annotator"],
        note="Vera",
        actor=desk.manager,
        now=NOW,
    )


def test_an_archived_campaign_invites_nobody() -> None:
    desk = make_desk()
    made = invite(desk)
    archive_campaign(campaign=desk.campaign, actor=desk.manager, now=NOW)
    with pytest.raises(invitations.CampaignClosedError):
        invite(desk)
    with pytest.raises(invitations.InvitationClosedError):
        invitations.accept_as(invitation=made.invitation, person=desk.manager, now=NOW)
    assert Invitation.objects.get().revoked_at == NOW


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (Campaign.State.OPEN, Campaign.State.PAUSED),
        (Campaign.State.PAUSED, Campaign.State.PAUSED),
        (Campaign.State.CLOSED, Campaign.State.CLOSED),
    ],
)
def test_a_campaign_is_hidden_and_comes_back(before: Campaign.State, after: Campaign.State) -> None:
    desk = make_desk()
    if before == Campaign.State.PAUSED:
        campaigns.pause_campaign(campaign=desk.campaign, actor=None, now=NOW)
    if before == Campaign.State.CLOSED:
        campaigns.close_campaign(campaign=desk.campaign, actor=None, now=NOW)
    archive_campaign(campaign=desk.campaign, actor=desk.manager, now=NOW)
    home = home_of(desk.verifiers[0])
    assert (home.annotates, home.archived) == ([], 1)
    archiving.restore_campaign(campaign=desk.campaign, actor=desk.manager, now=NOW)
    stored = Campaign.objects.get(pk=desk.campaign.pk)
    assert (stored.state, stored.archived_from) == (after, "")
    home = home_of(desk.verifiers[0])
    assert (len(home.annotates), home.archived) == (1, 0)
    sentences = [
        entry.sentence
        for entry in AuditEntry.objects.filter(
            action__in=["campaign.archived", "campaign.restored"]
        ).order_by("pk")
    ]
    assert sentences == [
        f"{desk.manager} archived a campaign: “{desk.campaign}”.",
        f"{desk.manager} restored a campaign: “{desk.campaign}”.",
    ]


def test_no_other_state_leads_out_of_the_archive() -> None:
    desk = make_desk()
    archive_campaign(campaign=desk.campaign, actor=None, now=NOW)
    for move in (
        designs.open_campaign,
        campaigns.pause_campaign,
        campaigns.close_campaign,
        archive_campaign,
    ):
        with pytest.raises(WrongStateError):
            move(campaign=desk.campaign, actor=None, now=NOW)
    assert Campaign.objects.get(pk=desk.campaign.pk).state == Campaign.State.ARCHIVED


def test_a_draft_without_a_design_is_archived_too() -> None:
    campaign = campaigns.create_campaign(name="Nothing yet", actor=None, now=NOW)
    archive_campaign(campaign=campaign, actor=None, now=NOW)
    archiving.restore_campaign(campaign=campaign, actor=None, now=NOW)
    assert Campaign.objects.get(pk=campaign.pk).state == Campaign.State.DRAFT


def test_a_campaign_waits_in_the_archive_for_its_corpus() -> None:
    desk = make_desk()
    archive_campaign(campaign=desk.campaign, actor=None, now=NOW)
    Corpus.objects.filter(campaigns=desk.campaign).update(archived_at=NOW)
    with pytest.raises(CorpusArchivedError):
        archiving.restore_campaign(campaign=desk.campaign, actor=None, now=NOW)
    assert Campaign.objects.get(pk=desk.campaign.pk).state == Campaign.State.ARCHIVED
