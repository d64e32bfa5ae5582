"""Verifications: stored whole or not at all. `reopening` opens one again for a correction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from annotation.models import (
    Assignment,
    Attempt,
    Claim,
    Evidence,
    EvidenceSet,
    InteractionKind,
    Verification,
    VerificationVersion,
)
from annotation.rules.verifying.elements import in_reading_order
from annotation.rules.verifying.faults import JudgementRefusedError, faults_in
from annotation.rules.verifying.judgements import Judgement, digest_of
from annotation.rules.verifying.scopes import ClaimOrigin, EvidencePlace, scope_of
from annotation.selectors.evidence import evidence_of
from annotation.services import leases, phase_items, queue, reopening, reviews, slots, stages
from annotation.services.interactions import record_server_acts, work_time_of
from campaigns.models import Campaign
from campaigns.protocols.protocol import Protocol
from campaigns.selectors.guidelines import guidelines_in_force
from campaigns.selectors.protocols import protocol_of
from wiki.models import Page

OUTSIDE_THE_QUEUE = (
    Attempt.Purpose.GOLD,
    Attempt.Purpose.ADJUDICATION,
    Attempt.Purpose.CALIBRATION,
)


class ClaimWithdrawnError(Exception):
    """The claim was withdrawn in the meantime."""


class ClaimChangedError(Exception):
    """The claim was edited in the meantime: it is another claim now, for others to verify."""


@transaction.atomic
def begin_verification(
    *, claim: Claim, annotator: User, purpose: Attempt.Purpose, now: datetime
) -> Attempt:
    """Start a verification without a lease, outside the queue: gold, adjudication, practice."""
    assert purpose in OUTSIDE_THE_QUEUE
    attempt, made = Attempt.objects.get_or_create(
        claim=claim,
        annotator=annotator,
        purpose=purpose,
        defaults={"lease": 1, "started_at": now},
    )
    if made:
        record_server_acts(attempt=attempt, acts=[(InteractionKind.STARTED, {})], now=now)
    return attempt


def submit_verification(*, attempt: Attempt, judgement: Judgement, now: datetime) -> Verification:
    """Store a verification, or the correction of one; return the stored one if sent again.

    A late submission counts as long as nobody else took the claim. Raise JudgementRefusedError
    with all faults of the judgement, and NotReviewedError if another one was reviewed.
    """
    digest = digest_of(judgement)
    try:
        stored = _stored(attempt, digest)
        if stored is not None:
            return stored
        return _store(attempt, _check(attempt, judgement, digest), now)
    except (JudgementRefusedError, leases.LeaseLostError):
        # Another window may have handed in just this while we were checking it.
        stored = _stored(attempt, digest)
        if stored is None:
            raise
        return stored


@dataclass(frozen=True, slots=True)
class _PlacedElement:
    """An element with the row of its page."""

    page: Page
    address: str


@dataclass(frozen=True, slots=True)
class _CheckedJudgement:
    """A judgement that may be stored, with its evidence in reading order."""

    campaign: Campaign
    protocol: Protocol
    judgement: Judgement
    evidence: Sequence[Sequence[_PlacedElement]]
    scope: Sequence[EvidencePlace]
    digest: str


def _check(attempt: Attempt, judgement: Judgement, digest: str) -> _CheckedJudgement:
    """Return the judgement ready to be stored, or raise JudgementRefusedError with all faults.

    This opens pages, so it comes before the transaction; pages and rules do not change.
    """
    claim = Claim.with_gold.select_related("campaign__corpus", "highlight__page").get(
        pk=attempt.at_claim
    )
    campaign = claim.campaign
    stages.check_accepts_work(campaign)
    protocol = protocol_of(campaign)
    stage = stages.verifying_stage(protocol)
    source = evidence_of(judgement, claim, protocol)
    faults = faults_in(judgement, protocol, stage, source)
    if faults:
        raise JudgementRefusedError(faults)
    reviews.check_reviewed(attempt, digest)
    documents = source.documents
    placed = [
        [
            _PlacedElement(source.pages[element.page].page, element.address)
            for element in in_reading_order(elements, documents)
        ]
        for elements in judgement.sets
    ]
    scope = scope_of(judgement.sets, _origin_of(claim))
    return _CheckedJudgement(campaign, protocol, judgement, placed, scope, digest)


def _origin_of(claim: Claim) -> ClaimOrigin | None:
    highlight = claim.highlight
    return ClaimOrigin(highlight.page.title, highlight.addresses) if highlight else None


def _stored(attempt: Attempt, digest: str) -> Verification | None:
    """Return the verification that was submitted from this attempt before, if one was."""
    if not leases.is_submitted(attempt, digest):
        return None
    return Verification.objects.get(attempt=attempt)


@transaction.atomic
def _store(attempt: Attempt, checked: _CheckedJudgement, now: datetime) -> Verification:
    # The locks make the second of two windows wait, then see what the first has stored.
    if attempt.assignment_id is not None:
        Assignment.objects.select_for_update(no_key=True).get(pk=attempt.assignment_id)
    claim = Claim.with_gold.select_for_update(no_key=True).get(pk=attempt.at_claim)
    stored = _stored(attempt, checked.digest)
    if stored is not None:
        return stored
    held = Verification.objects.select_for_update(no_key=True).filter(attempt=attempt)
    verification = held.first()
    if verification is not None:
        reopening.check_correctable(verification, now, grace=leases.lease_time())
        corrected = _correct(verification, attempt, checked, now)
        phase_items.finish_item(attempt=attempt, now=now)
        return corrected
    _settle(attempt, claim)
    verification = Verification.objects.create(
        campaign=checked.campaign,
        claim=claim,
        claim_author_id=claim.author_id,
        attempt=attempt,
        annotator_id=attempt.annotator_id,
        purpose=attempt.purpose,
        verdict=checked.judgement.verdict,
        submitted_at=now,
    )
    _add_version(verification, attempt, checked, now)
    phase_items.finish_item(attempt=attempt, now=now)
    if attempt.purpose == Attempt.Purpose.VERIFY and _is_first(verification):
        slots.open_duplicates(
            campaign=checked.campaign,
            claim=claim,
            annotator_id=attempt.annotator_id,
            protocol=checked.protocol,
            now=now,
        )
    return verification


def _settle(attempt: Attempt, claim: Claim) -> None:
    """Mark the slot as done, if it is still this person's and the claim is unchanged."""
    if claim.state == Claim.State.WITHDRAWN:
        raise ClaimWithdrawnError
    if attempt.assignment_id is None:
        return
    settled = queue.held_by(attempt).update(
        state=Assignment.State.DONE, holder=None, lease_until=None
    )
    if not settled:
        slot = Assignment.objects.get(pk=attempt.assignment_id)
        raise ClaimChangedError if slot.state == Assignment.State.CLOSED else leases.LeaseLostError


