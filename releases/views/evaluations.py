"""The verifier measured on a release: requesting it, and its figures beside the papers'."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.access import CampaignAccess
from campaigns.selectors.protocols import protocol_of
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED, posted
from jobs.services import jobs
from jobs.views.polling import reload_page
from plots import BarChart, LineChart
from releases.access import is_closed_to, release_for, sees_internal
from releases.forms.evaluations import EvaluationForm
from releases.models import Release, VerifierEvaluation
from releases.papers.datasheet import ProtocolLabels
from releases.scoring import evaluations as services
from releases.scoring.evaluation_figures import EvaluationFigures
from releases.scoring.predictions import ReleaseWithdrawnError
from releases.selectors import releases as selectors
from releases.views import evaluation_charts
from releases.views.releases import TAB
from releases.views.withdrawals import show_withdrawn

SHOWN = 20


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def evaluation(request: HttpRequest, public_id: UUID, version: int) -> HttpResponse:
    """Show the newest measurement, or the chosen one, and request another."""
    access, release = _ready_release(request, public_id, version)
    if is_closed_to(access, release):
        return show_withdrawn(request, access, release)
    # Scores on withheld labels, and claims that were mistaken, would tell them.
    parts = selectors.readable_parts(release, internal=sees_internal(access))
    form = EvaluationForm(posted(request), parts=parts, initial={"part": "".join(parts[-1:])})
    if form.is_bound and form.is_valid() and _is_requested(release, form, access):
        return redirect("release-evaluation", public_id, version)
    finished = selectors.evaluations_of(release).filter(part__in=parts)
    context = _context(release) | {"form": form, "others": list(finished[:SHOWN])}
    chosen = _chosen(request, context["others"])
    if chosen is not None:
        context |= _figures(release, chosen)
    status = REFUSED if form.is_bound else 200
    return render_tab(request, access, TAB, "releases/evaluation.html", context, status=status)


@require_safe
@never_cache
def evaluation_progress(request: HttpRequest, public_id: UUID, version: int) -> HttpResponse:
    """Show the progress of a measurement."""
    _access, release = _ready_release(request, public_id, version)
    context = _context(release)
    return (
        render(request, "releases/progress.html", context) if context["is_busy"] else reload_page()
    )


@require_POST
def evaluation_cancel(request: HttpRequest, public_id: UUID, version: int) -> HttpResponse:
    """Stop a measurement."""
    access, release = _ready_release(request, public_id, version)
    latest = selectors.unfinished_evaluation(release)
    try:
        if latest is None:
            raise jobs.AlreadyFinishedError
        services.cancel_evaluation(evaluation=latest, by=access.person, now=timezone.now())
    except jobs.AlreadyFinishedError:
        messages.info(request, _("It has already finished."))
    return redirect("release-evaluation", public_id, version)


def _ready_release(
    request: HttpRequest, public_id: UUID, version: int
) -> tuple[CampaignAccess, Release]:
    access, release = release_for(request, public_id, version)
    if release.state != Release.State.READY:
        raise Http404
    return access, release


def _is_requested(release: Release, form: EvaluationForm, access: CampaignAccess) -> bool:
    """Request a measurement. Return False and set the form's error where it is refused."""
    try:
        services.request_evaluation(
            release=release,
            part=form.cleaned_data["part"],
            by=access.person,
            now=timezone.now(),
        )
    except services.BeingEvaluatedError:
        form.add_error(None, _("The verifier is being measured on this release."))
    except ReleaseWithdrawnError:
        form.add_error(None, _("This release was withdrawn. Nothing more is scored on it."))
    except services.NotMeasurableError:
        form.add_error(None, _("The campaign is archived: nothing more is scored on its releases."))
    else:
        return True
    return False


def _context(release: Release) -> dict[str, Any]:
    """Return the context for the measurement that has no figures yet."""
    latest = selectors.unfinished_evaluation(release)
    of_release = [release.campaign.public_id, release.version]
    return {
        "release": release,
        "latest": latest,
        "job": latest.job if latest else None,
        "is_busy": latest is not None and latest.is_busy,
        "cancel_url": reverse("release-evaluation-cancel", args=of_release),
    }


def _chosen(request: HttpRequest, finished: list[VerifierEvaluation]) -> VerifierEvaluation | None:
    """Return the measurement that the address names, else the newest."""
    wanted = request.GET.get("of", "")
    if not wanted:
        return finished[0] if finished else None
    for each in finished:
        if str(each.public_id) == wanted:
            return each
    raise Http404


def _figures(release: Release, chosen: VerifierEvaluation) -> dict[str, Any]:
    figures = msgspec.convert(chosen.figures, EvaluationFigures)
    names = ProtocolLabels.of(protocol_of(release.campaign))
    charts: list[LineChart | BarChart] = [evaluation_charts.calibration_chart(figures)]
    if figures.challenges:
        charts.append(evaluation_charts.challenge_chart(figures, names))
    return {
        "chosen": chosen,
        "figures": figures,
        "rows": evaluation_charts.figure_rows(figures),
        "recall": evaluation_charts.recall_rows(figures),
        "charts": charts,
        "confusion_title": evaluation_charts.confusion_title(figures, names),
        "confusion": evaluation_charts.confusion_table(figures, names),
        "otherwise": [
            (each, names.verdict(each.label), names.verdict(each.predicted))
            for each in figures.otherwise
        ],
    }
