"""Running the checks on claims that are handed in, and refusing what they refuse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from annotation.models import LONGEST_CLAIM, InteractionKind
from annotation.rules.checks.duplicates import identity_key
from annotation.rules.checks.findings import Finding, Severity, refuse
from annotation.rules.checks.giveaways import GiveAway
from annotation.rules.checks.running import CheckContext, CheckedClaim, run_checks
from annotation.rules.writing.cards import Card, ClaimDraft, fitting_while_typing
from annotation.rules.writing.submissions import FittedClaim, Key
from annotation.selectors.claims import CampaignClaims
from annotation.selectors.highlights import Material
from campaigns.models import Campaign
from campaigns.protocols import check_names

Findings = Mapping[Key, Sequence[Finding]]
GiveAways = Mapping[str, GiveAway]


class ClaimsRefusedError(Exception):
    """Checks found something that is refused, or a warning that the writer did not override."""

    def __init__(self, findings: Findings) -> None:
        super().__init__()
        self.findings = findings


def check_claims(
    campaign: Campaign, material: Material, fitting: Sequence[FittedClaim], giveaways: GiveAways
) -> dict[Key, list[Finding]]:
    """What the checks find, claim by claim."""
    surroundings = surroundings_of(campaign, giveaways)
    texts = {one.key: one.text for one in fitting}
    found: dict[Key, list[Finding]] = {}
    seen: set[str] = set()
    for one in fitting:
        found[one.key] = check_claim(one, texts, material, surroundings, frozenset())
        identity = identity_of(one)
        if identity in seen:
            found[one.key].append(refuse(check_names.DUPLICATE, "identical"))
        if identity is not None:
            seen.add(identity)
    return found


def check_while_typing(
    campaign: Campaign,
    material: Material,
    card: Card,
    typed: Mapping[str, ClaimDraft],
    giveaways: GiveAways,
    own: frozenset[str] = frozenset(),
) -> list[Finding]:
    """What the checks say of a claim as it stands in its card, beside the other cards.

    `own`: the ids of stored claims that stand in these cards.
    """
    one = fitting_while_typing(card, typed)
    base = typed[card.key].base if one.base else None
    texts = {one.base: typed[base].text.strip()} if one.base and base else {}
    found = check_claim(one, texts, material, surroundings_of(campaign, giveaways), own)
    # A claim that equals its own base is told so by another check.
    others = [each for key, each in typed.items() if key not in (card.key, base)]
    identity = identity_of(one)
    if identity and identity in {identity_key(each.text) for each in others if not each.is_empty}:
        found.append(refuse(check_names.DUPLICATE, "identical"))
    return found


def surroundings_of(campaign: Campaign, giveaways: GiveAways) -> CheckContext:
    return CheckContext(claims=CampaignClaims(campaign), giveaways=giveaways)


def check_claim(
    one: FittedClaim,
    texts: Mapping[Key, str],
    material: Material,
    surroundings: CheckContext,
    own: frozenset[str],
) -> list[Finding]:
    # These hold for every protocol, whatever checks its slots ask for: the table relies on them.
    if not one.text or "\0" in one.text:
        return [refuse(check_names.SENTENCE, "empty")]
    if len(one.text) > LONGEST_CLAIM:
        most, length = str(LONGEST_CLAIM), str(len(one.text))
        return [refuse(check_names.SENTENCE, "too_long", most=most, length=length)]
    writing = CheckedClaim(
        text=one.text,
        verdict=one.verdict or None,
        effect=one.effect,
        sentences=material.sentences,
        cells=material.cells,
        context=material.context,
        bases=(texts[one.base],) if one.base else (),
        own_ids=own,
    )
    return run_checks(one.slot.checks, writing, surroundings)


def refuse_where_needed(fitting: Sequence[FittedClaim], found: Findings) -> None:
    for one in fitting:
        for finding in found[one.key]:
            fine = finding.severity is Severity.WARN and finding.message.code in one.overridden
            if not fine:
                raise ClaimsRefusedError(found)


def refused_as_identical(keys: Sequence[Key]) -> ClaimsRefusedError:
    return ClaimsRefusedError({key: [refuse(check_names.DUPLICATE, "identical")] for key in keys})


def identity_of(one: FittedClaim) -> str | None:
    return identity_key(one.text) if check_names.DUPLICATE in one.slot.checks else None


def overrides_in(found: Findings) -> list[tuple[InteractionKind, dict[str, Any]]]:
    return [
        (
            InteractionKind.WARNING_OVERRIDDEN,
            {"slot": slot, "place": place, "check": one.check, "code": one.message.code},
        )
        for (slot, place), those in found.items()
        for one in those
    ]
