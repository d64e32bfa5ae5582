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
from annotation.selectors.desk.attempts import campaign_of
from annotation.services.desk import drafts, held_items, leases, stages
from annotation.services.logs import interactions
from annotation.services.logs.entries import ServerAct


@dataclass(frozen=True, slots=True)
class SyncResult:
    """The stored state of a desk. Without a lease the item is somebody else's, or finished."""

    recorded: int
    revision: int
    saved_at: datetime | None
    lease_until: datetime | None
    is_over: bool = False


def sync_desk(
    *,
    attempt: Attempt,
    stream: uuid.UUID,
    acts: Sequence[DeskAct],
    draft: DraftUpdate | None,
    now: datetime,
    sent_at: datetime | None = None,
) -> SyncResult:
    """Record the acts, save the draft and renew the lease; or nothing, if any of it is refused.

    Raise `stages.CampaignArchivedError` in an archived campaign.
    """
    stages.check_not_archived(campaign_of(attempt))
    # What needs no lock comes before the transaction.
    interactions.check_batch(attempt=attempt, stream=stream, acts=acts, sent_at=sent_at)
    if draft is not None:
        drafts.check_draft(draft.body)
    with transaction.atomic():
        # This locks the item: always before the attempt, as a submission does.
        until = None
        with suppress(leases.LeaseLostError):
            until = held_items.renew_lease(attempt=attempt, now=now)
        held = interactions.hold_log(attempt)
        is_over = held.outcome in drafts.OVER
        saved = _saved(held, None if is_over else draft, now)
        server_acts: list[ServerAct] = []
        if draft is not None and _is_new(saved, draft, now) and interactions.has_room(held):
            assert saved is not None
            server_acts = [(InteractionKind.DRAFT_SAVED, {"revision": saved.revision})]
        recorded = interactions.add_acts(
            held=held,
            stream=stream,
            acts=acts,
            now=now,
            sent_at=sent_at,
            server_acts=server_acts,
        )
    return SyncResult(
        recorded,
        revision=saved.revision if saved else 0,
        saved_at=saved.saved_at if saved else None,
        lease_until=None if is_over else until,
        is_over=is_over,
    )


def _saved(held: Attempt, draft: DraftUpdate | None, now: datetime) -> Draft | None:
    if draft is None:
        return Draft.objects.filter(attempt=held).defer("body").first()
    return drafts.store_draft(attempt=held, revision=draft.revision, body=draft.body, now=now)


def _is_new(saved: Draft | None, draft: DraftUpdate, now: datetime) -> bool:
    """Return whether the draft was stored now; one that is sent again was stored before."""
    return saved is not None and saved.revision == draft.revision + 1 and saved.saved_at == now


@transaction.atomic
def keep_draft(*, attempt: Attempt, body: dict[str, Any], now: datetime) -> None:
    """Store a draft that came by a plain form, whatever else is refused about it.

    Nothing is stored in an archived campaign.
    """
    if campaign_of(attempt).is_archived:
        return
    before = Draft.objects.select_for_update(no_key=True).filter(attempt=attempt).first()
    revision = before.revision if before else 0
    with suppress(drafts.AttemptOverError, drafts.DraftTooLongError, drafts.StaleDraftError):
        drafts.save_draft(
            attempt=attempt,
            revision=revision,
            body={**(before.body if before else {}), **body},
            now=now,
        )
