"""Archiving, restoring and deleting a campaign, each after a page that says what depends on it."""

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
from annotation.services.campaign.archiving import archive_campaign
from campaigns.access import campaign_for
from campaigns.forms.deletion import DeletionForm
from campaigns.services import archiving
from campaigns.services.campaigns import WrongStateError
from core.contents import count_dependents, objections_to_deletion
from core.http import REFUSED, posted
from jobs.services.jobs import AlreadyQueuedError
from wiki.services.corpora import CorpusArchivedError


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def archive(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Ask, then archive."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    if request.method != "POST":
        context = {"campaign": access.campaign, "dependents": count_dependents(access.campaign)}
        return render(request, "annotation/campaign/archive.html", context)
    try:
        archive_campaign(campaign=access.campaign, actor=access.person, now=timezone.now())
    except archiving.JobUnfinishedError:
        messages.error(request, busy_message())
    except WrongStateError:
        messages.error(request, _("Somebody else changed its state in the meantime."))
    else:
        messages.success(request, _("The campaign is archived."))
    return redirect("campaign", public_id)


@require_POST
def restore(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Bring an archived campaign back."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS, while_archived=True)
    try:
        archiving.restore_campaign(
            campaign=access.campaign, actor=access.person, now=timezone.now()
        )
    except archiving.JobUnfinishedError:
        messages.error(request, busy_message())
    except CorpusArchivedError:
        messages.error(request, _("Its corpus is archived. Restore the corpus first."))
    except WrongStateError:
        messages.error(request, _("Somebody else changed its state in the meantime."))
    else:
        messages.success(request, _("The campaign is restored."))
    return redirect("campaign", public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def delete(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Say what would be deleted, ask for the name, then request the deletion."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS, while_archived=True)
    campaign = access.campaign
    form = DeletionForm(posted(request))
    if form.is_bound and form.is_valid():
        try:
            job = archiving.request_deletion(
                campaign=campaign,
                typed_name=form.cleaned_data["name"],
                actor=access.person,
                now=timezone.now(),
            )
        except archiving.WrongNameError:
            form.add_error("name", _("This is not the name of the campaign."))
        except archiving.NotDeletableError as error:
            form.add_error(None, " ".join(error.reasons))
        except WrongStateError:
            form.add_error(None, _("Only an archived campaign can be deleted."))
        except (archiving.JobUnfinishedError, AlreadyQueuedError):
            form.add_error(None, busy_message())
        else:
            messages.success(request, _("The deletion was requested. It can be cancelled here."))
            return redirect("jobs:detail", job.public_id)
    context = {
        "campaign": campaign,
        "form": form,
        "dependents": count_dependents(campaign),
        "objections": objections_to_deletion(campaign),
    }
    status = REFUSED if form.is_bound else 200
    return render(request, "annotation/campaign/delete.html", context, status=status)


def busy_message() -> str:
    """Return what a person reads who has to wait for a job."""
    return _("A job is working on it. Wait for the job, or cancel it.")
