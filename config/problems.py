"""The kinds of failure, in words for people. The web server reads them before any app is there."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Problem:
    """A kind of failure, in words for people."""

    status: int
    # The code of the failure in the API.
    code: str
    title: str | Promise
    advice: str | Promise


BAD_REQUEST = Problem(
    400, "malformed", _("Invalid request"), _("Go back, reload the page and try again.")
)
CSRF = Problem(
    403,
    "csrf_failed",
    _("This form has expired"),
    _(
        "You logged in or out after opening the page, or your browser blocks cookies."
        " Go back, reload the page and send it again. Your text is still there."
    ),
)
FORBIDDEN = Problem(
    403,
    "permission_denied",
    _("You do not have access to this page"),
    _("Your role does not include this page. Ask your project manager if it should."),
)
ARCHIVED = Problem(
    403,
    "archived",
    _("This is archived"),
    _("Nothing in it can be changed. A manager can restore it."),
)
NOT_FOUND = Problem(
    404,
    "not_found",
    _("Page not found"),
    _("The address may be wrong, or you do not have access. Start from the home page."),
)
WRONG_METHOD = Problem(
    405,
    "method_not_allowed",
    _("Method not allowed"),
    _("Go back and use the buttons and links of the page."),
)
NO_LENGTH = Problem(
    411,
    "length_required",
    _("The size of the request is unknown"),
    _("Send a Content-Length header instead of a chunked body."),
)
TOO_LARGE = Problem(
    413, "too_large", _("The request is too large"), _("Send less, or split it into several parts.")
)
LONG_ADDRESS = Problem(
    414,
    "address_too_long",
    _("The address is too long"),
    _("Go back and shorten your text. A search uses the first 1,000 characters."),
)
TOO_MANY = Problem(
    429,
    "throttled",
    _("Too many attempts"),
    _("Wait a while, then try again. If you forgot your password, reset it."),
)
BROKEN = Problem(
    500,
    "server_error",
    _("Something went wrong"),
    _("The error was recorded. Try again in a minute. If it happens again, tell an administrator."),
)
