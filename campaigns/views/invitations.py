"""The link of a new invitation, shown once, and the page behind it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import shown_once
from accounts.forms import USER_NAME_TAKEN, NewAccountForm
from accounts.models import Invitation, User
from accounts.services.people import UserNameTakenError
from campaigns.selectors import invitations as invitation_selectors
from campaigns.services import invitations
from core.http import REFUSED, posted

BACKEND = "accounts.backends.PeopleBackend"


def show_link(request: HttpRequest, *, back: str) -> HttpResponse:
    """Show the link of an invitation that was just made, or go back if there is none to show."""
    token = shown_once.take(request)
    invitation = invitation_selectors.invitation_with_token(token) if token else None
    if invitation is None:
        return shown_once.go_back(request, to=back)
    context = {
        "invitation": invitation,
        "link": request.build_absolute_uri(reverse("join", args=[token])),
        "back": back,
    }
    return render(request, "campaigns/invitation_made.html", context)


@login_not_required
@never_cache
@sensitive_post_parameters("password", "password_again")
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Accept an invitation with a new account, or with the account that is logged in."""
    invitation = invitation_selectors.invitation_with_token(token)
    if invitation is None:
        return render(request, "campaigns/join_unknown.html", status=404)
    if invitation.state_at(timezone.now()) != Invitation.State.OPEN:
        return _closed(request, invitation)
    if isinstance(request.user, User):
        return _join_as(request, invitation, request.user)
    return _join_new(request, invitation)


def _join_as(request: HttpRequest, invitation: Invitation, person: User) -> HttpResponse:
    if request.method != "POST":
        return render(request, "campaigns/join.html", {"invitation": invitation})
    try:
        invitations.accept_as(invitation=invitation, person=person, now=timezone.now())
    except invitations.InvitationClosedError:
        return _closed(request, invitation)
    except invitations.NothingToGainError:
        context = {"invitation": invitation, "nothing_to_gain": True}
        return render(request, "campaigns/join.html", context, status=409)
    return _welcome(request, invitation)


def _join_new(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    form = NewAccountForm(posted(request))
    if form.is_valid():
        try:
            person = invitations.accept_with_new_account(
                invitation=invitation,
                username=form.cleaned_data["username"],
                name=form.cleaned_data["name"],
                email=form.cleaned_data["email"],
                password=form.cleaned_data["password"],
                now=timezone.now(),
            )
        except invitations.InvitationClosedError:
            return _closed(request, invitation)
        except UserNameTakenError:
            form.add_error("username", USER_NAME_TAKEN)
        else:
            login(request, person, backend=BACKEND)
            return _welcome(request, invitation)
    context = {"invitation": invitation, "form": form}
    status = REFUSED if form.is_bound else 200
    return render(request, "campaigns/join.html", context, status=status)


def _welcome(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    messages.success(request, _("Welcome! You have joined."))
    offered = getattr(invitation, "membership", None)
    return redirect("campaign", offered.campaign.public_id) if offered else redirect("home")


def _closed(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    # It may have been closed since it was read: say what is true now.
    invitation.refresh_from_db(fields=["accepted_at", "revoked_at"])
    context = {"state": invitation.state_at(timezone.now())}
    return render(request, "campaigns/join_closed.html", context, status=410)
