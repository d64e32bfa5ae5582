"""The pool of predicted evidence: outside the gold, each set once, by a seed, among known gold."""

from __future__ import annotations

import pytest

from accounts.models import User
from jobs.runs import LocalRun
from releases.models import EvidenceCheck, PooledSet
from releases.scoring import evidence_checks
from releases.scoring.evidence_checks import CheckSize
from releases.scoring.gold import gold_of
from releases.storage.kept_predictions import KeptPrediction, keeping, kept_path
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.evidence_world import add_system, draw_check, other_sentence
from tests.releases.world import make_release, manager_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]

Places = list[tuple[int, list[list[str]], bool]]


def places(check: EvidenceCheck) -> Places:
    sets = check.sets.order_by("position").values_list("item__record_id", "pieces", "is_gold")
    return [(record, pieces, is_gold) for record, pieces, is_gold in sets]


def test_sets_outside_the_gold_are_drawn_among_known_gold(desk: Desk) -> None:
    release = make_release(desk.campaign)
    # Another system that predicts the same: its sets are in the pool once.
    by = manager_of(desk)
    systems = [add_system(release, by), add_system(release, by, "Again")]
    check = draw_check(release, systems, by)
    gold = {record.id: record for record in gold_of(release, "train")}
    able = [each for each in gold.values() if each.verdict != "not_enough_information"]
    assert check.pooled == len(able)
    drawn = places(check)
    predicted = [record for record, _, is_gold in drawn if not is_gold]
    known = [record for record, _, is_gold in drawn if is_gold]
    assert (len(predicted), len(known)) == (8, 2)
    assert not set(predicted) & set(known)
    assert {gold[record].verdict for record, _, _ in drawn} <= {"supported", "refuted"}
    for record, pieces, is_gold in drawn:
        found = {tuple(piece) for piece in pieces}
        sets = [{(one.page, one.address) for one in each} for each in gold[record].sets]
        assert any(each <= found for each in sets) is is_gold
        if not is_gold:
            # What is not in the corpus is left out.
            assert found == {other_sentence(gold[record])}
    assert [each.position for each in check.sets.order_by("position")] == list(range(1, 11))


def test_the_same_seed_draws_the_same_sets(desk: Desk) -> None:
    release = make_release(desk.campaign)
    by = manager_of(desk)
    systems = [add_system(release, by)]
    first, again, other = (draw_check(release, systems, by, seed=seed) for seed in ("1", "1", "2"))
    assert [first.number, again.number, other.number] == [1, 2, 3]
    assert places(first) == places(again) != places(other)


def test_gold_comes_at_every_place(desk: Desk) -> None:
    release = make_release(desk.campaign)
    by = manager_of(desk)
    systems = [add_system(release, by)]
    size = CheckSize(sets=4, gold_percent=50, judgements=1)
    orders = {
        tuple(
            is_gold
            for _, _, is_gold in places(draw_check(release, systems, by, seed=seed, size=size))
        )
        for seed in "abcdefgh"
    }
    assert all(sum(order) == 2 for order in orders)
    assert len(orders) > 2


def request(desk: Desk, by: User) -> EvidenceCheck:
    release = make_release(desk.campaign)
    return evidence_checks.request_check(
        release=release,
        systems=[add_system(release, by)],
        size=CheckSize(sets=10, gold_percent=20, judgements=2),
        seed="",
        by=by,
        now=NOW,
    )


def test_where_all_predictions_are_gold_nothing_is_drawn(desk: Desk) -> None:
    check = request(desk, manager_of(desk))
    upload = check.systems.get().upload
    assert upload is not None
    with keeping(upload.public_id) as keep:
        for record in gold_of(check.release, "train"):
            pieces = tuple((piece.page, piece.address) for piece in record.sets[0])
            keep(KeptPrediction(record.id, record.verdict, pieces, True, True, True))
    with pytest.raises(evidence_checks.NothingPooledError):
        evidence_checks.draw_check(check=check, run=LocalRun(clock=lambda: NOW))
    kept_path(upload.public_id).unlink()
    with pytest.raises(FileNotFoundError):
        evidence_checks.draw_check(check=check, run=LocalRun(clock=lambda: NOW))
    assert not PooledSet.objects.exists()
    check.refresh_from_db()
    assert check.drawn_at is None
