"""How machines do on a release: uploading predictions, comparing what was uploaded."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from annotation.services.campaigns import protocol_of
from annotation.views.campaigns.page import render_tab
from annotation.views.requests import REFUSED, posted
from releases.datasheet import Names
from releases.forms import PredictionForm
from releases.models import Release
from releases.selectors import releases as selectors
from releases.services import predictions as services
from releases.views.releases import TAB, release_for


@require_http_methods(["GET", "HEAD", "POST"])
def predictions(request: HttpRequest, public_id: UUID, version: int) -> HttpResponse:
    """Upload a file and see its scores beside those of earlier ones."""
    access, release = release_for(request, public_id, version)
    if release.state != Release.State.READY:
        raise Http404
    parts = [part.name for part in release.wanted.parts]
    form = PredictionForm(
        posted(request),
        request.FILES or None,
        parts=parts,
        initial={"part": parts[-1]},
    )
    faults: list[Any] = []
    if form.is_bound and form.is_valid():
        try:
            run = _score(release, form, access.person)
        except services.PredictionsRefusedError as error:
            faults = error.faults
        else:
            messages.success(request, _("“%(name)s” is scored.") % {"name": run.name})
            return redirect("release-predictions", public_id, version)
    names = Names.of(protocol_of(release.campaign))
    context = {
        "release": release,
        "form": form,
        "faults": faults,
        "score_name": services.score_format(release).title,
        "runs": [
            {
                "run": run,
                "scores": run.scores["all"],
                "challenges": [
                    (names.tag(name), scores) for name, scores in run.scores["challenges"].items()
                ],
            }
            for run in selectors.runs_of(release)[:100]
        ],
    }
    status = REFUSED if form.is_bound else 200
    return render_tab(request, access, TAB, "releases/predictions.html", context, status=status)


def _score(release: Release, form: PredictionForm, by: Any) -> Any:
    upload: UploadedFile[Any] = form.cleaned_data["file"]
    with tempfile.NamedTemporaryFile(prefix="predictions-") as file:
        for chunk in upload.chunks():
            file.write(chunk)
        file.flush()
        return services.score_predictions(
            release=release,
            part=form.cleaned_data["part"],
            name=form.cleaned_data["name"],
            path=Path(file.name),
            by=by,
            now=timezone.now(),
        )
