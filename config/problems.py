"""The kinds of failure, in words for people. The web server reads them before any app is there."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Problem:
    """A kind of failure, in words for people."""

    status: int
    title: str | Promise
    advice: str | Promise


BAD_REQUEST = Problem(400, _("Invalid request"), _("Go back, reload the page and try again."))
CSRF = Problem(
    403,
    _("This form has expired"),
    _(
        "You logged in or out after opening the page, or your browser blocks cookies."
        " Go back, reload the page and send it again. Your text is still there."
    ),
)
FORBIDDEN = Problem(
    403,
    _("You do not have access to this page"),
    _("Your role does not include this page. Ask your project manager if it should."),
)
ARCHIVED = Problem(
    403,
    _("This is archived"),
    _("Nothing in it can be changed. A manager can restore it."),
)
NOT_FOUND = Problem(
    404,
    _("Page not found"),
    _("The address may be wrong, or you do not have access. Start from the home page."),
)
WRONG_METHOD = Problem(
    405, _("Method not allowed"), _("Go back and use the buttons and links of the page.")
)
NO_LENGTH = Problem(
    411,
    _("The size of the request is unknown"),
    _("Send a Content-Length header instead of a chunked body."),
)
TOO_LARGE = Problem(
    413, _("The request is too large"), _("Send less, or split it into several parts.")
)
LONG_ADDRESS = Problem(
    414,
    _("The address is too long"),
    _("Go back and shorten your text. A search uses the first 1,000 characters."),
)
TOO_MANY = Problem(
    429,
    _("Too many attempts"),
    _("Wait a while, then try again. If you forgot your password, reset it."),
)
BROKEN = Problem(
    500,
    _("Something went wrong"),
    _("The error was recorded. Try again in a minute. If it happens again, tell an administrator."),
)
