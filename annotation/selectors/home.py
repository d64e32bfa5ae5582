"""What stands on somebody's home page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from accounts.roles import Area, Role, areas_of
from annotation.home_cards import FilledPart, data_parts
from annotation.models import Attempt, Campaign, Claim, Membership
from annotation.selectors.campaigns import all_campaigns
from annotation.selectors.guidelines import UnreadGuidelines, unread_guidelines
from annotation.selectors.memberships import memberships_of
from annotation.selectors.questions import count_news
from annotation.selectors.standings import Standing, standings_of
from annotation.selectors.tasks import Task, tasks_of
from annotation.selectors.today import Today, today_of


@dataclass(frozen=True, slots=True)
class SiteSummary:
    """What an administrator looks after."""

    active_people: int
    campaigns: list[Campaign]


@dataclass(frozen=True, slots=True)
class CampaignTasks:
    """What is open for an annotator in a campaign, and which of their own work they can see."""

    campaign: Campaign
    tasks: list[Task]
    # Whoever was a writer once still finds what they wrote.
    has_claims: bool
    has_verifications: bool
    # Guidelines that they have not read.
    unread: UnreadGuidelines | None


@dataclass(frozen=True, slots=True)
class DataCard:
    """A campaign whose data somebody uses, with what the apps above say about that."""

    campaign: Campaign
    parts: list[FilledPart]


@dataclass(frozen=True, slots=True)
class Home:
    """A person's campaigns by what they do in them; for an administrator, the site too."""

    annotates: list[CampaignTasks]
    # An annotator's own day, and answers that are new to them.
    today: Today | None
    answers: int
    manages: list[Standing]
    researches: list[DataCard]
    areas: frozenset[Area]
    site: SiteSummary | None

    @property
    def is_empty(self) -> bool:
        return not (self.annotates or self.manages or self.researches or self.site)


def home_of(person: User, *, now: datetime) -> Home:
    """The home page of this person; its queries do not grow with their campaigns."""
    memberships = list(memberships_of(person))
    by_role: dict[Role, list[Membership]] = {role: [] for role in Role}
    for membership in memberships:
        by_role[Role(membership.role)].append(membership)
    annotates = by_role[Role.ANNOTATOR]
    site = None
    if person.is_administrator:
        site = SiteSummary(
            active_people=User.objects.filter(is_active=True).count(),
            campaigns=list(all_campaigns()),
        )
    return Home(
        annotates=campaign_tasks(person, annotates, now),
        today=today_of(person, now) if annotates else None,
        answers=count_news(person) if annotates else 0,
        manages=standings_of([each.campaign for each in by_role[Role.MANAGER]]),
        researches=_data_cards([each.campaign for each in by_role[Role.RESEARCHER]]),
        areas=areas_of(
            frozenset(Role(membership.role) for membership in memberships),
            administrator=person.is_administrator,
        ),
        site=site,
    )


def campaign_tasks(
    person: User, memberships: Sequence[Membership], now: datetime
) -> list[CampaignTasks]:
    """What an annotator has to do in each of these, in their order."""
    wrote = Claim.objects.filter(campaign=OuterRef("pk"), author=person)
    verified = Attempt.objects.filter(
        claim__campaign=OuterRef("pk"), annotator=person, purpose=Attempt.Purpose.VERIFY
    ).exclude(outcome=Attempt.Outcome.LOST)
    written_in = _where([each for each in memberships if not each.writes_claims], wrote)
    verified_in = _where([each for each in memberships if not each.verifies_claims], verified)
    tasks = tasks_of(person, memberships, now)
    unread = {one.membership.campaign_id: one for one in unread_guidelines(memberships)}
    return [
        CampaignTasks(
            campaign=each.campaign,
            tasks=[task for task in tasks if task.campaign.pk == each.campaign_id],
            has_claims=each.writes_claims or each.campaign_id in written_in,
            has_verifications=each.verifies_claims or each.campaign_id in verified_in,
            unread=unread.get(each.campaign_id),
        )
        for each in memberships
    ]


def _where(memberships: Sequence[Membership], work: QuerySet[Any]) -> frozenset[int]:
    """The campaigns of these in which there is such work."""
    if not memberships:
        return frozenset()
    campaigns = Campaign.objects.filter(pk__in=[each.campaign_id for each in memberships])
    return frozenset(campaigns.filter(Exists(work)).values_list("pk", flat=True))


def _data_cards(campaigns: Sequence[Campaign]) -> list[DataCard]:
    parts = data_parts(campaigns)
    return [DataCard(campaign, parts[campaign.pk]) for campaign in campaigns]
