"""Secrets that a page shows once.

A view that creates a secret stores it here and redirects to the page that shows it, so that
reloading that page creates no second one. The secret is in the session of its creator, under the
URL of its page, and is removed when the page is read.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

WAITING = "shown_once"


def go_and_show(request: HttpRequest, *, at: str, secret: str) -> HttpResponse:
    """Store a secret for the page at this URL, and redirect there."""
    request.session[WAITING] = {**request.session.get(WAITING, {}), at: secret}
    return redirect(at)


def take(request: HttpRequest) -> str | None:
    """Return the secret for this page, and remove it; None if it was shown before."""
    waiting: dict[str, str] = request.session.get(WAITING, {})
    secret = waiting.get(request.path)
    # A HEAD request shows nothing.
    if secret is not None and request.method != "HEAD":
        request.session[WAITING] = {at: kept for at, kept in waiting.items() if at != request.path}
    return secret


def go_back(request: HttpRequest, *, to: str) -> HttpResponse:
    """Redirect from a page whose secret is gone, and say why."""
    messages.info(request, _("It was shown once. If it was not copied, create another one."))
    return redirect(to)
