"""Completion codes of workers from external platforms."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from annotation.services.campaign import completions
from campaigns.access import campaign_for
from campaigns.selectors.workers import worker_for


@require_POST
def complete(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Give a worker their completion code, which their home page shows from then on."""
    access = campaign_for(request, public_id, with_design=False, while_archived=True)
    worker = worker_for(access.campaign, access.person)
    if worker is None:
        raise Http404
    try:
        completions.give_code(worker=worker, now=timezone.now())
    except completions.NotCompleteError:
        messages.error(request, _("You get the code when you have submitted enough items."))
    return redirect("home")
