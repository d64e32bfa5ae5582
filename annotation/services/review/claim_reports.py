"""Reports of claims, and the managers' decisions.

A reported claim leaves the queue until its reports are decided. People who are verifying it at that
moment may finish: if the claim is edited, their work is void; if not, it counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.models import User
from annotation.models import (
    LONGEST_CLAIM,
    Adjudication,
    Assignment,
    Attempt,
    Claim,
    ClaimKey,
    ClaimReport,
    Gold,
    InteractionKind,
    Verification,
)
from annotation.rules.checks.duplicates import identity_key
from annotation.services.calibration import gold
from annotation.services.desk import act_limits, leases
from annotation.services.desk.act_limits import LimitedAct
from annotation.services.logs.interactions import record_server_acts
from annotation.services.verifying import reopening, slot_leases, slots
from annotation.services.writing import claims
from campaigns.models import Campaign
from campaigns.selectors.guidelines import guidelines_in_force
from campaigns.selectors.protocols import protocol_of
from core.services import audit

LONGEST_NOTE = 1000
OTHER = "other"


class ReportReasonError(Exception):
    """No reason was given, an unknown one, or one that needs words."""


class BadNoteError(Exception):
    """The note is too long or contains a null character."""


class AlreadyDecidedError(Exception):
    """No report of this claim waits for a decision."""


class GoldReportedError(Exception):
    """The claim is silent gold, whose answer is about its text: it is withdrawn or kept."""


class BadClaimError(Exception):
    """The new text is empty, too long, unchanged, or that of another claim."""


@transaction.atomic
def report_claim(
    *, attempt: Attempt, reasons: Sequence[str], note: str = "", now: datetime
) -> ClaimReport:
    """Report the claim of an attempt; reported twice, return what is stored."""
    act_limits.hold_person(attempt.annotator_id)
    slot = Assignment.with_checks.select_for_update(no_key=True).get(pk=attempt.in_slot)
    claim = Claim.with_gold.select_for_update(no_key=True).get(pk=slot.claim_id)
    done = ClaimReport.objects.filter(attempt=attempt).first()
    if done is not None:
        return done
    given = _checked_reasons(claim, reasons, note)
    act_limits.check_rate(act=LimitedAct.REPORT, person_id=attempt.annotator_id, now=now)
    slot_leases.give_back(attempt)
    return _store_report(attempt, claim, given, note, now)


def report_adjudicated_claim(
    *, attempt: Attempt, claim: Claim, reasons: Sequence[str], note: str, now: datetime
) -> ClaimReport:
    """Report a claim from the adjudication bench, under the claim's lock.

    It takes the place of an earlier report by the same manager.
    """
    given = _checked_reasons(claim, reasons, note)
    ClaimReport.objects.filter(attempt=attempt).delete()
    return _store_report(attempt, claim, given, note, now)


def _checked_reasons(claim: Claim, reasons: Sequence[str], note: str) -> list[str]:
    """Return the reasons in the protocol's order, or raise if they or the note do not fit."""
    campaign = Campaign.objects.get(pk=claim.campaign_id)
    known = [choice.name for choice in protocol_of(campaign).acceptance.reasons]
    given, note = set(reasons), note.strip()
    if not given or not given <= set(known) or (OTHER in given and not note):
        raise ReportReasonError
    if len(note) > LONGEST_NOTE or "\0" in note:
        raise BadNoteError
    return [name for name in known if name in given]


def _store_report(
    attempt: Attempt, claim: Claim, reasons: list[str], note: str, now: datetime
) -> ClaimReport:
    leases.end_attempt(attempt, Attempt.Outcome.REPORTED, now)
    acts = [(InteractionKind.REPORTED, {"reasons": reasons})]
    record_server_acts(attempt=attempt, acts=acts, now=now)
    return ClaimReport.objects.create(
        campaign_id=claim.campaign_id,
        claim=claim,
        claim_version=claim.versions.order_by("-number")[0],
        attempt=attempt,
        reasons=reasons,
        note=note.strip(),
        reported_at=now,
    )


