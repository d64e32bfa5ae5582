"""Corpora, for their owners and for managers: imports, sealing, the search index."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_POST, require_safe

import search
from accounts.models import User
from accounts.roles import Area
from campaigns.access import area_required, person_of, reach_corpus
from campaigns.forms.corpus_members import CorpusMemberForm
from campaigns.selectors.corpora import campaigns_on
from core.body_limit import allows_large_body
from core.http import REFUSED
from jobs.models import Job
from jobs.services.jobs import AlreadyQueuedError
from jobs.status import time_left
from jobs.views.polling import STOP_POLLING
from wiki import uploads
from wiki.forms import DumpImportForm, SealForm
from wiki.models import Corpus
from wiki.selectors import corpora as corpus_selectors
from wiki.selectors.access import NoRightError, Right, corpus_for, has_right, members_of
from wiki.services import corpora as corpus_services
from wiki.services import import_files, import_requests

PROBLEMS_A_PAGE = 50
NO_ROOM = 507


@area_required(Area.CORPORA)
@require_safe
@never_cache
def corpora(request: HttpRequest) -> HttpResponse:
    """Show the corpora that this person may use."""
    archived = request.GET.get("archived") == "1"
    rows = corpus_selectors.corpora_with_counts(person_of(request), archived=archived)
    context = {"rows": rows, "archived": archived}
    return render(request, "campaigns/corpora/list.html", context)


@area_required(Area.CORPORA)
@require_safe
@never_cache
def corpus(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show one corpus with its imports, their problems, and the seal."""
    corpus = reach_corpus(request, public_id, Right.USE)
    return corpus_page(request, corpus)


