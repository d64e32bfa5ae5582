"""Links by which people who forgot their password set a new one.

A link works once: it is signed over the password and the last log-in, so that using it or logging
in invalidates it; and it expires after `PASSWORD_RESET_TIMEOUT`.
"""

from __future__ import annotations

import logging
from datetime import datetime
from uuid import UUID

from django.contrib.auth.tokens import default_token_generator
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext as _
from msgspec import Struct

from accounts import tokens
from accounts.models import User
from accounts.selectors import people as people_selectors
from accounts.services import tries
from accounts.throttling import RESETS_FOR_ADDRESS, RESETS_FROM_PLACE, TryKey, TryRule
from core.services import audit
from jobs.models import UNFINISHED, Job
from jobs.services import jobs

MAIL_RESET_LINKS = "accounts.mail_reset_links"
# Anybody may request one, and must not fill the queue of everybody's jobs.
MOST_WAITING = 20

logger = logging.getLogger(__name__)


class MailParameters(Struct):
    """The parameters of a job that mails reset links."""

    people: list[UUID]
    site: str


def reset_path(*, person: User) -> str:
    """Return the path of a new link for this person."""
    return reverse(
        "accounts:password-reset-confirm",
        kwargs={
            "uidb64": urlsafe_base64_encode(force_bytes(person.pk)),
            "token": default_token_generator.make_token(person),
        },
    )


@transaction.atomic
def make_reset_link(*, person: User, actor: User, now: datetime) -> str:
    """Return the path of a link that an administrator gives to this person, and record it."""
    audit.record(
        actor=actor,
        action="person.reset-link-made",
        target=person,
        now=now,
        details={"person": person.username},
    )
    return reset_path(person=person)


@transaction.atomic
def request_reset_mail(*, email: str, site: str, network: str, now: datetime) -> None:
    """Enqueue a mail with a link to every active account with this address.

    A job is enqueued also if there is none: the same work whether the address is known, so that
    neither the answer nor its time reveals it. The address itself is not stored.
    """
    try:
        tries.begin_try(rules=_rules(email, network), now=now)
    except tries.TooManyTriesError:
        logger.warning("Too many password resets were asked for; one was dropped.")
        return
    recipients = people_selectors.active_people_with_email(email)
    if Job.objects.filter(kind=MAIL_RESET_LINKS, state__in=UNFINISHED).count() >= MOST_WAITING:
        logger.warning("Too many password resets are waiting; one was dropped.")
        return
    try:
        jobs.enqueue_job(
            kind=MAIL_RESET_LINKS,
            parameters=MailParameters([person.public_id for person in recipients], site),
            requested_by=None,
            now=now,
            exclusive=f"{MAIL_RESET_LINKS} {tokens.digest_of(email.lower())}",
        )
    except jobs.AlreadyQueuedError:
        # Somebody clicked twice: one mail is enough.
        return


def _rules(email: str, network: str) -> list[TryRule]:
    return [
        TryRule(TryKey("reset for", name=email.lower()), RESETS_FOR_ADDRESS),
        TryRule(TryKey("reset from", source=network), RESETS_FROM_PLACE),
    ]


def mail_reset_link(*, person: User, site: str) -> None:
    """Send a new link to this person."""
    body = render_to_string(
        "accounts/password_reset_mail.txt",
        {"person": person, "link": site + reset_path(person=person)},
    )
    send_mail(_("A new password for Touchstone"), body, None, [person.email])
