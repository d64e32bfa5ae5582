"""The page behind a link for workers."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.forms import USER_NAME_TAKEN, NewAccountForm
from accounts.models import User
from accounts.services.people import UserNameTakenError
from campaigns.forms.workers import WorkerIdForm
from campaigns.models import CrowdWorker, WorkerLink
from campaigns.selectors import workers as selectors
from campaigns.services import memberships
from campaigns.services import workers as services
from campaigns.services.invitations import INVITES_NOBODY
from campaigns.views.invitations import BACKEND
from core.http import REFUSED


@login_not_required
@never_cache
@sensitive_post_parameters("password", "password_again")
@require_http_methods(["GET", "HEAD", "POST"])
def take_part(request: HttpRequest, token: str) -> HttpResponse:
    """Let a worker join under the id in the address, with a new account or their own."""
    link = selectors.link_with_token(token)
    if link is None:
        return render(request, "campaigns/join_unknown.html", status=404)
    named = WorkerIdForm({"worker_id": request.GET.get(link.parameter, "")})
    if not named.is_valid():
        return _told(request, link, "no_id", 400)
    worker_id: str = named.cleaned_data["worker_id"]
    known = selectors.worker_named(link.campaign, worker_id)
    if known is not None:
        return _come_back(request, link, known)
    if not _is_open(link):
        return _told(request, link, "closed", 410)
    try:
        if isinstance(request.user, User):
            return _join_as(request, link, worker_id, request.user)
        return _join_new(request, link, worker_id)
    except services.LinkClosedError:
        return _told(request, link, "closed", 410)
    except services.NoSeatLeftError:
        return _told(request, link, "full", 410)
    except services.WorkerIdTakenError:
        return _told(request, link, "taken", 409)
    except memberships.AlreadyMemberError:
        return _told(request, link, "member", 409)


def _is_open(link: WorkerLink) -> bool:
    is_joinable = link.campaign.state not in INVITES_NOBODY
    return is_joinable and link.is_open_at(timezone.now()) and selectors.may_still_invite(link)


def _join_as(request: HttpRequest, link: WorkerLink, worker_id: str, person: User) -> HttpResponse:
    if request.method != "POST":
        return render(request, "campaigns/take_part.html", _context(link, worker_id))
    services.join_as(link=link, worker_id=worker_id, person=person, now=timezone.now())
    return _welcome(request, link)


def _join_new(request: HttpRequest, link: WorkerLink, worker_id: str) -> HttpResponse:
    form = NewAccountForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            worker = services.join_with_new_account(
                link=link,
                worker_id=worker_id,
                username=form.cleaned_data["username"],
                name=form.cleaned_data["name"],
                email=form.cleaned_data["email"],
                password=form.cleaned_data["password"],
                now=timezone.now(),
            )
        except UserNameTakenError:
            form.add_error("username", USER_NAME_TAKEN)
        else:
            login(request, worker.person, backend=BACKEND)
            return _welcome(request, link)
    context = {**_context(link, worker_id), "form": form}
    status = REFUSED if form.is_bound else 200
    return render(request, "campaigns/take_part.html", context, status=status)


def _come_back(request: HttpRequest, link: WorkerLink, worker: CrowdWorker) -> HttpResponse:
    """Send a worker who has joined to their campaign; others are asked to log in as them."""
    if request.user == worker.person:
        return redirect("campaign", link.campaign.public_id)
    return _told(request, link, "taken", 409)


def _welcome(request: HttpRequest, link: WorkerLink) -> HttpResponse:
    messages.success(request, _("Welcome! You have joined."))
    return redirect("campaign", link.campaign.public_id)


def _context(link: WorkerLink, worker_id: str) -> dict[str, object]:
    return {"link": link, "worker_id": worker_id}


def _told(request: HttpRequest, link: WorkerLink, reason: str, status: int) -> HttpResponse:
    context = {"link": link, "reason": reason}
    return render(request, "campaigns/take_part_refused.html", context, status=status)
