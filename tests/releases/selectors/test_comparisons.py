"""Two releases compared claim by claim."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import Suspension
from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.judgements import Judgement
from annotation.services.review import suspensions
from annotation.services.verifying import queue
from releases.selectors.comparisons import ChangeFilter, ChangeKind, ReleaseComparison
from tests.annotation.verifying_world import Desk, submit_confirmed
from tests.people import NOW
from tests.releases.compared import ComparedPair, make_pair
from tests.releases.world import ANSWERS, make_release

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


def test_a_re_verification_shows_as_flipped_verdicts(desk: Desk) -> None:
    before = make_release(desk.campaign)
    suspensions.set_aside(
        campaign=desk.campaign,
        person=desk.verifiers[0],
        task=Suspension.Work.VERIFY,
        since=NOW,
        reason="Clicked through.",
        actor=desk.manager,
        now=NOW + timedelta(days=1),
    )
    asked = dict(before.items.values_list("claim", "verdict"))
    # Every claim is verified again, and every verdict becomes another one.
    again = {"supported": "refuted", "refuted": "supported", "not_enough_information": "refuted"}
    for _ in asked:
        at = NOW + timedelta(days=1, hours=1)
        taken = queue.take_claim(campaign=desk.campaign, annotator=desk.verifiers[1], now=at)
        verdict = again[asked[taken.assignment.claim_id]]
        page = taken.assignment.claim.from_highlight.page.title
        submit_confirmed(
            attempt=taken.attempt,
            judgement=Judgement(
                verdict=verdict,
                answer=ANSWERS[verdict],
                tags={"challenge": "other"},
                sets=[[ElementReference(page, "sentence_1")]],
            ),
            now=at,
        )
    after = make_release(desk.campaign)
    assert (before.items.count(), after.items.count()) == (len(asked), len(asked))
    verdicts = ReleaseComparison(before, after, (PARTS, PARTS)).verdicts()
    expected = Counter((verdict, again[verdict]) for verdict in asked.values())
    assert {pair: count for pair, count in verdicts.items() if count} == expected
    # The first release keeps what it was built from.
    assert dict(before.items.values_list("claim", "verdict")) == asked
