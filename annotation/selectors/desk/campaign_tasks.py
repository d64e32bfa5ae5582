"""The work of an annotator in each of their campaigns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from annotation.models import QUEUED_PURPOSES, Attempt, Claim
from annotation.selectors.desk.tasks import Task, tasks_of
from annotation.selectors.review.claim_reviews import returned_claims
from campaigns.models import Campaign, Membership
from campaigns.selectors.guidelines import GuidelinesNotice, guidelines_notices


@dataclass(frozen=True, slots=True)
class CampaignTasks:
    """The open tasks of an annotator in a campaign, and which of their own work they can see."""

    campaign: Campaign
    tasks: list[Task]
    # A person who used to be a writer still finds their claims.
    has_claims: bool
    has_verifications: bool
    # How many of their claims a manager returned to them.
    returned: int
    # Guidelines that they have not read.
    unread: GuidelinesNotice | None


def campaign_tasks(
    person: User, memberships: Sequence[Membership], now: datetime
) -> list[CampaignTasks]:
    """Return what an annotator has to do in each campaign, in the given order."""
    wrote = Claim.objects.filter(campaign=OuterRef("pk"), author=person)
    verified = Attempt.objects.filter(
        claim__campaign=OuterRef("pk"), annotator=person, purpose__in=QUEUED_PURPOSES
    ).exclude(outcome__in=[Attempt.Outcome.LOST, Attempt.Outcome.UNDONE])
    written_in = _where([each for each in memberships if not each.writes_claims], wrote)
    verified_in = _where([each for each in memberships if not each.verifies_claims], verified)
    tasks = tasks_of(person, memberships, now)
    unread = {notice.membership.campaign_id: notice for notice in guidelines_notices(memberships)}
    returned = returned_claims(person, [each.campaign for each in memberships])
    return [
        CampaignTasks(
            campaign=each.campaign,
            tasks=[task for task in tasks if task.campaign.pk == each.campaign_id],
            has_claims=each.writes_claims or each.campaign_id in written_in,
            has_verifications=each.verifies_claims or each.campaign_id in verified_in,
            returned=returned.get(each.campaign_id, 0),
            unread=unread.get(each.campaign_id),
        )
        for each in memberships
    ]


def _where(memberships: Sequence[Membership], work: QuerySet[Any]) -> frozenset[int]:
    """Return the campaigns of the memberships in which there is such work."""
    if not memberships:
        return frozenset()
    campaigns = Campaign.objects.filter(pk__in=[each.campaign_id for each in memberships])
    return frozenset(campaigns.filter(Exists(work)).values_list("pk", flat=True))
