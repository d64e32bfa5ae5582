"""The bench of a claim: verifications under letters."""

from __future__ import annotations

import pytest

from annotation.models import Claim
from annotation.selectors.review.benches import AdjudicationBench, bench_of
from campaigns.selectors.protocols import protocol_of
from tests.annotation.disagreeing import disagree
from tests.annotation.verifying_world import Desk, element, judgement, make_desk, verified_by

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def desk() -> Desk:
    return make_desk(protocol=verified_by(2))


def bench(desk: Desk, claim: Claim, person_id: int = 1) -> AdjudicationBench:
    return bench_of(claim, desk.campaign, protocol_of(desk.campaign), person_id)


def test_letters_are_random_for_each_manager_and_stay(desk: Desk) -> None:
    claim = disagree(desk)
    orders = {
        person: tuple(one.version.verdict for one in bench(desk, claim, person).verifications)
        for person in range(40)
    }
    assert set(orders.values()) == {("supported", "refuted"), ("refuted", "supported")}
    again = bench(desk, claim, 7)
    assert tuple(one.version.verdict for one in again.verifications) == orders[7]
    assert [one.label for one in again.verifications] == ["A", "B"]


def test_a_script_gets_sets_and_verdicts_and_nothing_about_people(desk: Desk) -> None:
    claim = disagree(
        desk,
        judgement([element("sentence_1")], [element("cell_0_1_0"), element("cell_0_1_1")]),
        judgement([element("sentence_1", page="River 004")], verdict="refuted", answer="yes"),
    )
    shown = bench(desk, claim)
    plain = sorted((one.as_json() for one in shown.verifications), key=lambda row: row["verdict"])
    assert [{**one, "label": ""} for one in plain] == [
        {
            "label": "",
            "verdict": "refuted",
            "answer": "yes",
            "tags": {"challenge": "other"},
            "sets": [[{"page": "River 004", "address": "sentence_1"}]],
        },
        {
            "label": "",
            "verdict": "supported",
            "answer": "",
            "tags": {"challenge": "other"},
            "sets": [
                [{"page": "River 003", "address": "sentence_1"}],
                [
                    {"page": "River 003", "address": "cell_0_1_0"},
                    {"page": "River 003", "address": "cell_0_1_1"},
                ],
            ],
        },
    ]
    assert {page.title for page in shown.pages} == {"River 003", "River 004"}
    assert sorted(len(one.sets) for one in shown.verifications) == [1, 2]


def test_pages_of_most_people_come_first(desk: Desk) -> None:
    claim = disagree(
        desk,
        judgement([element("sentence_1", page="River 004"), element("sentence_2")]),
        judgement([element("sentence_1")], verdict="refuted", answer="yes"),
    )
    pages = bench(desk, claim).pages
    assert [(page.title, len(page.labels)) for page in pages] == [
        ("River 003", 2),
        ("River 004", 1),
    ]
