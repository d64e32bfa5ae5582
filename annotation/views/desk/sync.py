"""The request that every desk sends again and again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from annotation.models import Draft
from annotation.services import desks, drafts, interactions
from annotation.services.desks import DraftUpdate, SyncResult
from annotation.services.interactions import DeskAct
from annotation.views.desk.own import for_scripts, own_attempt, problem


class BadBodyError(Exception):
    """The request's body is not what a desk sends."""


@for_scripts
@require_POST
def sync(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Acts, draft and heartbeat; answers what is stored and until when the item is theirs."""
    attempt = own_attempt(request, attempt_id)
    now = timezone.now()
    try:
        sent = _read(request.body)
        synced = desks.sync_desk(
            attempt=attempt, stream=sent.stream, acts=sent.acts, draft=sent.draft, now=now
        )
    except BadBodyError as error:
        return problem(400, "bad_body", str(error))
    except interactions.UnknownKindError as error:
        return problem(400, "unknown_kind", _("Nobody does such a thing here: %s") % error)
    except interactions.BadActError as error:
        return problem(400, "bad_act", _("Act %s") % error, sequence=error.sequence)
    except interactions.RepeatedDifferentlyError as error:
        return problem(400, "repeated", _("Recorded already, as something else: %s") % error)
    except interactions.TooLargeError:
        return problem(413, "log_too_large", _("Too many acts at once, or one says too much."))
    except drafts.DraftTooLongError:
        return problem(413, "draft_too_long", _("Nobody types that much."))
    except interactions.SequenceError as error:
        return problem(409, "sequence", expected=error.expected)
    except drafts.AttemptOverError:
        return problem(410, "over")
    except drafts.StaleDraftError as error:
        return problem(409, "stale_draft", draft=_plain(error.draft))
    return _answer(synced, now)


def _answer(synced: SyncResult, now: datetime) -> HttpResponse:
    stored: dict[str, Any] = {
        "recorded": synced.recorded,
        "revision": synced.revision,
        "saved_at": synced.saved_at,
        "lease_until": synced.lease_until,
        "now": now,
    }
    if synced.is_over:
        return problem(410, "over", **stored)
    if synced.lease_until is None:
        return problem(410, "lease_lost", **stored)
    return JsonResponse(stored)


def _plain(draft: Draft | None) -> dict[str, Any] | None:
    if draft is None:
        return None
    return {"revision": draft.revision, "body": draft.body, "saved_at": draft.saved_at}


# --- reading the body ----------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _Sent:
    stream: UUID
    acts: list[DeskAct]
    draft: DraftUpdate | None


def _read(body: bytes) -> _Sent:
    try:
        sent = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BadBodyError("The body is not JSON.") from error
    _need(isinstance(sent, dict), "The body is no object.")
    acts = sent.get("acts", [])
    _need(isinstance(acts, list), "“acts” is no list.")
    try:
        stream = UUID(str(sent.get("stream")))
    except ValueError as error:
        raise BadBodyError("“stream” is no UUID.") from error
    return _Sent(stream, [_act(one) for one in acts], _draft(sent.get("draft")))


def _act(sent: object) -> DeskAct:
    _need(isinstance(sent, dict), "An act is no object.")
    assert isinstance(sent, dict)
    sequence, kind, at, body = (
        sent.get(name, default)
        for name, default in (("sequence", 0), ("kind", ""), ("at", ""), ("body", {}))
    )
    _need(_is_count(sequence), "An act's number is none.")
    _need(isinstance(kind, str) and isinstance(body, dict), "An act's kind or body is wrong.")
    return DeskAct(sequence, kind, _time(at), body)


def _time(text: object) -> datetime:
    try:
        at = parse_datetime(text) if isinstance(text, str) else None
    except ValueError:
        at = None
    if at is None or timezone.is_naive(at):
        raise BadBodyError("An act's time is wrong.")
    return at


def _draft(sent: object) -> DraftUpdate | None:
    if sent is None:
        return None
    _need(isinstance(sent, dict), "“draft” is no object.")
    assert isinstance(sent, dict)
    revision, body = sent.get("revision"), sent.get("body")
    _need(_is_count(revision) and isinstance(body, dict), "The draft's revision or body is wrong.")
    assert isinstance(revision, int)
    assert isinstance(body, dict)
    return DraftUpdate(revision, body)


def _is_count(value: object) -> bool:
    # As large as the column holds.
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31


def _need(holds: bool, message: str) -> None:
    if not holds:
        raise BadBodyError(message)
