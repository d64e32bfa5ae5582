"""Importing a dataset: the form, the progress of an import, and the faults of its files."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.roles import Area
from campaigns.access import area_required, person_of
from core.body_limit import allows_large_body
from core.http import REFUSED, posted
from jobs.models import JobState
from jobs.services import jobs
from jobs.views.polling import reload_page
from releases.formats.files.reading import FileFault
from releases.forms.format_titles import format_title
from releases.forms.imports import LARGEST_IMPORT, DatasetImportForm
from releases.importing import import_requests
from releases.importing.requirements import ImpossibleImportError, usual_design
from releases.importing.staging import MOST_FAULTS
from releases.messages import file_sentences, refusal_text
from releases.models import DatasetImport
from releases.selectors.releases import unresolved_count
from releases.storage.disk import is_disk_full

IMPORTS_SHOWN = 20


@allows_large_body(LARGEST_IMPORT)
@area_required(Area.CAMPAIGNS)
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def import_dataset(request: HttpRequest) -> HttpResponse:
    """Show the form and the imports of this person; request an import."""
    person = person_of(request)
    form = DatasetImportForm(
        posted(request),
        request.FILES or None,
        person=person_of(request),
        initial=_typed_before(request),
    )
    if form.is_bound and form.is_valid():
        requested = _request(form, person)
        if requested is not None:
            return redirect("dataset-import-detail", requested.public_id)
    context = {"form": form, "imports": _imports_of(person)[:IMPORTS_SHOWN]}
    status = REFUSED if form.is_bound else 200
    return render(request, "releases/import.html", context, status=status)


@area_required(Area.CAMPAIGNS)
@require_safe
@never_cache
def import_detail(request: HttpRequest, import_id: UUID) -> HttpResponse:
    """Show an import: its progress, then its campaign or its faults."""
    return render(request, "releases/import_detail.html", _context(_find(request, import_id)))


@area_required(Area.CAMPAIGNS)
@require_safe
@never_cache
def import_progress(request: HttpRequest, import_id: UUID) -> HttpResponse:
    """Show the part of the page that changes while files are imported."""
    context = _context(_find(request, import_id))
    if not context["is_busy"]:
        return reload_page()
    return render(request, "releases/progress.html", context)


@area_required(Area.CAMPAIGNS)
@require_POST
def import_cancel(request: HttpRequest, import_id: UUID) -> HttpResponse:
    """Stop an import. Nothing of it stays."""
    found = _find(request, import_id)
    try:
        import_requests.cancel_import(
            dataset_import=found, by=person_of(request), now=timezone.now()
        )
    except jobs.AlreadyFinishedError:
        messages.info(request, _("It has already finished."))
    else:
        messages.success(
            request, _("The import was stopped. Nothing was imported; your files are kept.")
        )
    return redirect("dataset-import-detail", import_id)


@area_required(Area.CAMPAIGNS)
@require_POST
def import_retry(request: HttpRequest, import_id: UUID) -> HttpResponse:
    """Try an import again with the stored files."""
    found = _find(request, import_id)
    try:
        import_requests.retry_import(
            dataset_import=found, by=person_of(request), now=timezone.now()
        )
    except jobs.NotEndedError:
        messages.info(request, _("There is nothing to try again."))
    except jobs.AlreadyQueuedError:
        messages.info(request, _("It is still being removed. Try again in a moment."))
    except import_requests.ImportFilesGoneError:
        messages.error(request, _("The files are gone. Upload them again."))
    return redirect("dataset-import-detail", import_id)


def _imports_of(person: User) -> QuerySet[DatasetImport]:
    """Return the imports that this person may see: their own, or all for administrators."""
    found = DatasetImport.objects.select_related("job", "campaign", "corpus", "created_by")
    if not person.is_administrator:
        found = found.filter(created_by=person)
    return found.order_by("-created_at", "-pk")


def _find(request: HttpRequest, import_id: UUID) -> DatasetImport:
    found = _imports_of(person_of(request)).filter(public_id=import_id).first()
    if found is None:
        raise Http404
    return found


def _typed_before(request: HttpRequest) -> dict[str, Any]:
    """Return the initial values from the import whose files are corrected."""
    try:
        before = _find(request, UUID(request.GET.get("again", "")))
    except (ValueError, Http404):
        return {}
    parts = {f"part_{number}": file["part"] for number, file in enumerate(before.files, start=1)}
    return {
        "name": before.name,
        "purpose": before.purpose,
        "format": before.format,
        "design": before.design,
        "corpus": before.corpus.public_id,
        **parts,
    }


def _request(form: DatasetImportForm, person: User) -> DatasetImport | None:
    """Request the import. Return None and set the form's error where that is refused."""
    given = form.cleaned_data
    try:
        return import_requests.request_import(
            details=import_requests.ImportDetails(
                name=given["name"],
                corpus=given["corpus"],
                format_name=given["format"],
                design=given["design"] or usual_design(given["format"]),
                purpose=given["purpose"],
            ),
            uploads=[import_requests.Upload(part, file) for part, file in form.uploads()],
            by=person,
            now=timezone.now(),
        )
    except ImpossibleImportError as error:
        form.add_error(None, refusal_text(error.refusal))
    except OSError as error:
        if not is_disk_full(error):
            raise
        form.add_error("file_1", _("The server's disk is full. Ask an administrator."))
    return None


def _context(dataset_import: DatasetImport) -> dict[str, Any]:
    job = dataset_import.job
    is_asked = dataset_import.state == DatasetImport.State.ASKED
    return {
        "dataset_import": dataset_import,
        "job": job,
        "format": format_title(dataset_import.format),
        "is_busy": is_asked and job is not None and not job.is_finished,
        "may_retry": is_asked
        and job is not None
        and job.state in (JobState.FAILED, JobState.CANCELLED),
        "faults": [
            (name, fault.line, refusal_text(fault.refusal))
            for name, fault in msgspec.convert(dataset_import.faults, list[tuple[str, FileFault]])
        ],
        "has_more_faults": len(dataset_import.faults) >= MOST_FAULTS,
        "file_sentences": file_sentences(dataset_import),
        "unresolved": _unresolved(dataset_import),
        "cancel_url": reverse("dataset-import-cancel", args=[dataset_import.public_id]),
    }


def _unresolved(dataset_import: DatasetImport) -> int:
    """Return the number of its claims that name pages that are not in the corpus."""
    if dataset_import.state != DatasetImport.State.DONE or dataset_import.campaign is None:
        return 0
    return unresolved_count(dataset_import.campaign.releases.get(version=1))
