"""A test e-mail, sent to the administrator who asks for it."""

from __future__ import annotations

from smtplib import SMTPException

from django.conf import settings
from django.contrib import messages
from django.core.mail import send_mail
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.access import administrator_required, person_of


@administrator_required
@require_POST
def send_test_mail(request: HttpRequest) -> HttpResponse:
    """Send an e-mail to this person's own address, and say what the mail server answered."""
    address = person_of(request).email
    if not settings.MAIL_IS_SET_UP:
        messages.error(request, _("No mail server is set up (TOUCHSTONE_EMAIL_URL)."))
    elif not address:
        messages.error(request, _("Your account has no e-mail address. Enter one first."))
    else:
        _send(request, address)
    return redirect("status")


def _send(request: HttpRequest, address: str) -> None:
    text = _("This is the test e-mail of Touchstone at %(host)s. It arrived.")
    try:
        send_mail(
            _("Touchstone: test e-mail"),
            text % {"host": request.get_host()},
            None,
            [address],
        )
    except (OSError, SMTPException) as error:
        # Not the server's whole answer: it may repeat the password.
        messages.error(
            request,
            _("The mail server did not take it: %(reason)s. Check TOUCHSTONE_EMAIL_URL.")
            % {"reason": type(error).__name__},
        )
    else:
        messages.success(
            request,
            _("Sent to %(address)s. If it does not arrive, look into the mail server’s log.")
            % {"address": address},
        )
