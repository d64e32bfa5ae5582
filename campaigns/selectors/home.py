"""The home page of a person, apart from the panels that other apps add to it."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from accounts.roles import Area, Role, areas_of
from campaigns.models import Announcement, Campaign, Membership
from campaigns.selectors.announcements import unread_announcements
from campaigns.selectors.campaigns import all_campaigns
from campaigns.selectors.memberships import memberships_of
from campaigns.selectors.questions import count_news


@dataclass(frozen=True, slots=True)
class SiteSummary:
    """The site in numbers, for administrators."""

    active_people: int
    campaigns: list[Campaign]


@dataclass(frozen=True, slots=True)
class Home:
    """A person's campaigns by what they do in them; for an administrator, the site too."""

    annotates: list[Membership]
    # Answers that are new to an annotator.
    answers: int
    # What was announced to them and they have not read.
    announcements: list[Announcement]
    manages: list[Campaign]
    researches: list[Campaign]
    areas: frozenset[Area]
    site: SiteSummary | None
    # The number of archived campaigns, which have a list of their own.
    archived: int

    @property
    def is_empty(self) -> bool:
        return not (self.annotates or self.manages or self.researches or self.site)


def home_of(person: User) -> Home:
    """Return the home page of this person; its queries do not grow with their campaigns."""
    everywhere = list(memberships_of(person))
    memberships = [each for each in everywhere if not each.campaign.is_archived]
    archived = len(everywhere) - len(memberships)
    by_role: dict[Role, list[Membership]] = {role: [] for role in Role}
    for membership in memberships:
        by_role[Role(membership.role)].append(membership)
    annotates = by_role[Role.ANNOTATOR]
    site = None
    if person.is_administrator:
        campaigns = list(all_campaigns())
        site = SiteSummary(
            active_people=User.objects.filter(is_active=True).count(),
            campaigns=[campaign for campaign in campaigns if not campaign.is_archived],
        )
        archived = len(campaigns) - len(site.campaigns)
    return Home(
        annotates=annotates,
        answers=count_news(person) if annotates else 0,
        announcements=list(unread_announcements(person)) if memberships else [],
        manages=[each.campaign for each in by_role[Role.MANAGER]],
        researches=[each.campaign for each in by_role[Role.RESEARCHER]],
        areas=areas_of(
            frozenset(Role(membership.role) for membership in everywhere),
            administrator=person.is_administrator,
        ),
        site=site,
        archived=archived,
    )
