"""The work of machines, which verify claims beside people.

A machine takes no slot: each gets every claim once that a person has begun to verify, in the order
in which the claims were written. So its pace decides about nobody's work, and what it says counts
nowhere but in the tables about machines. Gold is not among the claims: nobody measures a machine
by what only people should be measured by.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from accounts.roles import Role
from annotation.models import Attempt, Claim, ClaimReport, InteractionKind, Skip
from annotation.services.desk import leases, stages
from annotation.services.logs.interactions import record_server_acts
from annotation.services.verifying.queue import NotAVerifierError, NothingToVerifyError
from annotation.services.verifying.verifications import begin_verification
from campaigns.models import Campaign, Membership
from campaigns.selectors.protocols import protocol_of


@transaction.atomic
def take_claim(*, campaign: Campaign, machine: User, now: datetime) -> Attempt:
    """Give a machine a claim to verify; one that has not finished its last gets that again."""
    # The lock on the membership: two copies of a program take turns.
    members = Membership.objects.select_for_update(no_key=True, of=("self",))
    if not members.filter(campaign=campaign, user=machine, role=Role.MACHINE).exists():
        raise NotAVerifierError
    stored = Campaign.objects.get(pk=campaign.pk)
    stages.check_hands_out(stored)
    stages.verifying_stage(protocol_of(stored))
    claims = _claims_for_machines(stored)
    mine = Attempt.objects.filter(annotator=machine, purpose=Attempt.Purpose.MACHINE)
    held = mine.filter(outcome=Attempt.Outcome.OPEN, claim__in=claims).order_by("pk").first()
    if held is not None:
        return held
    seen = mine.filter(claim=OuterRef("pk"))
    claim = claims.filter(~Exists(seen)).order_by("pk").first()
    if claim is None:
        raise NothingToVerifyError
    return begin_verification(
        claim=claim, annotator=machine, purpose=Attempt.Purpose.MACHINE, now=now
    )


def _claims_for_machines(campaign: Campaign) -> QuerySet[Claim]:
    """Return the claims whose texts are final, since a person has begun to verify them."""
    reported = ClaimReport.objects.filter(claim=OuterRef("pk"), state=ClaimReport.State.OPEN)
    return Claim.objects.filter(
        ~Exists(reported),
        campaign=campaign,
        state=Claim.State.LIVE,
        verifying_since__isnull=False,
    )


@transaction.atomic
def skip_claim(*, attempt: Attempt, reason: str, text: str = "", now: datetime) -> Skip:
    """Skip a claim for a reason; the machine does not get it again."""
    campaign = Campaign.objects.get(claims=attempt.at_claim)
    stages.check_not_archived(campaign)
    stage = stages.verifying_stage(protocol_of(campaign))
    held = Attempt.objects.select_for_update(no_key=True).get(pk=attempt.pk)
    done = Skip.objects.filter(attempt=held).first()
    if done is not None:
        return done
    text = stages.checked_reason(stage, reason, text)
    if held.outcome != Attempt.Outcome.OPEN:
        raise leases.LeaseLostError
    leases.end_attempt(held, Attempt.Outcome.SKIPPED, now)
    acts: list[tuple[InteractionKind, dict[str, Any]]] = [
        (InteractionKind.SKIPPED, {"reason": reason})
    ]
    record_server_acts(attempt=held, acts=acts, now=now)
    return Skip.objects.create(attempt=held, reason=reason, text=text, skipped_at=now)
