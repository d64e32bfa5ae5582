"""Two releases of a campaign, compared claim by claim."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation.selectors.verifying.desk import shown_verdict, shown_verdicts
from campaigns.access import CampaignAccess
from campaigns.selectors.protocols import protocol_of
from campaigns.views.campaign_page import render_tab
from core.spreadsheets import spreadsheet_text
from releases.access import is_closed_to, release_for, sees_internal
from releases.forms.comparisons import CHANGE_LABELS, ComparisonForm
from releases.models import Release, ReleaseItem
from releases.selectors import releases as selectors
from releases.selectors.comparisons import ChangedClaim, ChangeKind, ReleaseComparison
from releases.selectors.evidence_texts import evidence_texts
from releases.views.releases import TAB
from releases.views.withdrawals import show_withdrawn

CHANGES_A_PAGE = 50
_COLUMNS = (
    *("id", "difference", "claim_before", "claim_after", "verdict_before", "verdict_after"),
    *("evidence_before", "evidence_after", "part_before", "part_after"),
)


@dataclass(frozen=True, slots=True)
class _ComparedReleases:
    """The releases of a request; `comparison` is None where there is no other release."""

    access: CampaignAccess
    release: Release
    versions: list[int]
    form: ComparisonForm
    comparison: ReleaseComparison | None


@require_safe
@never_cache
def comparison(request: HttpRequest, public_id: UUID, version: int) -> HttpResponse:
    """Show how the claims of a release differ from those of another."""
    access, release = release_for(request, public_id, version)
    if is_closed_to(access, release):
        return show_withdrawn(request, access, release)
    asked = _compared(request, access, release)
    context: dict[str, Any] = {
        "release": release,
        "form": asked.form,
        "versions": asked.versions,
        "change_labels": CHANGE_LABELS,
    }
    if asked.comparison is not None:
        context |= _differences(request, asked.form, asked.comparison)
    status = 200 if asked.form.is_valid() else 400
    return render_tab(request, access, TAB, "releases/comparison.html", context, status=status)


@require_safe
@never_cache
def comparison_file(request: HttpRequest, public_id: UUID, version: int) -> HttpResponseBase:
    """Send the differences that the filter lists as CSV."""
    access, release = release_for(request, public_id, version)
    asked = _compared(request, access, release)
    if is_closed_to(access, release) or asked.comparison is None or not asked.form.is_valid():
        raise Http404
    rows = _lines(asked.comparison, asked.form)
    response = StreamingHttpResponse(rows, content_type="text/csv; charset=utf-8")
    name = f"releases-{asked.comparison.before.version}-{version}.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _compared(request: HttpRequest, access: CampaignAccess, release: Release) -> _ComparedReleases:
    """Return what the address asks for: the release before this one, unless it names another."""
    if release.state != Release.State.READY:
        raise Http404
    others = [
        other
        for other in selectors.releases_of(access.campaign).exclude(pk=release.pk).defer("manifest")
        if other.state == Release.State.READY and not is_closed_to(access, other)
    ]
    versions = [other.version for other in others]
    verdicts = [
        (choice.name, str(choice.label)) for choice in shown_verdicts(protocol_of(access.campaign))
    ]
    internal = sees_internal(access)
    parts = selectors.readable_parts(release, internal=internal)
    form = ComparisonForm(request.GET, versions=versions, verdicts=verdicts, parts=parts)
    form.is_valid()
    earlier = [other for other in others if other.version < release.version]
    wanted = form.cleaned_data.get("before")
    before = next((other for other in others if other.version == wanted), None)
    if before is None:
        before = next(iter(earlier or others), None)
    if before is None:
        return _ComparedReleases(access, release, versions, form, None)
    readable = (selectors.readable_parts(before, internal=internal), parts)
    return _ComparedReleases(
        access, release, versions, form, ReleaseComparison(before, release, readable)
    )


def _differences(
    request: HttpRequest, form: ComparisonForm, comparison: ReleaseComparison
) -> dict[str, Any]:
    protocol = protocol_of(comparison.after.campaign)
    counts = comparison.counts()
    changes: Any = comparison.changes(form.chosen)
    page = Paginator(changes, CHANGES_A_PAGE).get_page(request.GET.get("page"))
    return {
        "before": comparison.before,
        "counts": counts,
        "by_kind": [
            (kind.value, label, counts.by_kind[kind]) for kind, label in CHANGE_LABELS.items()
        ],
        "matrix": _matrix(comparison),
        "page": page,
        "rows": [
            {
                "change": change,
                "text": selectors.text_of(change.newest),
                "old_text": _old_text(change),
                "kinds": [CHANGE_LABELS[kind] for kind in change.kinds],
                "old": change.before and shown_verdict(protocol, change.before.verdict),
                "new": change.after and shown_verdict(protocol, change.after.verdict),
            }
            for change in page
        ],
    }


def _matrix(comparison: ReleaseComparison) -> dict[str, Any]:
    """Return the verdicts of claims that both releases have: the old ones by row."""
    protocol = protocol_of(comparison.after.campaign)
    found = comparison.verdicts()
    known = [verdict.name for verdict in shown_verdicts(protocol)]
    names = [*known, *sorted({name for pair in found for name in pair} - set(known))]
    return {
        "columns": [shown_verdict(protocol, name) for name in names],
        "rows": [
            {
                "verdict": shown_verdict(protocol, old),
                "cells": [(new, found.get((old, new), 0), old == new) for new in names],
            }
            for old in names
        ],
        "flipped": sum(count for (old, new), count in found.items() if old != new),
        "both": sum(found.values()),
    }


def _old_text(change: ChangedClaim) -> str:
    is_other = change.before is not None and ChangeKind.TEXT in change.kinds
    return selectors.text_of(change.before) if is_other and change.before else ""


def _lines(comparison: ReleaseComparison, form: ComparisonForm) -> Iterator[str]:
    writer = csv.writer(_Echo(), lineterminator="\n")
    yield writer.writerow(_COLUMNS)
    for changes in comparison.changes(form.chosen).batches():
        old = _cells(comparison.before, [change.before for change in changes])
        new = _cells(comparison.after, [change.after for change in changes])
        for change, before, after in zip(changes, old, new, strict=True):
            pairs = (cell for pair in zip(before, after, strict=True) for cell in pair)
            cells = (str(change.record_id), " ".join(change.kinds), *pairs)
            yield writer.writerow([spreadsheet_text(cell) for cell in cells])


def _cells(release: Release, items: Sequence[ReleaseItem | None]) -> Iterator[tuple[str, ...]]:
    """Yield text, verdict, evidence and part of each; nothing of a claim that is not there."""
    evidence = evidence_texts(release, [item for item in items if item is not None])
    for item in items:
        if item is None:
            yield ("", "", "", "")
        else:
            yield (selectors.text_of(item), item.verdict, evidence.get(item.pk, ""), item.split)


class _Echo:
    """A file for `csv.writer` that gives each line back."""

    def write(self, line: str) -> str:
        return line
