"""Two releases of a campaign that differ in every way."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connection

from core import append_only
from releases.models import Release, ReleaseItem
from tests.annotation.verifying_world import Desk
from tests.releases.world import choices_of, make_release


@dataclass(frozen=True, slots=True)
class ComparedPair:
    """The releases, and the ids of the claims that differ, in the order of `ChangeKind`."""

    before: Release
    after: Release
    added: int
    removed: int
    text: int
    verdict: int
    evidence: int
    split: int


def make_pair(desk: Desk, withheld: tuple[str, ...] = ()) -> ComparedPair:
    """Build two releases of the same claims, then change those of the second."""
    choices = choices_of(desk.campaign, withheld=withheld)
    before, after = (make_release(desk.campaign, choices) for _ in range(2))
    of_train = after.items.filter(split="train").order_by("record_id")
    ids = of_train.values_list("record_id", flat=True)[:6]
    added, removed, text, verdict, evidence, split = ids
    with append_only.lifted(connection, [ReleaseItem._meta.db_table]):
        before.items.filter(record_id=added).delete()
        after.items.filter(record_id=removed).delete()
        after.items.filter(record_id=text).update(text_digest="another")
        for release, name in ((before, "supported"), (after, "refuted")):
            release.items.filter(record_id=verdict).update(verdict=name)
        after.items.filter(record_id=evidence).update(evidence_digest="another")
        after.items.filter(record_id=split).update(split="dev")
    return ComparedPair(before, after, added, removed, text, verdict, evidence, split)
