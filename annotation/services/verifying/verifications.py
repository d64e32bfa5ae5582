"""Verifications: stored whole or not at all. `reopening` opens one again for a correction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, Subquery

from accounts.models import User
from annotation.models import (
    Assignment,
    Attempt,
    Claim,
    ClaimVersion,
    Evidence,
    EvidenceSet,
    InteractionKind,
    Verification,
    VerificationVersion,
)
from annotation.rules.verifying.elements import in_reading_order
from annotation.rules.verifying.faults import JudgementRefusedError, faults_in
from annotation.rules.verifying.figures import figures_of_sets
from annotation.rules.verifying.judgements import Judgement, digest_of
from annotation.rules.verifying.scopes import ClaimOrigin, EvidencePlace, scope_of
from annotation.selectors.desk.attempts import design_for
from annotation.selectors.logs.acts import log_of
from annotation.selectors.verifying.evidence import evidence_of
from annotation.services.calibration import phase_items
from annotation.services.desk import leases, stages
from annotation.services.logs.entries import LOG_SIZE
from annotation.services.logs.interactions import (
    append_server_acts,
    record_server_acts,
    work_time_in,
)
from annotation.services.verifying import confirmations, reopening, slot_leases, slots
from campaigns.models import Campaign
from campaigns.protocols.protocol import Protocol
from campaigns.selectors.guidelines import NoGuidelinesError, guidelines_key
from campaigns.selectors.protocols import protocol_in, protocol_text
from core.prepared_queries import Parameter, PreparedQuery
from wiki.models import Page

OUTSIDE_THE_QUEUE = (
    Attempt.Purpose.GOLD,
    Attempt.Purpose.ADJUDICATION,
    Attempt.Purpose.CALIBRATION,
    Attempt.Purpose.MACHINE,
)


class ClaimWithdrawnError(Exception):
    """The claim was withdrawn in the meantime."""


class ClaimChangedError(Exception):
    """The claim was edited in the meantime: it is another claim now, for others to verify."""


_REFUSALS = (
    JudgementRefusedError,
    confirmations.NotConfirmedError,
    confirmations.NotAskedError,
    leases.LeaseLostError,
    stages.CampaignNotOpenError,
    ClaimWithdrawnError,
    ClaimChangedError,
)


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


def submit_verification(
    *, attempt: Attempt, judgement: Judgement, now: datetime, has_token: bool = True
) -> Verification:
    """Store a verification, or the correction of one; return the stored one if sent again.

    A late submission counts as long as nobody else took the claim. Raise JudgementRefusedError
    with all faults of the judgement, and NotConfirmedError if another one was confirmed, or if a
    program has not the token of the confirmation; of a machine it is stored and marked.
    """
    digest = digest_of(judgement)
    try:
        return _store(attempt, _check(attempt, judgement, digest, has_token=has_token), now)
    except _REFUSALS:
        # Just this may have been handed in before, or by another window at this moment.
        if not leases.is_submitted(attempt, digest):
            raise
        return Verification.objects.get(attempt=attempt)


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
    guidelines_id: int
    judgement: Judgement
    evidence: Sequence[Sequence[_PlacedElement]]
    scope: Sequence[EvidencePlace]
    figures: Sequence[dict[str, Any]]
    digest: str
    is_unconfirmed: bool


def _check(
    attempt: Attempt, judgement: Judgement, digest: str, *, has_token: bool
) -> _CheckedJudgement:
    """Return the judgement ready to be stored, or raise JudgementRefusedError with all faults.

    This opens pages, so it comes before the transaction; pages and rules do not change.
    """
    claim, design, guidelines_id = _read_claim(attempt.at_claim)
    protocol = design_for(attempt, design)
    campaign = claim.campaign
    if attempt.purpose == Attempt.Purpose.ADJUDICATION:
        stages.check_adjudicates(campaign)
    else:
        stages.check_accepts_work(campaign)
    stage = stages.verifying_stage(protocol)
    source = evidence_of(judgement, claim, protocol)
    faults = faults_in(judgement, protocol, stage, source)
    if faults:
        raise JudgementRefusedError(faults)
    is_unconfirmed = not confirmations.is_confirmed(attempt, digest, has_token=has_token)
    if attempt.purpose != Attempt.Purpose.MACHINE:
        if is_unconfirmed:
            raise confirmations.NotConfirmedError
        confirmations.check_minimality(attempt, judgement, protocol)
    documents = source.documents
    placed = [
        [
            _PlacedElement(source.pages[element.page].page, element.address)
            for element in in_reading_order(elements, documents)
        ]
        for elements in judgement.sets
    ]
    scope = scope_of(judgement.sets, _origin_of(claim))
    figures = figures_of_sets(judgement.sets, documents)
    return _CheckedJudgement(
        campaign, protocol, guidelines_id, judgement, placed, scope, figures, digest, is_unconfirmed
    )


def _claims_to_check() -> QuerySet[Claim]:
    return (
        Claim.with_gold.select_related("campaign", "highlight__page")
        .only(
            "campaign__public_id", "campaign__state", "campaign__corpus", "campaign__seed",
            "highlight__addresses", "highlight__page__title",
        )
        .annotate(
            design=protocol_text("campaign__protocol"),
            guidelines_now=guidelines_key(OuterRef("campaign")),
        )
        .filter(pk=Parameter("claim"))
    )  # fmt: skip


def _locked_claims() -> QuerySet[Claim]:
    locked = Claim.with_gold.select_for_update(no_key=True).only("public_id", "state", "author")
    return locked.filter(pk=Parameter("claim"))


def _locked_attempts() -> QuerySet[Attempt]:
    """Return an attempt, locked after its claim, with what is true of that while it is locked."""
    versions = ClaimVersion.objects.filter(claim=Parameter("claim")).order_by("-number")
    verified = Verification.objects.filter(
        claim=Parameter("claim"), purpose=Attempt.Purpose.VERIFY, void_since=None
    )
    return (
        Attempt.objects.select_for_update(no_key=True, of=("self",))
        .annotate(
            claim_version=Subquery(versions.values("pk")[:1]),
            is_first=~Exists(verified.exclude(attempt=Parameter("attempt"))),
        )
        .only("outcome", "digest", "reopened_at", *LOG_SIZE)
        .filter(pk=Parameter("attempt"))
    )


_CLAIM_TO_CHECK = PreparedQuery(_claims_to_check)
_LOCKED_CLAIM = PreparedQuery(_locked_claims)
_LOCKED_ATTEMPT = PreparedQuery(_locked_attempts)


def _read_claim(pk: int) -> tuple[Claim, Protocol, int]:
    """Return a claim with what a judgement of it is checked against, in one query.

    That is its campaign and highlight; the campaign's protocol; the key of its guidelines.
    """
    claim: Any = _CLAIM_TO_CHECK.get(claim=pk)
    if claim.guidelines_now is None:
        raise NoGuidelinesError
    return claim, protocol_in(claim.design), claim.guidelines_now


def _origin_of(claim: Claim) -> ClaimOrigin | None:
    highlight = claim.highlight
    return ClaimOrigin(highlight.page.title, highlight.addresses) if highlight else None


@transaction.atomic
def _store(attempt: Attempt, checked: _CheckedJudgement, now: datetime) -> Verification:
    # The locks make the second of two windows wait, then see what the first has stored. The slot
    # comes first, which its update locks; then the claim, then the attempt.
    is_settled = attempt.assignment_id is not None and slot_leases.settle_slot(attempt)
    claim = _LOCKED_CLAIM.get(claim=attempt.at_claim)
    held = _hold_attempt(attempt)
    now_stored = held.attempt
    if leases.was_submitted(now_stored.outcome, now_stored.digest, checked.digest):
        return Verification.objects.get(attempt=attempt)
    # Without having been opened again, an attempt that is not submitted has no verification.
    if now_stored.reopened_at is not None:
        stored = Verification.objects.select_for_update(no_key=True).filter(attempt=attempt)
        verification = stored.first()
        if verification is not None:
            reopening.check_correctable(verification, now, grace=leases.lease_time())
            corrected = _correct(verification, held, checked, now)
            phase_items.finish_item(attempt=attempt, now=now)
            return corrected
    _require_settled(attempt, claim, outcome=now_stored.outcome, is_settled=is_settled)
    verification = Verification.objects.create(
        campaign=checked.campaign,
        claim=claim,
        claim_author_id=claim.author_id,
        attempt=attempt,
        annotator_id=attempt.annotator_id,
        purpose=attempt.purpose,
        verdict=checked.judgement.verdict,
        submitted_at=now,
        is_unconfirmed=checked.is_unconfirmed,
    )
    _add_version(verification, held, checked, now)
    phase_items.finish_item(attempt=attempt, now=now)
    if attempt.purpose == Attempt.Purpose.VERIFY and held.is_first:
        slots.open_checks(
            campaign=checked.campaign,
            claim=claim,
            annotator_id=attempt.annotator_id,
            protocol=checked.protocol,
            now=now,
        )
    return verification


@dataclass(frozen=True, slots=True)
class _HeldAttempt:
    """An attempt, locked after its claim, with what is true of that while it is locked."""

    attempt: Attempt
    claim_version_id: int
    is_first: bool


def _hold_attempt(attempt: Attempt) -> _HeldAttempt:
    held: Any = _LOCKED_ATTEMPT.get(attempt=attempt.pk, claim=attempt.at_claim)
    return _HeldAttempt(held, held.claim_version, held.is_first)


def _require_settled(attempt: Attempt, claim: Claim, *, outcome: str, is_settled: bool) -> None:
    """Raise the reason why nothing can be stored, if there is one."""
    if claim.state in (Claim.State.WITHDRAWN, Claim.State.SET_ASIDE, Claim.State.RETURNED):
        raise ClaimWithdrawnError
    if attempt.purpose == Attempt.Purpose.MACHINE and outcome != Attempt.Outcome.OPEN:
        # Nobody takes a claim from a machine, but its text may have been edited.
        is_edited = outcome == Attempt.Outcome.LOST
        raise ClaimChangedError if is_edited else leases.LeaseLostError
    if is_settled or attempt.assignment_id is None:
        return
    slot = Assignment.with_checks.get(pk=attempt.assignment_id)
    # A slot of silent gold is closed when it is lost, and its text is never edited.
    is_edited = slot.state == Assignment.State.CLOSED and slot.kind != Assignment.Kind.SILENT
    raise ClaimChangedError if is_edited else leases.LeaseLostError


def _correct(
    verification: Verification, held: _HeldAttempt, checked: _CheckedJudgement, now: datetime
) -> Verification:
    last = verification.versions.get(number=verification.number)
    if last.digest == checked.digest and verification.void_since is None:
        # Opened again and left as it was.
        reopening.end_correction(verification, held.attempt, now)
        return verification
    verification.number += 1
    verification.verdict = checked.judgement.verdict
    # Only an adjudication is corrected after the claim was edited: it is about the new text now.
    verification.void_since = None
    verification.save(update_fields=["number", "verdict", "void_since"])
    _add_version(verification, held, checked, now)
    return verification


def _add_version(
    verification: Verification, held: _HeldAttempt, checked: _CheckedJudgement, now: datetime
) -> None:
    log = log_of(held.attempt, with_bodies=False)
    judgement, work = checked.judgement, work_time_in(log)
    version = VerificationVersion.objects.create(
        verification=verification,
        number=verification.number,
        verdict=judgement.verdict,
        answer=judgement.answer,
        tags=dict(judgement.tags),
        note=judgement.note.strip(),
        claim_version_id=held.claim_version_id,
        guidelines_id=checked.guidelines_id,
        submitted_at=now,
        loading_ms=_milliseconds(work.loading),
        active_ms=_milliseconds(work.active),
        idle_ms=_milliseconds(work.idle),
        scope=list(checked.scope),
        figures=list(checked.figures),
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
    acts = [(InteractionKind.SUBMITTED, {"version": version.number, "verdict": version.verdict})]
    append_server_acts(held=held.attempt, log=log, acts=acts, now=now)
    submitted, digest = Attempt.Outcome.SUBMITTED, checked.digest
    leases.end_attempt(held.attempt, submitted, now, digest=digest, changed=LOG_SIZE)


def _milliseconds(time: timedelta) -> int:
    return time // timedelta(milliseconds=1)
