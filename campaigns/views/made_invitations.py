"""The page of a new invitation's link, which is shown once."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from accounts import shown_once
from campaigns.selectors import invitations as invitation_selectors


def show_link(request: HttpRequest, *, back: str) -> HttpResponse:
    """The link of the invitation that was just made, or back to where one makes them."""
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
