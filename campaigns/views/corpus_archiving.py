"""Archiving, restoring and deleting a corpus, each after a page that says what depends on it."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.roles import Area
from campaigns.access import area_required, person_of, reach_corpus
from campaigns.forms.deletion import DeletionForm
from campaigns.services import archiving, corpus_archiving
from core.contents import count_dependents, objections_to_deletion
from core.http import REFUSED, posted
from jobs.services.jobs import AlreadyQueuedError
from wiki.selectors.access import Right


@area_required(Area.CORPORA)
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def archive(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Ask, then archive."""
    corpus = reach_corpus(request, public_id, Right.CHANGE)
    if request.method != "POST":
        context = {"corpus": corpus, "dependents": count_dependents(corpus)}
        return render(request, "campaigns/corpora/archive.html", context)
    try:
        corpus_archiving.archive_corpus(corpus=corpus, actor=person_of(request), now=timezone.now())
    except corpus_archiving.CorpusInUseError:
        messages.error(request, _("A campaign uses it. Archive the campaigns first."))
    except corpus_archiving.DefaultCorpusError:
        messages.error(request, _("It is the default corpus. Choose another default first."))
    except archiving.JobUnfinishedError:
        messages.error(request, _busy())
    else:
        messages.success(request, _("The corpus is archived."))
    return redirect("corpus", public_id)


@area_required(Area.CORPORA)
@require_POST
def restore(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Bring an archived corpus back."""
    corpus = reach_corpus(request, public_id, Right.CHANGE, while_archived=True)
    try:
        corpus_archiving.restore_corpus(corpus=corpus, actor=person_of(request), now=timezone.now())
    except corpus_archiving.CorpusNotArchivedError:
        messages.error(request, _("Somebody else changed its state in the meantime."))
    except archiving.JobUnfinishedError:
        messages.error(request, _busy())
    else:
        messages.success(request, _("The corpus is restored."))
    return redirect("corpus", public_id)


@area_required(Area.CORPORA)
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def erase(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Say what would be deleted, ask for the name, then request the deletion."""
    corpus = reach_corpus(request, public_id, Right.CHANGE, while_archived=True)
    form = DeletionForm(posted(request))
    if form.is_bound and form.is_valid():
        try:
            job = corpus_archiving.request_corpus_deletion(
                corpus=corpus,
                typed_name=form.cleaned_data["name"],
                actor=person_of(request),
                now=timezone.now(),
            )
        except archiving.WrongNameError:
            form.add_error("name", _("This is not the name of the corpus."))
        except archiving.NotDeletableError as error:
            form.add_error(None, " ".join(error.reasons))
        except corpus_archiving.CorpusNotArchivedError:
            form.add_error(None, _("Only an archived corpus can be deleted."))
        except (archiving.JobUnfinishedError, AlreadyQueuedError):
            form.add_error(None, _busy())
        else:
            messages.success(request, _("The deletion was requested. It can be cancelled here."))
            return redirect("jobs:detail", job.public_id)
    context = {
        "corpus": corpus,
        "form": form,
        "dependents": count_dependents(corpus),
        "objections": objections_to_deletion(corpus),
    }
    status = REFUSED if form.is_bound else 200
    return render(request, "campaigns/corpora/erase.html", context, status=status)


def _busy() -> str:
    return _("A job is working on it. Wait for the job, or cancel it.")
