"""The desks' request of every few seconds: new acts, the draft, and a sign of presence.

All of it is stored in one transaction. People who lost their item still have their acts and their
text stored; the answer says that the item is lost.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from annotation.models import Attempt, Draft, InteractionKind
from annotation.rules.drafts import DraftUpdate
from annotation.rules.logs.acts import DeskAct
from annotation.services import drafts, held_items, interactions, leases


@dataclass(frozen=True, slots=True)
class SyncResult:
    """The stored state of a desk. Without a lease the item is somebody else's, or finished."""

    recorded: int
    revision: int
    saved_at: datetime | None
    lease_until: datetime | None
    is_over: bool = False


@transaction.atomic
def sync_desk(
    *,
    attempt: Attempt,
    stream: uuid.UUID,
    acts: Sequence[DeskAct],
    draft: DraftUpdate | None,
    now: datetime,
    sent_at: datetime | None = None,
) -> SyncResult:
    """Record the acts, save the draft and renew the lease; or nothing, if any of it is refused."""
    recorded = interactions.record_interactions(
        attempt=attempt, stream=stream, acts=acts, now=now, sent_at=sent_at
    )
    is_over = Attempt.objects.filter(pk=attempt.pk, outcome__in=drafts.OVER).exists()
    saved = _saved(attempt, None if is_over else draft, now)
    until = None
    if not is_over:
        with suppress(leases.LeaseLostError):
            until = held_items.renew_lease(attempt=attempt, now=now)
    return SyncResult(
        recorded,
        revision=saved.revision if saved else 0,
        saved_at=saved.saved_at if saved else None,
        lease_until=until,
        is_over=is_over,
    )


def _saved(attempt: Attempt, draft: DraftUpdate | None, now: datetime) -> Draft | None:
    if draft is None:
        return Draft.objects.filter(attempt=attempt).first()
    saved = drafts.save_draft(attempt=attempt, revision=draft.revision, body=draft.body, now=now)
    if saved.revision == draft.revision + 1 and saved.saved_at == now:
        act = (InteractionKind.DRAFT_SAVED, {"revision": saved.revision})
        if interactions.has_room(attempt):
            interactions.record_server_acts(attempt=attempt, acts=[act], now=now)
    return saved


@transaction.atomic
def keep_draft(*, attempt: Attempt, body: dict[str, Any], now: datetime) -> None:
    """Store a draft that came by a plain form, whatever else is refused about it."""
    before = Draft.objects.select_for_update(no_key=True).filter(attempt=attempt).first()
    revision = before.revision if before else 0
    with suppress(drafts.AttemptOverError, drafts.DraftTooLongError, drafts.StaleDraftError):
        drafts.save_draft(
            attempt=attempt,
            revision=revision,
            body={**(before.body if before else {}), **body},
            now=now,
        )
