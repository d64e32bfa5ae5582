"""Secrets that one page shows, once.

Whatever makes a secret keeps it here and redirects to the page that shows it, so that reloading
that page makes no second one. The secret waits in the session of whoever made it, under the
address of its page, and leaves it when the page is read.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

WAITING = "shown_once"


def go_and_show(request: HttpRequest, *, at: str, secret: str) -> HttpResponse:
    """Keep a secret for the page at this address, and go there."""
    request.session[WAITING] = {**request.session.get(WAITING, {}), at: secret}
    return redirect(at)


def take(request: HttpRequest) -> str | None:
    """The secret that waits for this page, if it was not shown yet."""
    waiting: dict[str, str] = request.session.get(WAITING, {})
    secret = waiting.get(request.path)
    # A HEAD shows nothing to anybody.
    if secret is not None and request.method != "HEAD":
        request.session[WAITING] = {at: kept for at, kept in waiting.items() if at != request.path}
    return secret


def go_back(request: HttpRequest, *, to: str) -> HttpResponse:
    """Leave a page whose secret is gone, and say why."""
    messages.info(request, _("It was shown once. If it was not copied, make another one."))
    return redirect(to)
