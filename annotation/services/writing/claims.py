"""Claims: submitted together, or withdrawn. `corrections` has their corrections."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.models import User
from annotation.models import (
    Attempt,
    Claim,
    ClaimKey,
    ClaimVersion,
    Highlight,
    InteractionKind,
)
from annotation.rules.checks.duplicates import identity_key, likeness_keys
from annotation.rules.writing.submissions import (
    ClaimPlace,
    FittedClaim,
    WrittenClaim,
    digest_of,
    fit_claims,
)
from annotation.selectors.writing.highlights import material_of, prescriptions_of
from annotation.services.calibration import phase_items
from annotation.services.desk import leases, stages
from annotation.services.logs.interactions import record_server_acts
from annotation.services.verifying import slots
from annotation.services.writing import decks
from annotation.services.writing.claim_checks import (
    ClaimsRefusedError,
    Findings,
    GiveAways,
    check_claims,
    claim_index_for,
    identity_of,
    overrides_in,
    refuse_open_findings,
    refused_as_identical,
)
from annotation.services.writing.highlights import held_by
from campaigns.models import GuidelinesVersion
from campaigns.selectors.guidelines import guidelines_in_force
from campaigns.selectors.protocols import protocol_of
from core.services import audit

# Tokens are cut at this length anyway.
LONGEST_KEY = 100
_STATES = {
    Attempt.Purpose.WRITE: Claim.State.LIVE,
    Attempt.Purpose.GOLD: Claim.State.GOLD,
    Attempt.Purpose.CALIBRATION: Claim.State.CALIBRATION,
}


def submit_claims(
    *,
    attempt: Attempt,
    claims: Sequence[WrittenClaim],
    now: datetime,
    giveaways: GiveAways | None = None,
) -> list[Claim]:
    """Store all claims of a highlight, or none; submitted twice, return what is stored.

    A late submission counts as long as nobody else took the highlight.
    """
    digest = digest_of(claims)
    try:
        stored = _stored(attempt, digest)
        if stored is not None:
            return stored
        highlight, checked = _check(attempt, claims, digest, giveaways or {})
        return _store(highlight, attempt, checked, now)
    except (ClaimsRefusedError, leases.LeaseLostError):
        # Another window may have submitted the same while we were checking it.
        stored = _stored(attempt, digest)
        if stored is None:
            raise
        return stored


def _check(
    attempt: Attempt, claims: Sequence[WrittenClaim], digest: str, giveaways: GiveAways
) -> tuple[Highlight, _CheckedClaims]:
    """Return the claims ready to be stored; raise MisfitError or ClaimsRefusedError.

    Checking takes its time, so it comes before the transaction. What it rests on does not change
    while the highlight is held; a constraint sees to it that nobody writes the same at that moment.
    """
    highlight = _own_highlight(attempt)
    if highlight is None:
        raise leases.LeaseLostError
    campaign = highlight.campaign
    stages.check_accepts_work(campaign)
    protocol = protocol_of(campaign)
    fitted = fit_claims(
        protocol, stages.writing_stage(protocol), prescriptions_of(highlight), claims
    )
    index = claim_index_for(attempt, campaign)
    found = check_claims(index, material_of(highlight), fitted, giveaways)
    refuse_open_findings(fitted, found)
    return highlight, _CheckedClaims(fitted, found, digest)


def _own_highlight(attempt: Attempt) -> Highlight | None:
    """Return the highlight if the person holds it; gold and calibration need no lease."""
    if attempt.purpose == Attempt.Purpose.WRITE:
        return held_by(attempt).select_related("campaign").first()
    mine = Highlight.with_gold.filter(
        attempts=attempt.pk, attempts__outcome=Attempt.Outcome.OPEN, pk=attempt.at_highlight
    )
    return mine.select_related("campaign").first()


@dataclass(frozen=True, slots=True)
class _CheckedClaims:
    """Claims that may be stored, with the warnings that were overridden."""

    claims: Sequence[FittedClaim]
    found: Findings
    digest: str


def _stored(attempt: Attempt, digest: str) -> list[Claim] | None:
    """Return the claims that were submitted from this attempt before, if any were."""
    if not leases.is_submitted(attempt, digest):
        return None
    return list(Claim.with_gold.filter(attempt=attempt).order_by("pk"))


@transaction.atomic
def _store(
    highlight: Highlight, attempt: Attempt, checked: _CheckedClaims, now: datetime
) -> list[Claim]:
    # The row's lock makes the second of two windows wait, then see what the first has stored.
    Highlight.with_gold.select_for_update(no_key=True).get(pk=highlight.pk)
    stored = _stored(attempt, checked.digest)
    if stored is not None:
        return stored
    if attempt.purpose == Attempt.Purpose.WRITE:
        settled = held_by(attempt).update(
            state=Highlight.State.WRITTEN, holder=None, lease_until=None
        )
        if not settled:
            raise leases.LeaseLostError
    written = _write_all(highlight, attempt, checked.claims, now)
    leases.end_attempt(attempt, Attempt.Outcome.SUBMITTED, now, digest=checked.digest)
    acts = [*overrides_in(checked.found), (InteractionKind.SUBMITTED, {})]
    record_server_acts(attempt=attempt, acts=acts, now=now)
    phase_items.finish_item(attempt=attempt, now=now)
    return written


@transaction.atomic
def withdraw_claim(*, claim: Claim, actor: User, reason: str, now: datetime) -> Claim:
    """Withdraw a claim from the dataset; what was prescribed for it is dealt again.

    A slot's prescription is freed with its last live claim.
    """
    decks.hold_decks(claim.campaign_id)
    slots.hold_slots(claim)
    changed = Claim.objects.filter(pk=claim.pk, state__in=Claim.KEPT).update(
        state=Claim.State.WITHDRAWN
    )
    claim.state = Claim.State.WITHDRAWN
    if not changed:
        return claim
    slots.close_slots(claim, now=now)
    decks.free_slots_of([claim])
    audit.record(
        actor=actor, action="claim.withdrawn", target=claim, now=now, details={"reason": reason}
    )
    return claim


# --- writing -----------------------------------------------------------------------------------
def _write_all(
    highlight: Highlight,
    attempt: Attempt,
    claims: Sequence[FittedClaim],
    now: datetime,
) -> list[Claim]:
    guidelines = guidelines_in_force(highlight.campaign)
    state = _STATES[Attempt.Purpose(attempt.purpose)]
    is_in_dataset = state is Claim.State.LIVE
    made: dict[ClaimPlace, Claim] = {}
    try:
        with transaction.atomic():
            for claim in claims:
                made[claim.key] = Claim.objects.create(
                    campaign=highlight.campaign,
                    highlight=highlight,
                    attempt=attempt,
                    author_id=attempt.annotator_id,
                    slot=claim.slot.name,
                    place=claim.place,
                    base=made[claim.base] if claim.base else None,
                    prescribed=claim.prescribed,
                    text=claim.text,
                    verdict=claim.verdict,
                    tags=claim.tags,
                    guidelines=guidelines,
                    written_at=now,
                    wording=identity_key(claim.text),
                    identity=identity_of(claim) if is_in_dataset else None,
                    state=state,
                )
    except IntegrityError as error:
        # Somebody submitted the same text after our check.
        raise refused_as_identical([claim.key for claim in claims]) from error
    if is_in_dataset:
        add_keys(made.values())
    by = attempt.annotator_id
    ClaimVersion.objects.bulk_create(
        version_of(row, 1, guidelines, by, now) for row in made.values()
    )
    return list(made.values())


def add_keys(claims: Iterable[Claim]) -> None:
    ClaimKey.objects.bulk_create(
        ClaimKey(campaign_id=claim.campaign_id, key=key, claim=claim)
        for claim in claims
        for key in dict.fromkeys(key[:LONGEST_KEY] for key in likeness_keys(claim.text))
    )


def version_of(
    claim: Claim, number: int, guidelines: GuidelinesVersion, by: int, now: datetime
) -> ClaimVersion:
    return ClaimVersion(
        claim=claim,
        number=number,
        text=claim.text,
        verdict=claim.verdict,
        tags=claim.tags,
        base_id=claim.base_id,
        guidelines=guidelines,
        written_at=now,
        written_by_id=by,
    )
