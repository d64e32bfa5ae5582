"""The error bench: samples of wrong predictions, their causes, and a file of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation.selectors.verifying.desk import shown_verdict
from campaigns.access import CampaignAccess
from campaigns.selectors.protocols import protocol_of
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED, csv_file, posted, read_form
from core.row_pages import RowPaginator
from plots import Bar, BarChart
from releases.access import managed_release_for
from releases.forms.error_samples import ErrorSampleForm, TagRequest
from releases.models import ErrorSample, Release, SampledError
from releases.scoring import error_samples as services
from releases.selectors import error_samples as selectors
from releases.selectors.releases import text_of
from releases.selectors.systems import systems_of
from releases.views.releases import TAB

SAMPLES_A_PAGE = 10
_LONGEST_POSITION = 5


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def samples(request: HttpRequest, public_id: UUID, version: int) -> HttpResponse:
    """Show the samples with the shares of their causes; draw another one."""
    access, release = managed_release_for(request, public_id, version)
    systems = systems_of(release)
    form = ErrorSampleForm(posted(request), systems=systems)
    if form.is_bound and form.is_valid():
        made = _drawn(release, form, access)
        if made is not None:
            return redirect("release-error", public_id, version, made.number)
    page = RowPaginator(selectors.samples_of(release), SAMPLES_A_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "release": release,
        "form": form,
        "systems": systems,
        "samples": [(each, _chart(each)) for each in selectors.show_samples(page)],
        "pages": page,
    }
    status = REFUSED if form.is_bound else 200
    return render_tab(request, access, TAB, "releases/error_samples.html", context, status=status)


@require_safe
@never_cache
def error(request: HttpRequest, public_id: UUID, version: int, number: int) -> HttpResponse:
    """Show the error of a sample to tag next, or the one that the address names."""
    access, sample = _sample(request, public_id, version, number)
    place = request.GET.get("position", "")
    if place:
        is_place = place.isdecimal() and len(place) <= _LONGEST_POSITION
        found = (
            selectors.errors_of(sample).filter(position=int(place)).first() if is_place else None
        )
        if found is None:
            raise Http404
    else:
        found = selectors.next_error(sample)
    if found is None:
        messages.success(request, _("All errors of this sample have a cause."))
        return redirect("release-errors", public_id, version)
    found.sample = sample
    return _show(request, access, found)


@require_POST
def tag(
    request: HttpRequest, public_id: UUID, version: int, number: int, position: int
) -> HttpResponse:
    """Store the cause of an error, and go to the next one without."""
    access, sample = _sample(request, public_id, version, number)
    found = get_object_or_404(selectors.errors_of(sample), position=position)
    found.sample = sample
    sent = read_form(request, TagRequest)
    try:
        services.tag_error(
            error=found,
            cause=sent.cause,
            note=sent.note,
            seen=sent.seen,
            actor=access.person,
            now=timezone.now(),
        )
    except services.TagError:
        refused = _("Choose one of the seven causes; a note has at most 1,000 characters.")
    except services.TaggedMeanwhileError:
        found.refresh_from_db()
        refused = _("Somebody else has tagged this error by now. Your cause was not saved.")
    else:
        return redirect("release-error", public_id, version, number)
    messages.error(request, refused)
    return _show(request, access, found, typed=sent.note)


@require_safe
@never_cache
def errors_file(
    request: HttpRequest, public_id: UUID, version: int, number: int, form: str
) -> HttpResponse:
    """Return the errors of a sample with their causes, as CSV or JSON."""
    _access, sample = _sample(request, public_id, version, number)
    rows = _rows(selectors.errors_of(sample))
    if form == "csv":
        return csv_file(f"errors-{number}", rows)
    if form != "json":
        raise Http404
    names = [str(name) for name in next(rows)]
    lines = [dict(zip(names, row, strict=True)) for row in rows]
    response = HttpResponse(msgspec.json.encode(lines), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="errors-{number}.json"'
    return response


def _sample(
    request: HttpRequest, public_id: UUID, version: int, number: int
) -> tuple[CampaignAccess, ErrorSample]:
    access, release = managed_release_for(request, public_id, version)
    sample = get_object_or_404(selectors.samples_of(release), number=number)
    sample.release = release
    return access, sample


def _show(
    request: HttpRequest, access: CampaignAccess, error: SampledError, *, typed: str | None = None
) -> HttpResponse:
    """Show an error; after a refusal, with the note that was typed."""
    sample, release = error.sample, error.sample.release
    protocol = protocol_of(release.campaign)
    total = sample.errors.count()
    context = {
        "release": release,
        "sample": sample,
        "system": selectors.system_of(sample),
        "error": error,
        "note": error.note if typed is None else typed,
        "shown": selectors.shown_error(error, release),
        "gold_verdict": shown_verdict(protocol, error.item.verdict),
        "predicted_verdict": shown_verdict(protocol, error.predicted_verdict),
        "causes": list(enumerate(SampledError.Cause.choices, start=1)),
        "total": total,
        "before": error.position - 1,
        "after": error.position + 1 if error.position < total else None,
        "longest": services.LONGEST_NOTE,
    }
    status = 200 if typed is None else REFUSED
    return render_tab(request, access, TAB, "releases/error.html", context, status=status)


def _drawn(release: Release, form: ErrorSampleForm, access: CampaignAccess) -> ErrorSample | None:
    """Draw a sample. Return None and set the form's error where there is none."""
    try:
        return services.draw_error_sample(
            release=release,
            system=form.chosen_system,
            size=form.cleaned_data["size"],
            seed=form.cleaned_data["seed"],
            actor=access.person,
            now=timezone.now(),
        )
    except services.PredictionsNotKeptError:
        form.add_error("system", _("These predictions are kept no longer. Upload them again."))
    except services.NothingWrongError:
        form.add_error("system", _("All of these predictions are right."))
    return None


def _rows(errors: Iterable[SampledError]) -> Iterator[Sequence[object]]:
    """Yield the lines of the file, the names of the columns first."""
    yield (
        *("position", "claim_id", "claim", "verdict", "predicted_verdict", "predicted_evidence"),
        *("cause", "note", "tagged_at", "tagged_by"),
    )
    for each in errors:
        at = each.tagged_at
        yield (
            *(each.position, each.item.record_id, text_of(each.item), each.item.verdict),
            each.predicted_verdict,
            "; ".join(f"{page}_{address}" for page, address in each.predicted_evidence),
            *(each.cause, each.note, at.isoformat(timespec="seconds") if at else ""),
            str(each.tagged_by) if each.tagged_by else "",
        )


def _chart(shown: selectors.ShownSample) -> BarChart | None:
    if not shown.shares:
        return None
    bars = [
        Bar(
            label=str(each.cause.label),
            value=100 * (each.share.value or 0.0),
            low=100 * (each.share.low or 0.0),
            high=100 * (each.share.high or 0.0),
            note=f"{each.count}",
        )
        for each in shown.shares
    ]
    return BarChart(
        title=_("Causes of errors, in percent of those tagged, with Wilson intervals"),
        bars=tuple(bars),
        value_name=_("Percent"),
        top=100.0,
    )