@transaction.atomic
def confirm_report(*, report: ClaimReport, actor: User, now: datetime) -> Claim:
    """Withdraw the claim, or the gold that it is."""
    silent = Gold.objects.filter(claim=report.claim_id).first()
    if silent is not None:
        gold.withdraw_gold(gold=silent, actor=actor, now=now)
        _decide(report, ClaimReport.State.CONFIRMED, actor, now)
        return report.claim
    # The claim's locks come in the order in which withdrawing takes them.
    reasons = ", ".join(report.reasons)
    claim = claims.withdraw_claim(claim=report.claim, actor=actor, reason=reasons, now=now)
    _decide(report, ClaimReport.State.CONFIRMED, actor, now)
    return claim


@transaction.atomic
def dismiss_report(*, report: ClaimReport, actor: User, now: datetime) -> Claim:
    """Put the claim back into the queue as it is."""
    claim = _hold(report)
    _decide(report, ClaimReport.State.DISMISSED, actor, now)
    supersede_adjudications([claim.pk], now, outcome=Adjudication.Outcome.BAD_CLAIM)
    return claim


@transaction.atomic
def edit_reported_claim(*, report: ClaimReport, text: str, actor: User, now: datetime) -> Claim:
    """Store a new version of the claim to verify from the start; earlier verifications are void."""
    claim = _hold(report)
    if claim.state == Claim.State.GOLD:
        raise GoldReportedError
    if claim.state != Claim.State.LIVE:
        raise AlreadyDecidedError
    _rewrite(claim, text.strip(), actor, now)
    void_verifications(claim, now)
    slots.close_slots(claim, now=now)
    campaign = Campaign.objects.get(pk=claim.campaign_id)
    slots.open_slots_of(campaign=campaign, claim=claim, protocol=protocol_of(campaign), now=now)
    _decide(report, ClaimReport.State.EDITED, actor, now)
    return claim


def _hold(report: ClaimReport) -> Claim:
    """Return the claim, locked after its slots."""
    slots.hold_slots(report.claim)
    return Claim.with_gold.select_for_update(no_key=True).get(pk=report.claim_id)


def _decide(report: ClaimReport, state: ClaimReport.State, actor: User, now: datetime) -> None:
    """Decide every open report of the claim."""
    open_ones = ClaimReport.objects.filter(claim=report.claim_id, state=ClaimReport.State.OPEN)
    decided = open_ones.update(state=state, decided_at=now, decided_by=actor)
    if not decided:
        raise AlreadyDecidedError
    report.refresh_from_db()
    audit.record(
        actor=actor,
        action=f"claim_report.{state}",
        target=report.claim,
        now=now,
        details={"reasons": report.reasons},
    )


def _rewrite(claim: Claim, text: str, actor: User, now: datetime) -> None:
    if not text or len(text) > LONGEST_CLAIM or "\0" in text or text == claim.text:
        raise BadClaimError
    claim.text, claim.wording = text, identity_key(text)
    if claim.identity is not None:
        claim.identity = claim.wording
    try:
        with transaction.atomic():
            claim.save(update_fields=["text", "wording", "identity"])
    except IntegrityError as error:
        raise BadClaimError from error
    ClaimKey.objects.filter(claim=claim).delete()
    claims.add_keys([claim])
    last = claim.versions.order_by("-number").values_list("number", flat=True)[0]
    guidelines = guidelines_in_force(claim.campaign)
    claims.version_of(claim, last + 1, guidelines, actor.pk, now).save()


def void_verifications(claim: Claim, now: datetime) -> None:
    """Void the verifications of the old text and end corrections that are open."""
    valid = Verification.objects.filter(claim=claim, void_since=None)
    reopened = valid.filter(attempt__outcome=Attempt.Outcome.OPEN).select_related("attempt")
    for verification in reopened:
        reopening.end_correction(verification, verification.attempt, now)
    valid.update(void_since=now)
    supersede_adjudications([claim.pk], now)


def supersede_adjudications(
    claims: Sequence[int], now: datetime, *, outcome: Adjudication.Outcome | None = None
) -> None:
    """End decisions about claims, so that the claims come back to the adjudication bench."""
    in_force = Adjudication.objects.filter(claim__in=claims, superseded_at=None)
    if outcome is not None:
        in_force = in_force.filter(outcome=outcome)
    in_force.update(superseded_at=now)
