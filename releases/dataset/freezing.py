"""Freezing a release: its claims, the version of each that counts, and their parts.

What is chosen is written to a plan beside the files first, then into the database in short steps.
A new attempt goes on with the same plan, whatever people did in the meantime.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path

import msgspec
from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from annotation.models import Claim, Verification, VerificationVersion
from annotation.services.verifying.locks import lock_alike, lock_verifications
from campaigns.selectors.protocols import protocol_of
from core.garbage_collection import ignoring_long_lived_objects
from jobs.runs import Run
from quality.selectors.reports import newest_weights
from releases.dataset.accepted_sets import sets_to_add, with_added
from releases.dataset.evidence_sets import placed_evidence
from releases.dataset.rules.digests import evidence_digest, text_digest
from releases.dataset.rules.frozen_counts import FrozenCounts
from releases.dataset.rules.numbering import deal_numbers
from releases.dataset.rules.splits import Splittable, split_claims
from releases.dataset.selection import ChosenClaim, select_claims
from releases.formats.files.writing import write_bytes, write_lines
from releases.models import AcceptedEvidence, AddedSet, Release, ReleaseItem
from releases.selectors.facts import people_to_hide
from releases.selectors.quality import approvals_to_tell, reports_to_tell
from releases.storage.folders import STATE

PLAN = "plan.jsonl"
COUNTS = "plan.json"
_ITEMS_A_STEP = 500


class PlannedClaim(Struct, gc=False):
    """A line of the plan: a claim with its number and its part."""

    record: int
    split: str
    chosen: ChosenClaim
    weight: float | None = None
    # The keys of the accepted sets that it gets.
    added: tuple[int, ...] = ()


_PLANNED = msgspec.json.Decoder(PlannedClaim)


class NothingToReleaseError(Exception):
    """No claim may go into a release yet."""


class PlanLostError(Exception):
    """Some claims are frozen, but the plan with the others is lost."""


def freeze_release(*, release: Release, folder: Path, run: Run) -> None:
    """Write the items of a release, which never change from then on."""
    if release.frozen_at is not None:
        return
    state = folder / STATE
    written = ReleaseItem.objects.filter(release=release).count()
    if not (state / COUNTS).exists():
        # Another plan would put other claims beside those that are frozen already.
        if written:
            raise PlanLostError
        run.progress(0, None, _("Choosing claims"))
        _plan(release, state)
    counts = msgspec.json.decode((state / COUNTS).read_bytes(), type=FrozenCounts)
    planned = _planned_claims(state / PLAN)
    next(islice(planned, written, written), None)
    while batch := list(islice(planned, _ITEMS_A_STEP)):
        versions = [claim.chosen.version for claim in batch]
        digests = _digests(versions, {claim.chosen.version: claim.added for claim in batch})
        with run.step():
            now = run.now()
            items = ReleaseItem.objects.bulk_create(
                [_item(release, claim, digests) for claim in batch]
            )
            AddedSet.objects.bulk_create(
                AddedSet(item=item, accepted_set_id=key, position=position)
                for item, claim in zip(items, batch, strict=True)
                for position, key in enumerate(claim.added, start=1)
            )
            used = Verification.objects.filter(versions__in=versions)
            lock_verifications(
                ids=list(used.values_list("pk", flat=True)),
                by=Verification.Lock.RELEASED,
                now=now,
            )
            written += len(batch)
            run.progress(written, counts.claims, _("Freezing claims"))
    with run.step():
        release.frozen_at = run.now()
        latest = release.items.aggregate(at=Max("version__verification__submitted_at"))["at"]
        lock_alike(
            campaign=release.campaign,
            until=latest,
            by=Verification.Lock.RELEASED,
            now=release.frozen_at,
        )
        void = Verification.objects.filter(
            campaign=release.campaign_id, void_since__lte=release.frozen_at
        )
        keys = list(void.order_by("pk").values_list("pk", flat=True))
        release.frozen_counts = replace(counts, void=keys).as_json()
        release.save(update_fields=["frozen_at", "frozen_counts"])


@ignoring_long_lived_objects()
def _plan(release: Release, state: Path) -> None:
    resolution = protocol_of(release.campaign).resolution
    selection = select_claims(release.campaign)
    added = sets_to_add(release.campaign, selection.chosen)
    candidates = with_added(selection.chosen, added)
    split = split_claims(
        (
            Splittable(chosen.claim, chosen.unit, chosen.verdict, chosen.fits)
            for chosen in candidates
        ),
        release.requested.parts,
        seed=release.seed,
        kept=_kept(release),
    )
    if not split.parts:
        raise NothingToReleaseError
    chosen = [claim for claim in candidates if claim.claim in split.parts]
    numbers = _numbers(release, chosen)
    chosen.sort(key=lambda claim: numbers[claim.claim])
    weights = newest_weights(release.campaign)
    planned = [
        PlannedClaim(
            numbers[claim.claim],
            split.parts[claim.claim],
            claim,
            # Only if it was weighed with this verdict and this text.
            weights.get((claim.claim, claim.version)),
            tuple(added.get(claim.claim, ())),
        )
        for claim in chosen
    ]
    write_lines(state, PLAN, planned)
    people = sorted(people_to_hide(release) or ())
    counts = FrozenCounts(
        claims=len(split.parts),
        left_out=dict(sorted(selection.left_out.items())),
        too_large=split.too_large,
        too_large_for_their_part=len(split.left_out),
        short=dict(split.short),
        short_because={part: reason.value for part, reason in split.short_because.items()},
        over=dict(split.over),
        unbalanced=list(split.unbalanced),
        simulated=selection.simulated,
        rule=resolution.rule.value,
        otherwise=resolution.otherwise.value if resolution.otherwise else "",
        resolved=selection.resolved,
        people=people,
        reports=reports_to_tell(release.campaign, people),
        approvals=approvals_to_tell(release.campaign),
        weighted=sum(claim.weight is not None for claim in planned),
        added_sets=sum(len(claim.added) for claim in planned),
    )
    write_bytes(state, COUNTS, msgspec.json.encode(counts))


def _kept(release: Release) -> dict[str, str]:
    """Return the parts of the units of earlier releases, as the newest has them."""
    units = _earlier(release).order_by("release__version").values_list("unit", "split")
    return dict(units.distinct().iterator(5000))


def _earlier(release: Release) -> QuerySet[ReleaseItem]:
    """Return the items of the releases before this one."""
    return ReleaseItem.objects.filter(
        release__campaign=release.campaign_id,
        release__state=Release.State.READY,
        release__version__lt=release.version,
    )


def _numbers(release: Release, chosen: Sequence[ChosenClaim]) -> dict[int, int]:
    """Return the number of each claim: that of earlier releases or of its file, else the next."""
    earlier = _earlier(release)
    imported = Claim.objects.filter(campaign=release.campaign_id, original_id__isnull=False)
    of_claims = earlier.filter(claim__isnull=False).values_list("claim_id", "record_id")
    of_files = imported.values_list("pk", "original_id")
    kept = {
        claim: number
        for claim, number in chain(of_claims.iterator(5000), of_files.iterator(5000))
        if claim is not None and number is not None
    }
    greatest = (
        earlier.aggregate(last=Max("record_id"))["last"],
        imported.aggregate(last=Max("original_id"))["last"],
    )
    return deal_numbers(
        ((claim.claim, claim.unit) for claim in chosen),
        kept=kept,
        after=max((number for number in greatest if number is not None), default=0),
        secret=release.salt,
    )


def _planned_claims(path: Path) -> Iterator[PlannedClaim]:
    with path.open("rb") as file:
        for line in file:
            yield _PLANNED.decode(line)


def _digests(
    versions: Sequence[int], added: Mapping[int, Sequence[int]]
) -> dict[int, tuple[str, str]]:
    """Return the digests of text and evidence of these verifications, which never change.

    `added` are the accepted sets of each.
    """
    sets: dict[int, dict[int, list[tuple[str, str]]]] = defaultdict(lambda: defaultdict(list))
    for version, number, page, element in placed_evidence(versions, "page__title"):
        sets[version][number].append((page, element))
    accepted = AcceptedEvidence.objects.filter(
        accepted_set__in=[key for keys in added.values() for key in keys]
    )
    pieces: dict[int, list[tuple[str, str]]] = defaultdict(list)
    rows = accepted.order_by("accepted_set", "position")
    for key, page, element in rows.values_list("accepted_set", "page__title", "address"):
        pieces[key].append((page, element))
    for version, keys in added.items():
        for key in keys:
            # No number of a set of its own.
            sets[version][-key] = pieces[key]
    texts = VerificationVersion.objects.filter(pk__in=versions)
    return {
        version: (text_digest(text), evidence_digest(sets[version].values()))
        for version, text in texts.values_list("pk", "claim_version__text")
    }


def _item(
    release: Release, claim: PlannedClaim, digests: Mapping[int, tuple[str, str]]
) -> ReleaseItem:
    chosen = claim.chosen
    text, evidence = digests[chosen.version]
    return ReleaseItem(
        release=release,
        record_id=claim.record,
        claim_id=chosen.claim,
        version_id=chosen.version,
        unit=chosen.unit,
        split=claim.split,
        verdict=chosen.verdict,
        challenge=chosen.challenge,
        evidence_kind=chosen.evidence_kind,
        balancing_weight=claim.weight,
        text_digest=text,
        evidence_digest=evidence,
    )
