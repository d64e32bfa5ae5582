"""Freezing a release: which claims are in it, by which version, in which part.

What is chosen is written to a plan beside the files first, then into the database in short steps.
A new attempt goes on with the same plan, whatever people did meanwhile.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import islice
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from annotation.models import Campaign, Claim, Verification
from annotation.services.locks import lock_verifications
from releases.folders import STATE
from releases.models import Release, ReleaseItem
from releases.selectors.selection import Chosen, select_claims
from releases.services.running import Run
from releases.splits import Splittable, split_claims
from releases.writing import write_bytes, write_lines

PLAN = "plan.jsonl"
COUNTS = "plan.json"
_ITEMS_A_STEP = 500
_FIELDS = tuple(field.name for field in fields(Chosen))


class NothingToReleaseError(Exception):
    """No claim may go into a release yet."""


def freeze_release(*, release: Release, folder: Path, run: Run) -> None:
    """Write the items of a release, once and for all."""
    if release.frozen_at is not None:
        return
    state = folder / STATE
    if not (state / COUNTS).exists():
        run.progress(0, None, _("Choosing claims"))
        _plan(release, state)
    counts = json.loads((state / COUNTS).read_bytes())
    written = ReleaseItem.objects.filter(release=release).count()
    rows = _rows(state / PLAN)
    next(islice(rows, written, written), None)
    while batch := list(islice(rows, _ITEMS_A_STEP)):
        with run.step():
            now = run.now()
            originals = _original_ids(release, batch)
            ReleaseItem.objects.bulk_create(_item(release, row, originals) for row in batch)
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
    write_lines(state, PLAN, _planned(selection.chosen, split.parts))
    counts = {
        "claims": len(split.parts),
        "left_out": dict(sorted(selection.left_out.items())),
        "too_large": split.too_large,
        "too_large_for_their_part": len(split.left_out),
        "short": dict(split.short),
        "simulated": selection.simulated,
    }
    write_bytes(state, COUNTS, json.dumps(counts).encode())


def _planned(chosen: Sequence[Chosen], parts: Mapping[int, str]) -> Iterator[dict[str, Any]]:
    for one in chosen:
        if one.claim in parts:
            # Field by field: `asdict` copies deeply, which took most of the time here.
            plan = {name: getattr(one, name) for name in _FIELDS}
            plan["split"] = parts[one.claim]
            yield plan


def _kept(release: Release) -> dict[str, str]:
    """The parts of the units of earlier releases; the newest says it."""
    earlier = ReleaseItem.objects.filter(
        release__campaign=release.campaign_id,
        release__state=Release.State.READY,
        release__version__lt=release.version,
    )
    units = earlier.order_by("release__version").values_list("unit", "split")
    return dict(units.distinct().iterator(5000))


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open("rb") as file:
        for line in file:
            yield json.loads(line)


def _original_ids(release: Release, batch: Sequence[Mapping[str, Any]]) -> Mapping[int, int]:
    """The ids that claims have in the files that they came from."""
    if release.campaign.claims_from != Campaign.ClaimsFrom.FILES:
        return {}
    claims = Claim.objects.filter(pk__in=[row["claim"] for row in batch])
    rows = claims.values_list("pk", "original_id")
    return {pk: original for pk, original in rows if original is not None}


def _item(release: Release, row: dict[str, Any], originals: Mapping[int, int]) -> ReleaseItem:
    chosen = Chosen(**{key: value for key, value in row.items() if key != "split"})
    return ReleaseItem(
        release=release,
        record_id=originals.get(chosen.claim, chosen.claim),
        claim_id=chosen.claim,
        version_id=chosen.version,
        unit=chosen.unit,
        split=row["split"],
        verdict=chosen.verdict,
        challenge=chosen.challenge,
        evidence_kind=chosen.evidence_kind,
    )
