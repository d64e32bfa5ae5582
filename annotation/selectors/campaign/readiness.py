"""The checklist of a campaign that is being set up."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.models import Claim, Highlight
from campaigns.models import Campaign, GuidelinesVersion, Membership


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """One line of the checklist."""

    name: str
    label: str | Promise
    is_done: bool
    lack: str | Promise
    is_needed: bool = True  # otherwise it is only recommended

    @property
    def is_missing(self) -> bool:
        return self.is_needed and not self.is_done


def checklist(campaign: Campaign) -> tuple[ChecklistItem, ...]:
    """Return everything that a campaign needs before it can be opened, in order."""
    corpus = campaign.corpus
    return (
        ChecklistItem(
            "design",
            _("Study design, pages and target"),
            campaign.protocol is not None and corpus is not None,
            _("There is no study design and no corpus yet."),
        ),
        ChecklistItem(
            "seal",
            _("A sealed corpus"),
            corpus is not None and corpus.is_sealed,
            _("The corpus is still open. Seal it first.")
            if corpus
            else _("There is no corpus yet."),
        ),
        ChecklistItem(
            "guidelines",
            _("Guidelines"),
            GuidelinesVersion.objects.filter(campaign=campaign).exists(),
            _("There are no guidelines yet."),
        ),
        *(_to_verify if _is_imported(campaign) else _to_write)(campaign),
    )


def _is_imported(campaign: Campaign) -> bool:
    return campaign.claims_from == Campaign.ClaimsFrom.FILES


def _to_write(campaign: Campaign) -> tuple[ChecklistItem, ...]:
    return (
        ChecklistItem(
            "highlights",
            _("Highlights"),
            Highlight.objects.filter(campaign=campaign).exists(),
            _("No highlights have been drawn yet."),
        ),
        ChecklistItem(
            "people",
            _("A member who writes claims"),
            Membership.objects.filter(campaign=campaign, writes_claims=True).exists(),
            _("Nobody writes claims yet."),
            is_needed=False,
        ),
    )


def _to_verify(campaign: Campaign) -> tuple[ChecklistItem, ...]:
    """Return the checklist of a campaign with imported claims, which are there from the start."""
    return (
        ChecklistItem(
            "claims",
            _("Imported claims"),
            Claim.objects.filter(campaign=campaign).exists(),
            _("There are no claims."),
        ),
        ChecklistItem(
            "people",
            _("A member who verifies claims"),
            Membership.objects.filter(campaign=campaign, verifies_claims=True).exists(),
            _("Nobody verifies claims yet."),
            is_needed=False,
        ),
    )