@area_required(Area.CORPORA)
@require_safe
@never_cache
def corpus_progress(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show the part of a corpus's page that changes while a job is running."""
    context = _progress_of(request, reach_corpus(request, public_id, Right.USE))
    status = 200 if context["is_busy"] else STOP_POLLING
    response = render(request, "campaigns/corpora/progress.html", context, status=status)
    if not context["is_busy"]:
        # Problems, and the actions that are possible now, are elsewhere on the page.
        response.headers["HX-Refresh"] = "true"
    return response


@area_required(Area.CORPORA)
@require_safe
@never_cache
def corpus_findings(request: HttpRequest, public_id: UUID, kind: str) -> HttpResponse:
    """List the pages that lost something, or that the parser noted something about."""
    corpus = reach_corpus(request, public_id, Right.USE)
    by_kind = {
        "lossy": corpus_selectors.lossy_pages,
        "noted": corpus_selectors.pages_with_notes,
    }
    pages = Paginator(by_kind[kind](corpus).select_related("content"), PROBLEMS_A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    context = {
        "corpus": corpus,
        "kind": kind,
        "pages": page,
        "findings": [corpus_selectors.findings_of(found) for found in page.object_list],
        "templates": corpus_selectors.unknown_templates_in(corpus) if kind == "lossy" else [],
    }
    return render(request, "campaigns/corpora/findings.html", context)


@area_required(Area.CORPORA)
@require_POST
def seal(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Request that the corpus is sealed."""
    corpus = reach_corpus(request, public_id, Right.CHANGE)
    form = _seal_form(corpus, request.POST)
    if not form.is_valid():
        return corpus_page(request, corpus, seal_form=form, status=REFUSED)
    try:
        import_requests.request_seal(
            corpus=corpus,
            accept_unfinished=form.cleaned_data.get("accept_unfinished", False),
            by=person_of(request),
            now=timezone.now(),
        )
    except AlreadyQueuedError:
        messages.warning(request, _("Another job is working on this corpus. Wait for it."))
    return redirect("corpus", public_id)


@area_required(Area.CORPORA)
@require_POST
def delete(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Delete an empty corpus."""
    corpus = reach_corpus(request, public_id, Right.CHANGE)
    try:
        corpus_services.delete_corpus(corpus=corpus, now=timezone.now(), by=person_of(request))
    except (corpus_services.CorpusNotEmptyError, corpus_services.CorpusSealedError):
        messages.error(request, _("Only an open corpus without pages can be deleted."))
        return redirect("corpus", public_id)
    messages.success(request, _("“%(name)s” is deleted.") % {"name": corpus.name})
    return redirect("corpora")


@area_required(Area.CORPORA)
@require_POST
def rebuild_index(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Request a new search index that replaces the old one."""
    corpus = reach_corpus(request, public_id, Right.CHANGE)
    return _start_index_job(request, corpus, search.request_rebuild)


@area_required(Area.CORPORA)
@require_POST
def check_index(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Request that the search index is compared with the pages and repaired."""
    corpus = reach_corpus(request, public_id, Right.CHANGE)
    return _start_index_job(request, corpus, search.request_check)


def _start_index_job(
    request: HttpRequest, corpus: Corpus, ask_for: Callable[..., Job]
) -> HttpResponse:
    try:
        job = ask_for(corpus=corpus, by=person_of(request), now=timezone.now())
    except AlreadyQueuedError:
        messages.warning(
            request,
            _(
                "Another job is working on the search index of this corpus."
                " Wait for it, or cancel it."
            ),
        )
        return redirect("corpus", corpus.public_id)
    return redirect("jobs:detail", job.public_id)


@allows_large_body(uploads.LARGEST_UPLOAD)
@csrf_exempt  # only here: the form behind it checks the token once the upload has its place
@area_required(Area.CORPORA)
@never_cache
def import_dump(request: HttpRequest) -> HttpResponse:
    """Show the import form; check permissions and disk space before the upload is read."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    if length.isdecimal() and not uploads.has_room_for(int(length)):
        form = DumpImportForm(person=person_of(request))
        messages.error(request, _("There is not enough space for this file on the server's disk."))
        return render(request, "campaigns/corpora/import.html", {"form": form}, status=NO_ROOM)
    request.upload_handlers = [uploads.DumpUploadHandler(request)]
    return _import_form(request)


@csrf_protect
def _import_form(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        chosen = request.GET.get("corpus", "")
        initial = {"corpus": _open_corpus(request, chosen)}
        form = DumpImportForm(person=person_of(request), initial=initial)
        return render(request, "campaigns/corpora/import.html", {"form": form})
    form = DumpImportForm(request.POST, request.FILES, person=person_of(request))
    uploaded = request.FILES.get("upload")
    stored = uploaded.stored if isinstance(uploaded, uploads.StoredDump) else None
    job = _request_import(request, form, stored) if form.is_valid() else None
    if job is None:
        if stored is not None:
            import_files.remove_upload(stored)
        return render(request, "campaigns/corpora/import.html", {"form": form}, status=REFUSED)
    return redirect("corpus", job.parameters["corpus"])


def _request_import(
    request: HttpRequest, form: DumpImportForm, stored: import_files.ImportFile | None
) -> Job | None:
    """Request the import; return None, with an error in the form, if it is refused."""
    file = stored or form.chosen_file
    if file is None:
        form.add_error("server_file", _("This file no longer exists."))
        return None
    person, now, cleaned = person_of(request), timezone.now(), form.cleaned_data
    try:
        into = cleaned["corpus"] or corpus_services.create_corpus(
            name=cleaned["name"],
            source_name=cleaned["source_name"],
            source_url=cleaned["source_url"],
            licence=cleaned["licence"],
            now=now,
            by=person,
        )
        return import_requests.request_import(
            corpus=into, file=file, options=form.options, by=person, now=now
        )
    except corpus_services.NameTakenError:
        form.add_error("name", _("Another corpus has this name. Choose another."))
    except corpus_services.CorpusSealedError as error:
        form.add_error("corpus", str(error))
    except (Corpus.DoesNotExist, NoRightError):
        form.add_error("corpus", _("This corpus no longer exists."))
    except AlreadyQueuedError:
        form.add_error("corpus", _("Another job is working on this corpus. Wait for it."))
    return None


def _open_corpus(request: HttpRequest, public_id: str) -> Corpus | None:
    found = corpus_for(person_of(request), public_id, Right.CHANGE)
    return None if found is None or found.is_sealed else found


def _seal_form(corpus: Corpus, data: QueryDict | None = None) -> SealForm:
    return SealForm(data, has_unfinished=corpus_selectors.has_unfinished_imports(corpus))


def corpus_page(
    request: HttpRequest,
    corpus: Corpus,
    *,
    seal_form: SealForm | None = None,
    member_form: CorpusMemberForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render a corpus' page, with the errors of a form that was refused."""
    person = person_of(request)
    problems = Paginator(corpus_selectors.problems_in(corpus), PROBLEMS_A_PAGE)
    index = search.state_of_index(corpus=corpus)
    progress = _progress_of(request, corpus)
    context = {
        **progress,
        "index": index,
        "is_index_job_visible": index.job and _may_see(person, index.job),
        "may_change": has_right(person, corpus, Right.CHANGE) and not corpus.is_archived,
        "may_restore": has_right(person, corpus, Right.CHANGE) and corpus.is_archived,
        "members": members_of(corpus),
        "campaigns": campaigns_on(corpus, person=person),
        "form": seal_form or _seal_form(corpus),
        "member_form": member_form or CorpusMemberForm(person=person),
        "can_seal": has_right(person, corpus, Right.CHANGE)
        and not corpus.is_archived
        and not corpus.is_sealed
        and not progress["is_busy"]
        and bool(progress["pages"] or progress["redirects"]),
        "problems": problems.get_page(request.GET.get("page")),
        "templates": corpus_selectors.unknown_templates_in(corpus),
        "notes": corpus_selectors.note_kinds_in(corpus),
    }
    return render(request, "campaigns/corpora/detail.html", context, status=status)


def _progress_of(request: HttpRequest, corpus: Corpus) -> dict[str, Any]:
    person = person_of(request)
    imports = corpus_selectors.imports_with_totals(corpus)
    jobs = corpus_selectors.jobs_about(corpus_services.key_of(corpus))
    now = timezone.now()
    left = next(filter(None, (time_left(job, now=now) for job in jobs)), None)
    return {
        "corpus": corpus,
        "imports": imports,
        "pages": sum(totals.pages for _source, totals in imports),
        "redirects": sum(totals.redirects for _source, totals in imports),
        "lossy": sum(totals.lossy for _source, totals in imports),
        "noted": sum(totals.noted for _source, totals in imports),
        "jobs": [(job, _may_see(person, job)) for job in jobs],
        "is_busy": any(not job.is_finished for job in jobs),
        "time_left": left,
        "ends_at": now + left if left else None,
    }


def _may_see(person: User, job: Job) -> bool:
    """Return whether the person may open a job's page: its requester and administrators may."""
    return person.is_administrator or job.requested_by_id == person.pk
