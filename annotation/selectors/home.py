"""What stands on somebody's home page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from accounts.roles import Area, Role, areas_of
from annotation.models import Campaign, Membership
from annotation.selectors.campaigns import all_campaigns
from annotation.selectors.guidelines import UnreadGuidelines, unread_guidelines
from annotation.selectors.memberships import memberships_of
from annotation.selectors.questions import count_news
from annotation.selectors.tasks import Task, tasks_of
from annotation.selectors.today import Today, today_of


@dataclass(frozen=True, slots=True)
class SiteSummary:
    """What an administrator looks after."""

    active_people: int
    campaigns: list[Campaign]


@dataclass(frozen=True, slots=True)
class Home:
    """A person's campaigns by what they do in them; for an administrator, the site too."""

    annotates: list[Membership]
    tasks: list[Task]
    # An annotator's own day, answers that are new to them, and guidelines that changed.
    today: Today | None
    answers: int
    unread: list[UnreadGuidelines]
    manages: list[Membership]
    researches: list[Membership]
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
        annotates=annotates,
        tasks=tasks_of(person, annotates, now),
        today=today_of(person, now) if annotates else None,
        answers=count_news(person) if annotates else 0,
        unread=unread_guidelines(annotates),
        manages=by_role[Role.MANAGER],
        researches=by_role[Role.RESEARCHER],
        areas=areas_of(
            frozenset(Role(membership.role) for membership in memberships),
            administrator=person.is_administrator,
        ),
        site=site,
    )
