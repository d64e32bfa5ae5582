"""Accepted evidence sets: which of them a release adds to its claims."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from annotation.models import VerificationVersion
from campaigns.models import Campaign
from campaigns.protocols.judging import EvidenceRule
from campaigns.selectors.protocols import protocol_of
from releases.dataset.evidence_sets import placed_evidence
from releases.dataset.rules.records import EvidencePiece, EvidencePieces, evidence_kind, fits
from releases.dataset.selection import ChosenClaim
from releases.models import AcceptedEvidence, AcceptedSet

# Page and address.
_Set = frozenset[tuple[int, str]]


def sets_to_add(campaign: Campaign, chosen: Sequence[ChosenClaim]) -> dict[int, list[int]]:
    """Return by claim the keys of the accepted sets that it gets, in the order of acceptance.

    Only those for the verdict and the text that are released, that hold none of the claim's own
    sets, and as many as the design allows.
    """
    accepted: dict[int, list[AcceptedSet]] = defaultdict(list)
    rows = AcceptedSet.objects.filter(claim__campaign=campaign.pk)
    for row in rows.order_by("accepted_at", "pk"):
        assert row.claim_id is not None
        accepted[row.claim_id].append(row)
    claims = [claim for claim in chosen if claim.claim in accepted]
    if not claims:
        return {}
    own = _own_sets(claims)
    pieces = _accepted_pieces(row.pk for claim in claims for row in accepted[claim.claim])
    texts = dict(
        VerificationVersion.objects.filter(pk__in=[claim.version for claim in claims]).values_list(
            "pk", "claim_version"
        )
    )
    rule = protocol_of(campaign).evidence
    added: dict[int, list[int]] = {}
    for claim in claims:
        sets = own[claim.version]
        for row in accepted[claim.claim]:
            is_current = (row.verdict, row.claim_version_id) == (
                claim.verdict,
                texts[claim.version],
            )
            found = pieces[row.pk]
            is_new = not any(each <= found for each in sets)
            if is_current and is_new and len(sets) < _most_sets(rule, claim.verdict):
                sets.append(found)
                added.setdefault(claim.claim, []).append(row.pk)
    return added


def with_added(
    chosen: Iterable[ChosenClaim], added: Mapping[int, Sequence[int]]
) -> list[ChosenClaim]:
    """Return claims with what the split and the browser need, their added sets included."""
    pieces = _accepted_pieces(key for keys in added.values() for key in keys)
    return [_described(claim, pieces, added.get(claim.claim, ())) for claim in chosen]


def _described(claim: ChosenClaim, pieces: Mapping[int, _Set], keys: Sequence[int]) -> ChosenClaim:
    if not keys:
        return claim
    own = _own_sets([claim])[claim.version]
    sets: tuple[EvidencePieces, ...] = tuple(
        tuple(EvidencePiece("", address) for _, address in each)
        for each in (*own, *(pieces[key] for key in keys))
    )
    return replace(claim, evidence_kind=evidence_kind(sets), fits=any(map(fits, sets)))


def _most_sets(rule: EvidenceRule, verdict: str) -> int:
    return max((limits.most for limits in rule.sets if limits.verdict == verdict), default=0)


def _own_sets(claims: Sequence[ChosenClaim]) -> dict[int, list[_Set]]:
    sets: dict[int, dict[int, set[tuple[int, str]]]] = {claim.version: {} for claim in claims}
    for version, number, page, address in placed_evidence(list(sets), "page"):
        sets[version].setdefault(number, set()).add((page, address))
    return {version: list(map(frozenset, by.values())) for version, by in sets.items()}


def _accepted_pieces(keys: Iterable[int]) -> dict[int, _Set]:
    found: dict[int, set[tuple[int, str]]] = defaultdict(set)
    rows = AcceptedEvidence.objects.filter(accepted_set__in=list(keys))
    for key, page, address in rows.values_list("accepted_set", "page", "address"):
        found[key].add((page, address))
    return {key: frozenset(pieces) for key, pieces in found.items()}
