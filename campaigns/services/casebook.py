"""Publishing answered questions as precedents."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.models import User
from campaigns.models import Precedent, Question
from core.services import audit


class NotAnsweredError(Exception):
    """A question without an answer is no precedent."""


class AlreadyPublishedError(Exception):
    """The question is in the casebook already."""


@dataclass(frozen=True, slots=True)
class PrecedentText:
    """The words of a precedent, and the heading of the guidelines that it is about."""

    asked: str
    answered: str
    clause: str = ""


def publish_precedent(
    *, question: Question, text: PrecedentText, actor: User, now: datetime
) -> Precedent:
    """Publish an answered question in the managers' words."""
    if question.answered_at is None:
        raise NotAnsweredError
    try:
        with transaction.atomic():
            precedent = Precedent.objects.create(
                campaign_id=question.campaign_id,
                question=question,
                asked=text.asked,
                answered=text.answered,
                clause=text.clause,
                published_at=now,
                published_by=actor,
            )
            _record("precedent.published", precedent, actor, now)
    except IntegrityError as error:
        raise AlreadyPublishedError from error
    return precedent


@transaction.atomic
def change_precedent(
    *, precedent: Precedent, text: PrecedentText, actor: User, now: datetime
) -> None:
    """Replace the words of a precedent; the audit log keeps those before."""
    before = {"asked": precedent.asked, "answered": precedent.answered, "clause": precedent.clause}
    precedent.asked, precedent.answered = text.asked, text.answered
    precedent.clause = text.clause
    precedent.save(update_fields=["asked", "answered", "clause"])
    _record("precedent.changed", precedent, actor, now, before)


@transaction.atomic
def withdraw_precedent(*, precedent: Precedent, actor: User, now: datetime) -> None:
    """Take a precedent out of the casebook; its question may be published again."""
    live = Precedent.objects.filter(pk=precedent.pk, withdrawn_at=None)
    if live.update(withdrawn_at=now):
        _record("precedent.withdrawn", precedent, actor, now)


def _record(
    action: str,
    precedent: Precedent,
    actor: User,
    now: datetime,
    before: dict[str, str] | None = None,
) -> None:
    audit.record(actor=actor, action=action, target=precedent, now=now, details=before)
