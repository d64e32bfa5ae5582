"""Two releases compared claim by claim."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from releases.selectors.comparisons import ChangeFilter, ChangeKind, ReleaseComparison
from tests.annotation.verifying_world import Desk
from tests.releases.compared import ComparedPair, make_pair

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.postgres,
    pytest.mark.usefixtures("home"),
]
PARTS = ["train", "dev", "test"]


def compare(pair: ComparedPair, parts: list[str] | None = None) -> ReleaseComparison:
    return ReleaseComparison(pair.before, pair.after, (parts or PARTS, parts or PARTS))


def test_every_way_to_differ_is_counted(desk: Desk) -> None:
    counts = compare(make_pair(desk)).counts()
    assert counts.by_kind == dict.fromkeys(ChangeKind, 1)
    assert (counts.changed, counts.same) == (6, 24)


def test_every_difference_is_found_by_its_kind(desk: Desk) -> None:
    pair = make_pair(desk)
    comparison = compare(pair)
    for kind in ChangeKind:
        changes = comparison.changes(ChangeFilter(kind=kind))
        assert changes.count() == len(changes) == 1
        (change,) = changes[0:10]
        assert (change.record_id, change.kinds) == (getattr(pair, kind.value), (kind,))
        assert (change.before is None) == (kind is ChangeKind.ADDED)
        assert (change.after is None) == (kind is ChangeKind.REMOVED)
    everything = comparison.changes(ChangeFilter())
    ids = sorted(getattr(pair, kind.value) for kind in ChangeKind)
    assert [change.record_id for change in everything[0:50]] == ids
    assert [change.record_id for change in everything[2:4]] == ids[2:4]
    assert [change.record_id for batch in everything.batches() for change in batch] == ids


def test_flipped_verdicts_are_a_matrix(desk: Desk) -> None:
    pair = make_pair(desk)
    comparison = compare(pair)
    verdicts = comparison.verdicts()
    assert sum(verdicts.values()) == 28
    assert {pair: n for pair, n in verdicts.items() if pair[0] != pair[1]} == {
        ("supported", "refuted"): 1
    }
    flipped = comparison.changes(ChangeFilter(before="supported", after="refuted"))
    assert [change.record_id for change in flipped[0:9]] == [pair.verdict]
    assert comparison.changes(ChangeFilter(before="refuted", after="supported")).count() == 0


def test_differences_are_listed_by_part(desk: Desk) -> None:
    pair = make_pair(desk)
    in_dev = compare(pair).changes(ChangeFilter(part="dev"))
    assert [change.record_id for change in in_dev[0:9]] == [pair.split]


def test_a_claim_that_may_not_be_read_in_one_release_is_in_neither(desk: Desk) -> None:
    pair = make_pair(desk)
    counts = compare(pair, ["train", "test"]).counts()
    # Neither “in another part” nor “removed”: that would tell where it is.
    assert counts.by_kind[ChangeKind.SPLIT] == counts.by_kind[ChangeKind.ADDED] - 1 == 0
    assert counts.by_kind[ChangeKind.REMOVED] == 1
    assert counts.changed == 5


def test_a_page_of_differences_takes_as_many_queries_as_one_row(desk: Desk) -> None:
    comparison = compare(make_pair(desk))
    changes = comparison.changes(ChangeFilter())
    taken = []
    for most in (1, 6):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert len(changes[0:most]) == most
        taken.append(len(queries))
    assert taken == [2, 2]
