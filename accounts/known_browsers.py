"""Browsers in which a person has logged in before, by a signed cookie.

Strangers who try passwords for a name slow down each other, never the owner: wrong passwords from
a known browser are counted apart from all others.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

COOKIE = "known_browser"
_SALT = "accounts.known_browsers"
_SECONDS = 180 * 24 * 60 * 60


def known_browser(request: HttpRequest, name: str) -> str:
    """Return the id of the browser if somebody has logged in with this name there, else ""."""
    try:
        cookie = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=_SECONDS)
        browser, names = str(cookie["browser"]), list(cookie["names"])
    except (signing.BadSignature, KeyError, TypeError):
        return ""
    return browser if name in names else ""


def remember_browser(request: HttpRequest, response: HttpResponse, name: str) -> None:
    """Set the cookie after a log-in; the last few names of a shared computer stay in it."""
    try:
        before = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=_SECONDS)
        browser, names = str(before["browser"]), [each for each in before["names"] if each != name]
    except (signing.BadSignature, KeyError, TypeError):
        browser, names = secrets.token_urlsafe(16), []
    response.set_cookie(
        COOKIE,
        signing.dumps({"browser": browser, "names": [*names[-4:], name]}, salt=_SALT),
        max_age=_SECONDS,
        path="/log-in/",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
