"""The checks on claims that are written or handed in, and the refusal of what they refuse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from annotation.models import LONGEST_CLAIM, Attempt, InteractionKind
from annotation.rules.checks.duplicates import ClaimIndex, identity_key
from annotation.rules.checks.findings import Finding, Severity, refuse
from annotation.rules.checks.giveaways import GiveAway
from annotation.rules.checks.running import CheckContext, CheckedClaim, run_checks
from annotation.rules.drafts import ClaimDraft
from annotation.rules.writing.cards import Card, unfinished_claim
from annotation.rules.writing.submissions import ClaimPlace, FittedClaim
from annotation.selectors.writing.claims import CampaignClaims, NoClaims
from annotation.selectors.writing.highlights import Material
from campaigns.models import Campaign
from campaigns.protocols import check_names

Findings = Mapping[ClaimPlace, Sequence[Finding]]
GiveAways = Mapping[str, GiveAway]


class ClaimsRefusedError(Exception):
    """Findings that refuse a claim, or warnings that the writer did not override."""

    def __init__(self, findings: Findings) -> None:
        super().__init__()
        self.findings = findings


def check_claims(
    index: ClaimIndex, material: Material, claims: Sequence[FittedClaim], giveaways: GiveAways
) -> dict[ClaimPlace, list[Finding]]:
    """Return what the checks find, claim by claim."""
    context = CheckContext(claims=index, giveaways=giveaways)
    texts = {claim.key: claim.text for claim in claims}
    found: dict[ClaimPlace, list[Finding]] = {}
    seen: set[str] = set()
    for claim in claims:
        found[claim.key] = check_claim(claim, texts, material, context, frozenset())
        identity = identity_of(claim)
        if identity in seen:
            found[claim.key].append(refuse(check_names.DUPLICATE, "identical"))
        if identity is not None:
            seen.add(identity)
    return found


def check_while_typing(
    index: ClaimIndex,
    material: Material,
    card: Card,
    drafts: Mapping[str, ClaimDraft],
    giveaways: GiveAways,
    own: frozenset[str] = frozenset(),
) -> list[Finding]:
    """Return what the checks find in the draft of a card, beside the drafts of the other cards.

    `own`: the ids of stored claims that the drafts are corrections of.
    """
    claim = unfinished_claim(card, drafts)
    base = drafts[card.key].base if claim.base else None
    texts = {claim.base: drafts[base].text.strip()} if claim.base and base else {}
    found = check_claim(
        claim, texts, material, CheckContext(claims=index, giveaways=giveaways), own
    )
    # A claim that equals its own base is found by another check.
    others = [draft for key, draft in drafts.items() if key not in (card.key, base)]
    identity = identity_of(claim)
    if identity and identity in {
        identity_key(draft.text) for draft in others if not draft.is_empty
    }:
        found.append(refuse(check_names.DUPLICATE, "identical"))
    return found


def claim_index_for(attempt: Attempt, campaign: Campaign) -> ClaimIndex:
    """Return the claims among which duplicates are looked for: none in gold and calibration."""
    return CampaignClaims(campaign) if attempt.purpose == Attempt.Purpose.WRITE else NoClaims()


def check_context_of(campaign: Campaign, giveaways: GiveAways) -> CheckContext:
    """Return what the checks know of a campaign."""
    return CheckContext(claims=CampaignClaims(campaign), giveaways=giveaways)


def check_claim(
    claim: FittedClaim,
    texts: Mapping[ClaimPlace, str],
    material: Material,
    context: CheckContext,
    own: frozenset[str],
) -> list[Finding]:
    """Return what the checks find in a claim. `texts` has the text of its base."""
    # These hold for every protocol, because constraints of the table rely on them.
    if not claim.text or "\0" in claim.text:
        return [refuse(check_names.SENTENCE, "empty")]
    if len(claim.text) > LONGEST_CLAIM:
        most, length = str(LONGEST_CLAIM), str(len(claim.text))
        return [refuse(check_names.SENTENCE, "too_long", most=most, length=length)]
    checked = CheckedClaim(
        text=claim.text,
        verdict=claim.verdict or None,
        effect=claim.effect,
        sentences=material.sentences,
        cells=material.cells,
        context=material.context,
        bases=(texts[claim.base],) if claim.base else (),
        own_ids=own,
    )
    return run_checks(claim.slot.checks, checked, context)


def refuse_open_findings(claims: Sequence[FittedClaim], found: Findings) -> None:
    """Raise ClaimsRefusedError unless all findings are warnings that their writer overrides."""
    for claim in claims:
        for finding in found[claim.key]:
            is_warning = finding.severity is Severity.WARN
            if not (is_warning and finding.message.code in claim.overridden):
                raise ClaimsRefusedError(found)


def refuse_refusals(found: Findings) -> None:
    """Raise ClaimsRefusedError where something must be changed; advice refuses nothing."""
    if any(one.severity is Severity.REFUSE for findings in found.values() for one in findings):
        raise ClaimsRefusedError(found)


def refused_as_identical(keys: Sequence[ClaimPlace]) -> ClaimsRefusedError:
    """Return the refusal of claims that the campaign has already."""
    return ClaimsRefusedError({key: [refuse(check_names.DUPLICATE, "identical")] for key in keys})


def identity_of(claim: FittedClaim) -> str | None:
    """Return the key under which a campaign holds a claim once; none if it may hold more."""
    return identity_key(claim.text) if check_names.DUPLICATE in claim.slot.checks else None


def overrides_in(found: Findings) -> list[tuple[InteractionKind, dict[str, Any]]]:
    """Return the acts by which warnings were overridden, for the log."""
    return [
        (
            InteractionKind.WARNING_OVERRIDDEN,
            {
                "slot": slot,
                "place": place,
                "check": finding.check,
                "code": finding.message.code,
            },
        )
        for (slot, place), findings in found.items()
        for finding in findings
    ]
