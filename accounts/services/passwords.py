"""Links with which somebody who forgot their password sets a new one.

A link works once: it is signed over the password and the last log-in, so that using it, or
logging in, makes it void; and it expires after `PASSWORD_RESET_TIMEOUT`.
"""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.tokens import default_token_generator
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import people as people_selectors
from jobs.services import audit


def reset_path(*, person: User) -> str:
    """The path of a new link for this person."""
    return reverse(
        "accounts:password-reset-confirm",
        kwargs={
            "uidb64": urlsafe_base64_encode(force_bytes(person.pk)),
            "token": default_token_generator.make_token(person),
        },
    )


@transaction.atomic
def make_reset_link(*, person: User, actor: User, now: datetime) -> str:
    """The path of a link that an administrator hands to this person. It is audited."""
    audit.record(
        actor=actor,
        action="person.reset-link-made",
        target=person,
        now=now,
        details={"person": person.username},
    )
    return reset_path(person=person)


def mail_reset_links(*, email: str, site: str) -> None:
    """Send a link to every active account with this address; silence where there is none."""
    for person in people_selectors.active_people_with_email(email):
        body = render_to_string(
            "accounts/password_reset_mail.txt",
            {"person": person, "link": site + reset_path(person=person)},
        )
        send_mail(_("A new password for Touchstone"), body, None, [person.email])
