"""The words for the codes of reports: kinds, sections, figures and reasons."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as translate
from django.utils.translation import gettext_lazy as _

from quality.models import QualityReport

ReportWords = Mapping[str, Promise | str]

# --- what a job does -----------------------------------------------------------------------------
NOTES: ReportWords = {
    "reading": _("Reading claims, verifications and evidence"),
    "evidence_texts": _("Reading the text of the evidence"),
    "verdicts": _("Agreement on verdicts"),
    "people": _("Agreement of people and pairs"),
    "groups": _("Agreement by what it depends on"),
    "evidence": _("Evidence"),
    "words": _("ReportWords that give verdicts away"),
    "factors": _("Verdicts by claim type, mutation and evidence"),
    "probes": _("Classifiers that see only a part"),
    "weights": _("Balancing weights"),
    "claims": _("Claims"),
}

# --- why a figure has no value -------------------------------------------------------------------
UNDEFINED: ReportWords = {
    "no_items": _("no items yet"),
    "one_category": _("only one value was ever given"),
    "one_rating": _("only one rating each"),
    "too_few_items": _("too few items"),
    "unequal_ratings": _("different numbers of ratings"),
}


def kind_label(kind: str) -> str:
    """Return the name of a kind of report."""
    return str(QualityReport.Kind(kind).label) if kind in QualityReport.Kind.values else kind


def section_note(section: str) -> str:
    """Return what a job does in a section."""
    return str(NOTES[section])


def undefined_text(reason: str) -> str:
    """Return why a figure has no value."""
    return str(UNDEFINED.get(reason, reason)) if reason else translate("not known")
