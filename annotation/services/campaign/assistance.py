"""The switch of assisted checking."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from annotation.selectors.review.arms import STARTED, STOPPED
from campaigns.models import Campaign
from campaigns.services.campaigns import hold_campaign
from core.services import audit


@transaction.atomic
def switch_assistance(*, campaign: Campaign, is_on: bool, actor: User, now: datetime) -> None:
    """Turn suggestions on or off. Claims are dealt an arm either way, and keep it.

    The audit log says when they were on (`annotation.selectors.review.arms`).
    """
    held = hold_campaign(campaign)
    if held.suggests_evidence == is_on:
        return
    Campaign.objects.filter(pk=held.pk).update(suggests_evidence=is_on)
    action = STARTED if is_on else STOPPED
    audit.record(actor=actor, action=action, target=held, now=now)
