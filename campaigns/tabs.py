"""The tabs of a campaign's page, in groups. An app above adds its own in its `contributions`:

add_tab(Tab("releases", _("Releases"), "campaign-releases", TabGroup.RELEASES, position=10))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from django.db.models import Expression
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.roles import Area
from campaigns.models import Campaign
from campaigns.selectors.questions import open_questions
from core.contributions import load_contributions


class TabGroup(Enum):
    """The groups of tabs, in the order in which they are shown."""

    OVERVIEW = "overview"
    WORK = "work"
    PEOPLE = "people"
    QUALITY = "quality"
    RELEASES = "releases"
    SETTINGS = "settings"


GROUP_LABELS: dict[TabGroup, Promise] = {
    TabGroup.OVERVIEW: _("Overview"),
    TabGroup.WORK: _("Work"),
    TabGroup.PEOPLE: _("People"),
    TabGroup.QUALITY: _("Quality"),
    TabGroup.RELEASES: _("Releases"),
    TabGroup.SETTINGS: _("Settings"),
}
_ORDER = {group: place for place, group in enumerate(TabGroup)}


class TabSection(Enum):
    """The sections of a group that has too many tabs for one row, in the order of the screen."""

    MEASURES = "measures"
    DECISIONS = "decisions"
    ANNOTATORS = "annotators"


SECTION_LABELS: dict[TabSection, Promise] = {
    TabSection.MEASURES: _("Measures"),
    TabSection.DECISIONS: _("Decisions"),
    TabSection.ANNOTATORS: _("Annotators"),
}
_SECTION_ORDER = {None: -1} | {section: place for place, section in enumerate(TabSection)}


def _always(campaign: Campaign) -> bool:
    return True


def _has_design(campaign: Campaign) -> bool:
    return campaign.protocol is not None


@dataclass(frozen=True, slots=True)
class Tab:
    """One page of a campaign; its address takes the campaign's public id. No area: for members."""

    name: str
    label: str | Promise
    url_name: str
    group: TabGroup
    # Tabs of a group, or of a section of it, are shown in the order of their positions.
    position: int
    area: Area | None = None
    # How many things on it wait for a manager, as an expression over a campaign.
    waiting: Callable[[], Expression] | None = None
    is_shown: Callable[[Campaign], bool] = _always
    section: TabSection | None = None


_tabs: list[Tab] = [
    Tab(
        "questions",
        _("Questions"),
        "campaign-questions",
        TabGroup.PEOPLE,
        position=20,
        area=Area.CAMPAIGNS,
        waiting=open_questions,
    ),
    Tab(
        "announcements",
        _("Announcements"),
        "campaign-announcements",
        TabGroup.PEOPLE,
        position=25,
        area=Area.CAMPAIGNS,
    ),
    Tab("people", _("Members"), "campaign-people", TabGroup.PEOPLE, position=10, area=Area.MEMBERS),
    Tab(
        "workers",
        _("Workers"),
        "campaign-workers",
        TabGroup.PEOPLE,
        position=15,
        area=Area.MEMBERS,
    ),
    Tab(
        "profiles",
        _("Profiles"),
        "campaign-profiles",
        TabGroup.PEOPLE,
        position=40,
        area=Area.MEMBERS,
    ),
    Tab("guidelines", _("Guidelines"), "campaign-guidelines", TabGroup.SETTINGS, position=30),
    Tab(
        "counting",
        _("What counts"),
        "campaign-counting",
        TabGroup.SETTINGS,
        position=40,
        area=Area.CAMPAIGNS,
        is_shown=_has_design,
    ),
    Tab(
        "webhooks",
        _("Webhooks"),
        "campaign-webhooks",
        TabGroup.SETTINGS,
        position=60,
        area=Area.CAMPAIGNS,
    ),
]


def add_tab(tab: Tab) -> None:
    """Add a tab, once."""
    if tab not in _tabs:
        _tabs.append(tab)
        _tabs.sort(key=_place)


def _place(tab: Tab) -> tuple[int, int, int]:
    return _ORDER[tab.group], _SECTION_ORDER[tab.section], tab.position


def tabs_within(campaign: Campaign, areas: frozenset[Area]) -> list[Tab]:
    """Return a campaign's tabs for a person with these areas."""
    load_contributions()
    return [
        tab for tab in _tabs if (tab.area is None or tab.area in areas) and tab.is_shown(campaign)
    ]


@dataclass(frozen=True, slots=True)
class ShownTabSection:
    """A section of a group with those of its tabs that a person sees; without a name if alone."""

    label: str | Promise
    tabs: list[Tab]


@dataclass(frozen=True, slots=True)
class ShownTabGroup:
    """A group with those of its tabs that a person sees."""

    label: str | Promise
    tabs: list[Tab]
    is_current: bool
    # How many things on its tabs wait for a manager.
    waiting: int

    @property
    def first(self) -> Tab:
        return self.tabs[0]

    @property
    def sections(self) -> list[ShownTabSection]:
        """Return its tabs by section, in the order of the screen."""
        return [
            ShownTabSection(label=SECTION_LABELS[section] if section else "", tabs=list(tabs))
            for section, tabs in groupby(self.tabs, lambda tab: tab.section)
        ]


def grouped(tabs: list[Tab], current: str, waiting: Mapping[str, int]) -> list[ShownTabGroup]:
    """Return the groups of these tabs; one that has only a page for all members has its name."""
    return [
        ShownTabGroup(
            label=GROUP_LABELS[group] if len(mine) > 1 or mine[0].area else mine[0].label,
            tabs=mine,
            is_current=any(tab.name == current for tab in mine),
            waiting=sum(waiting.get(tab.name, 0) for tab in mine),
        )
        for group, mine in ((group, list(each)) for group, each in groupby(tabs, lambda t: t.group))
    ]


def waiting_in(campaign: Campaign) -> dict[str, int]:
    """Return how much waits for the managers, by the name of the tab, in one query."""
    load_contributions()
    counted = {tab.name: tab.waiting() for tab in _tabs if tab.waiting is not None}
    row = Campaign.objects.filter(pk=campaign.pk).values_list(*counted.values()).get()
    return dict(zip(counted, row, strict=True))
