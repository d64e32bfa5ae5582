"""The tabs of releases on campaigns, and their card on a researcher's home page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.roles import Area
from campaigns.access import person_of
from campaigns.models import Campaign, Membership
from campaigns.panels import Panel, Place
from campaigns.tabs import Tab, TabGroup
from releases.selectors.evidence_checks import WaitingEvidence, evidence_waiting
from releases.selectors.releases import ReleasesCard, releases_on_cards


def _cards(request: HttpRequest, campaigns: Sequence[Campaign]) -> Mapping[int, ReleasesCard]:
    return releases_on_cards(campaigns)


def _evidence(
    request: HttpRequest, memberships: Sequence[Membership]
) -> Mapping[int, list[WaitingEvidence]]:
    return evidence_waiting(person_of(request), memberships)


PANELS = (
    Panel(Place.RESEARCHER_CARD, "releases/home_card.html", _cards),
    Panel(Place.ANNOTATOR_CARD, "releases/home_evidence.html", _evidence),
)

TABS = (
    Tab(
        "releases",
        _("Releases"),
        "campaign-releases",
        TabGroup.RELEASES,
        position=10,
        area=Area.RELEASES,
    ),
    Tab(
        "dataset-card",
        _("Dataset card"),
        "campaign-dataset-card",
        TabGroup.RELEASES,
        position=20,
        area=Area.MEMBERS,
    ),
)
