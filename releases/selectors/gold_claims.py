"""The claims of a campaign that a model may learn from, with their evidence.

Claims of which a release withholds the labels are never among them, nor are those of parts that
systems are measured on: of a release with several parts, the first is for learning. That holds for
releases that are ready; of others, a measurement tells how many claims were learned from.
"""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from annotation.models import VerificationVersion
from assist.claim_sources import GoldClaim, SourceGoneError
from campaigns.selectors.campaigns import shown_campaigns
from releases.dataset.evidence_sets import placed_evidence, sets_by_version
from releases.dataset.rows import records_of
from releases.dataset.rules.records import EvidencePiece, EvidencePieces
from releases.dataset.selection import ChosenClaim, select_claims
from releases.formats.labels import LABELS
from releases.models import Release, ReleaseItem

_AT_ONCE = 500


def gold_claims(public_id: UUID) -> Iterator[GoldClaim]:
    """Yield the claims of a campaign or an imported dataset to learn from.

    Raise SourceGoneError if it is gone.
    """
    campaign = shown_campaigns().filter(public_id=public_id).first()
    if campaign is None:
        raise SourceGoneError
    ready = Release.objects.filter(campaign=campaign, state=Release.State.READY)
    releases = list(ready.order_by("version"))
    imported = [one for one in releases if one.origin == Release.Origin.IMPORTED]
    if imported:
        for part in learnable_parts(imported[-1]):
            for record in records_of(imported[-1], part):
                yield from _gold(record.claim, record.verdict, record.sets)
        return
    kept_out = _claims_to_measure(releases)
    chosen = [one for one in select_claims(campaign).chosen if one.claim not in kept_out]
    chosen.sort(key=lambda row: row.claim)
    for start in range(0, len(chosen), _AT_ONCE):
        yield from _chosen(chosen[start : start + _AT_ONCE])


def learnable_parts(release: Release) -> list[str]:
    """Return the parts of a release that a model may learn from: the first, or the only one."""
    names = [part.name for part in release.requested.parts]
    return [name for name in names[:1] if name not in release.requested.withheld]


def _claims_to_measure(releases: list[Release]) -> set[int]:
    """Return the claims of all other parts, of whichever release."""
    found: set[int] = set()
    for release in releases:
        items = ReleaseItem.objects.filter(release=release, claim__isnull=False)
        others = items.exclude(split__in=learnable_parts(release))
        found.update(others.values_list("claim", flat=True))
    return found


def _chosen(batch: list[ChosenClaim]) -> Iterator[GoldClaim]:
    versions = [row.version for row in batch]
    texts = dict(
        VerificationVersion.objects.filter(pk__in=versions).values_list("pk", "claim_version__text")
    )
    sets = sets_by_version(
        (version, number, EvidencePiece(page, address))
        for version, number, page, address in placed_evidence(versions, "page__title")
    )
    for row in batch:
        yield from _gold(texts[row.version], row.verdict, sets.get(row.version, ()))


def _gold(text: str, verdict: str, sets: tuple[EvidencePieces, ...]) -> Iterator[GoldClaim]:
    if verdict in LABELS:
        yield GoldClaim(
            text=text,
            label=LABELS[verdict],
            sets=tuple(
                tuple((piece.page, piece.address) for piece in pieces) for pieces in sets if pieces
            ),
        )