def _is_first(verification: Verification) -> bool:
    others = Verification.objects.filter(
        claim=verification.claim_id, purpose=Attempt.Purpose.VERIFY, void_since=None
    )
    return not others.exclude(pk=verification.pk).exists()


def _correct(
    verification: Verification, attempt: Attempt, checked: _CheckedJudgement, now: datetime
) -> Verification:
    last = verification.versions.get(number=verification.number)
    if last.digest == checked.digest:
        # Opened again and left as it was.
        reopening.end_correction(verification, attempt, now)
        return verification
    verification.number += 1
    verification.verdict = checked.judgement.verdict
    verification.save(update_fields=["number", "verdict"])
    _add_version(verification, attempt, checked, now)
    return verification


def _add_version(
    verification: Verification, attempt: Attempt, checked: _CheckedJudgement, now: datetime
) -> None:
    judgement, work = checked.judgement, work_time_of(attempt)
    version = VerificationVersion.objects.create(
        verification=verification,
        number=verification.number,
        verdict=judgement.verdict,
        answer=judgement.answer,
        tags=dict(judgement.tags),
        note=judgement.note.strip(),
        claim_version=verification.claim.versions.order_by("-number").only("pk")[0],
        guidelines=guidelines_in_force(checked.campaign),
        submitted_at=now,
        loading_ms=_milliseconds(work.loading),
        active_ms=_milliseconds(work.active),
        idle_ms=_milliseconds(work.idle),
        scope=list(checked.scope),
        digest=checked.digest,
    )
    limit = checked.protocol.evidence.set_limit
    sets = EvidenceSet.objects.bulk_create(
        EvidenceSet(version=version, position=position, set_limit=limit)
        for position in range(1, len(checked.evidence) + 1)
    )
    Evidence.objects.bulk_create(
        Evidence(evidence_set=row, page=element.page, address=element.address, position=position)
        for row, elements in zip(sets, checked.evidence, strict=True)
        for position, element in enumerate(elements, start=1)
    )
    leases.end_attempt(attempt, Attempt.Outcome.SUBMITTED, now, digest=checked.digest)
    acts = [(InteractionKind.SUBMITTED, {"version": version.number, "verdict": version.verdict})]
    record_server_acts(attempt=attempt, acts=acts, now=now)


def _milliseconds(time: timedelta) -> int:
    return time // timedelta(milliseconds=1)
