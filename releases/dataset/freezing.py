"""Freezing a release: which claims are in it, by which version, in which part.

What is chosen is written to a plan beside the files first, then into the database in short steps.
A new attempt goes on with the same plan, whatever people did meanwhile.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import chain, islice
from pathlib import Path
from typing import Any

from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from annotation.models import Claim, Verification
from annotation.services.locks import lock_verifications
from core.garbage_collection import ignoring_long_lived_objects
from jobs.runs import Run
from releases.dataset.rules.numbering import deal_numbers
from releases.dataset.rules.splits import Splittable, split_claims
from releases.dataset.selection import Chosen, select_claims
from releases.formats.files.writing import write_bytes, write_lines
from releases.models import Release, ReleaseItem
from releases.selectors.facts import people_to_hide
from releases.storage.folders import STATE

PLAN = "plan.jsonl"
COUNTS = "plan.json"
_ITEMS_A_STEP = 500
_FIELDS = tuple(field.name for field in fields(Chosen))


class NothingToReleaseError(Exception):
    """No claim may go into a release yet."""


class PlanLostError(Exception):
    """Some claims are frozen, but what was chosen besides is not known any more."""


def freeze_release(*, release: Release, folder: Path, run: Run) -> None:
    """Write the items of a release, once and for all."""
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
    counts = json.loads((state / COUNTS).read_bytes())
    rows = _rows(state / PLAN)
    next(islice(rows, written, written), None)
    while batch := list(islice(rows, _ITEMS_A_STEP)):
        with run.step():
            now = run.now()
            ReleaseItem.objects.bulk_create(_item(release, row) for row in batch)
            used = Verification.objects.filter(versions__in=[row["version"] for row in batch])
            lock_verifications(
                ids=list(used.values_list("pk", flat=True)),
                by=Verification.Lock.RELEASED,
                now=now,
            )
            written += len(batch)
            run.progress(written, counts["claims"], _("Freezing claims"))
    with run.step():
        release.frozen_at = run.now()
        release.frozen_counts = counts
        release.save(update_fields=["frozen_at", "frozen_counts"])


@ignoring_long_lived_objects()
def _plan(release: Release, state: Path) -> None:
    selection = select_claims(release.campaign)
    split = split_claims(
        (
            Splittable(chosen.claim, chosen.unit, chosen.verdict, chosen.fits)
            for chosen in selection.chosen
        ),
        release.wanted.parts,
        seed=release.seed,
        kept=_kept(release),
    )
    if not split.parts:
        raise NothingToReleaseError
    chosen = [one for one in selection.chosen if one.claim in split.parts]
    numbers = _numbers(release, chosen)
    chosen.sort(key=lambda one: numbers[one.claim])
    write_lines(state, PLAN, _planned(chosen, numbers, split.parts))
    counts = {
        "claims": len(split.parts),
        "left_out": dict(sorted(selection.left_out.items())),
        "too_large": split.too_large,
        "too_large_for_their_part": len(split.left_out),
        "short": dict(split.short),
        "simulated": selection.simulated,
        # What people are called today: searches for it are left out, also when built again.
        "people": sorted(people_to_hide(release) or ()),
    }
    write_bytes(state, COUNTS, json.dumps(counts).encode())


def _planned(
    chosen: Sequence[Chosen], numbers: Mapping[int, int], parts: Mapping[int, str]
) -> Iterator[dict[str, Any]]:
    for one in chosen:
        # Field by field: `asdict` copies deeply, which took most of the time here.
        plan = {name: getattr(one, name) for name in _FIELDS}
        plan["record"] = numbers[one.claim]
        plan["split"] = parts[one.claim]
        yield plan


def _kept(release: Release) -> dict[str, str]:
    """The parts of the units of earlier releases; the newest says it."""
    units = _earlier(release).order_by("release__version").values_list("unit", "split")
    return dict(units.distinct().iterator(5000))


def _earlier(release: Release) -> QuerySet[ReleaseItem]:
    """What was published before it."""
    return ReleaseItem.objects.filter(
        release__campaign=release.campaign_id,
        release__state=Release.State.READY,
        release__version__lt=release.version,
    )


def _numbers(release: Release, chosen: Sequence[Chosen]) -> dict[int, int]:
    """Those of earlier releases and of the files that claims came from; the next for others."""
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
        ((one.claim, one.unit) for one in chosen),
        kept=kept,
        after=max((one for one in greatest if one is not None), default=0),
        secret=release.salt,
    )


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open("rb") as file:
        for line in file:
            yield json.loads(line)


def _item(release: Release, row: dict[str, Any]) -> ReleaseItem:
    chosen = Chosen(**{name: row[name] for name in _FIELDS})
    return ReleaseItem(
        release=release,
        record_id=row["record"],
        claim_id=chosen.claim,
        version_id=chosen.version,
        unit=chosen.unit,
        split=row["split"],
        verdict=chosen.verdict,
        challenge=chosen.challenge,
        evidence_kind=chosen.evidence_kind,
    )
