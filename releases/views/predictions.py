"""Predictions on a release: uploading them, and comparing their scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
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
from core.body_limit import allows_large_body
from core.http import REFUSED, posted
from jobs.services import jobs
from jobs.views.polling import reload_page
from plots import Bar, BarChart
from releases.access import release_for
from releases.formats.files.reading import FileFault
from releases.forms.predictions import LARGEST_UPLOAD, PredictionForm
from releases.messages import fault_text
from releases.models import PredictionRun, Release
from releases.papers.datasheet import ProtocolLabels
from releases.scoring import predictions as services
from releases.scoring.score_files import scoring_of
from releases.selectors import releases as selectors
from releases.storage.disk import is_disk_full
from releases.views.releases import TAB

RUNS_SHOWN = 100
RUNS_DRAWN = 12
# The fields beside the file.
_MORE = 2**20


@allows_large_body(LARGEST_UPLOAD + _MORE)
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def predictions(request: HttpRequest, public_id: UUID, version: int) -> HttpResponse:
    """Show the scores of all uploads, and take another one."""
    access, release = _ready_release(request, public_id, version)
    # Scores that are there stay; an upload is refused with the reason.
    parts = [part.name for part in release.requested.parts]
    latest = selectors.unscored_runs_of(release, access.person).first()
    typed = {"name": latest.name, "part": latest.part} if latest else {"part": parts[-1]}
    form = PredictionForm(posted(request), request.FILES or None, parts=parts, initial=typed)
    if form.is_bound and form.is_valid() and _is_stored(release, form, access):
        return redirect("release-predictions", public_id, version)
    context = _context(release, latest) | {
        "form": form,
        "score_name": scoring_of(release).title,
        **_compared(release),
    }
    status = REFUSED if form.is_bound else 200
    return render_tab(request, access, TAB, "releases/predictions.html", context, status=status)


@require_safe
@never_cache
def predictions_progress(request: HttpRequest, public_id: UUID, version: int) -> HttpResponse:
    """Show the progress of one's own upload."""
    access, release = _ready_release(request, public_id, version)
    context = _context(release, selectors.unscored_runs_of(release, access.person).first())
    if not context["is_busy"]:
        return reload_page()
    return render(request, "releases/progress.html", context)


@require_POST
def predictions_cancel(request: HttpRequest, public_id: UUID, version: int) -> HttpResponse:
    """Stop scoring one's own upload."""
    access, release = _ready_release(request, public_id, version)
    latest = selectors.unscored_runs_of(release, access.person).first()
    try:
        if latest is None:
            raise jobs.AlreadyFinishedError
        services.cancel_scoring(upload=latest, by=access.person, now=timezone.now())
    except jobs.AlreadyFinishedError:
        messages.info(request, _("It has already finished."))
    return redirect("release-predictions", public_id, version)


def _ready_release(
    request: HttpRequest, public_id: UUID, version: int
) -> tuple[CampaignAccess, Release]:
    access, release = release_for(request, public_id, version)
    if release.state != Release.State.READY:
        raise Http404
    return access, release


def _is_stored(release: Release, form: PredictionForm, access: CampaignAccess) -> bool:
    """Store an upload. Return False and set the form's error where it is refused."""
    try:
        services.request_scoring(
            release=release,
            part=form.cleaned_data["part"],
            name=form.cleaned_data["name"],
            file=form.cleaned_data["file"],
            by=access.person,
            now=timezone.now(),
        )
    except services.BeingScoredError:
        form.add_error(None, _("Your last upload is still being scored."))
    except services.ReleaseWithdrawnError:
        form.add_error(None, _("This release was withdrawn. Nothing more is scored on it."))
    except services.TooManyUploadsError:
        form.add_error(
            "part",
            _(
                "The labels of this part are withheld: %(count)s files a day are scored on it. Try"
                " again tomorrow."
            )
            % {"count": settings.WITHHELD_SCORES_A_DAY},
        )
    except OSError as error:
        if not is_disk_full(error):
            raise
        form.add_error("file", _("There is no room for the file on the server's disk."))
    else:
        return True
    return False


def _context(release: Release, latest: PredictionRun | None) -> dict[str, Any]:
    """Return the context for the newest upload without scores."""
    of_release = [release.campaign.public_id, release.version]
    return {
        "release": release,
        "latest": latest,
        "job": latest.job if latest else None,
        "is_busy": latest is not None and latest.is_busy,
        "faults": _faults_of(latest) if latest else [],
        "cancel_url": reverse("release-predictions-cancel", args=of_release),
    }


def _faults_of(upload: PredictionRun) -> list[str]:
    faults = msgspec.convert(upload.faults or [], list[FileFault])
    return [fault_text(fault) for fault in faults]


def _compared(release: Release) -> dict[str, Any]:
    names = ProtocolLabels.of(protocol_of(release.campaign))
    runs = list(selectors.runs_of(release)[:RUNS_SHOWN])
    parts = [part.name for part in release.requested.parts]
    return {
        "runs": [
            {
                "run": run,
                "scores": _scores(run)["all"],
                "challenges": [
                    (names.tag(name) if name else _("All others"), scores)
                    for name, scores in _scores(run)["challenges"].items()
                ],
            }
            for run in runs
        ],
        "charts": [
            _chart(part, of_part, scoring_of(release).title)
            for part in parts
            if (of_part := [run for run in runs if run.part == part])
        ],
    }


def _chart(part: str, runs: Sequence[PredictionRun], score: str) -> BarChart:
    """Return a chart of the best runs of a part; of two equal ones the newer is first."""
    best = sorted(runs, key=lambda run: -float(_scores(run)["all"]["strict"]))[:RUNS_DRAWN]
    return BarChart(
        title=_("%(score)s score on %(part)s") % {"score": score, "part": part},
        caption=_("The line is the label accuracy: no score can be above it."),
        value_name=_("Score"),
        target_name=_("Label accuracy"),
        top=1.0,
        bars=tuple(
            Bar(
                label=run.name,
                value=scores["strict"],
                target=scores["label_accuracy"],
                note=f"{scores['strict']:.4f}",
            )
            for run in best
            for scores in (_scores(run)["all"],)
        ),
    )


def _scores(run: PredictionRun) -> dict[str, Any]:
    assert run.scores is not None
    scores: dict[str, Any] = run.scores
    return scores
