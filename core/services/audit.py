"""Writing the audit log: who did what that affects others."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import models

from core import request_context
from core.models import AuditEntry
from core.people import Person


def record(
    *,
    actor: Person | None,
    action: str,
    target: models.Model | None,
    now: datetime,
    details: dict[str, Any] | None = None,
) -> AuditEntry:
    """Record an action. Call this in the transaction of the action: both are stored, or neither is.

    `action` is a dotted name (`accounts.invite`); no actor means Touchstone itself.
    """
    return AuditEntry.objects.create(
        at=now,
        actor_id=actor.pk if actor else None,
        actor_label=str(actor)[:200] if actor else "",
        action=action,
        target_kind=target._meta.label_lower if target else "",
        target_id=str(getattr(target, "public_id", target.pk)) if target else "",
        target_label=str(target)[:300] if target else "",
        details=details or {},
        request_id=request_context.request_id.get()[:64],
    )
