"""Tests of the verdict from sentences and tables together."""

from __future__ import annotations

import pytest

from tests.verifier.tables.examples import CAPTION, HEADER, ROWS, STATEMENTS, rivers
from tests.verifier.text.examples import examples
from verifier.combination import (
    Abstention,
    ClaimVerifier,
    EvidenceOpinion,
    linearise,
    pool,
)
from verifier.fitting import ForestShape
from verifier.retrieval.retriever import RetrievedEvidence
from verifier.retrieval.source import SourceSentence, SourceTable
from verifier.tables.training import TableExample, train_tables
from verifier.text.training import train_text

SMALL = ForestShape(trees=20, leaves=6, rate=0.2, least_rows=4)
NERVA = SourceSentence("Nerva", "sentence_0", "Nerva is a town on the Olm .")
FOUNDED = SourceSentence("Nerva", "sentence_1", "Nerva was founded in 1912 .")
OLM = SourceSentence("Olm", "sentence_0", "The Olm is a river .")
TABLE = SourceTable(
    "Rivers", "table_0", tuple(HEADER), tuple(tuple(row) for row in ROWS), caption=CAPTION,
    addresses=tuple(tuple(f"cell_0_{r}_{c}" for c in range(len(row)))
                    for r, row in enumerate(ROWS, start=1)),
)  # fmt: skip


@pytest.fixture(scope="module")
def verifier() -> ClaimVerifier:
    tables = {f"rivers {number}": rivers() for number in range(8)}
    statements = [
        TableExample(name, statement, CAPTION, label)
        for name in tables
        for statement, label in STATEMENTS
    ]
    return ClaimVerifier(
        train_text(examples(), shape=SMALL),
        train_tables(statements, tables, ranker_shape=SMALL, decision_shape=SMALL),
    )


def _found(*sentences: SourceSentence, tables: tuple[SourceTable, ...] = ()) -> RetrievedEvidence:
    return RetrievedEvidence((), sentences, tables)


def test_a_title_comes_once_before_the_first_sentence_of_its_page() -> None:
    assert linearise([NERVA, OLM, FOUNDED]) == (
        "Nerva . Nerva is a town on the Olm . Olm . The Olm is a river . "
        "Nerva was founded in 1912 ."
    )


def test_opinions_count_by_their_weight() -> None:
    supports = {"SUPPORTS": 0.8, "REFUTES": 0.1, "NOT ENOUGH INFO": 0.1}
    refutes = {"SUPPORTS": 0.1, "REFUTES": 0.8, "NOT ENOUGH INFO": 0.1}
    even = pool([EvidenceOpinion("", (), supports), EvidenceOpinion("", (), refutes)])
    assert even["SUPPORTS"] == pytest.approx(even["REFUTES"])
    assert sum(even.values()) == pytest.approx(1)
    tilted = pool([EvidenceOpinion("", (), supports), EvidenceOpinion("", (), refutes, 0.0)])
    assert tilted == pytest.approx(supports)


def test_the_sentence_that_decides_is_named(verifier: ClaimVerifier) -> None:
    judged = verifier.judge("Nerva was founded in 1915 .", _found(NERVA, FOUNDED))
    assert judged.label == "REFUTES"
    assert judged.abstention is None
    assert judged.deciding[0].addresses == ("sentence_1",)


def test_the_program_and_its_cells_are_named(verifier: ClaimVerifier) -> None:
    judged = verifier.judge("there are 3 rivers in ostrava", _found(tables=(TABLE,)))
    assert judged.label == "SUPPORTS"
    (deciding,) = judged.deciding
    assert deciding.page == "Rivers"
    assert deciding.english
    assert all(address.startswith("cell_0_") for address in deciding.addresses)


def test_without_a_model_of_tables_they_are_not_read(verifier: ClaimVerifier) -> None:
    judged = ClaimVerifier(verifier.text).judge("there are 3 rivers", _found(tables=(TABLE,)))
    assert judged.abstention == Abstention.NO_EVIDENCE
    assert judged.probabilities["NOT ENOUGH INFO"] == 1.0


@pytest.mark.parametrize("claim", ["", " ", "🏞️", "?!"])
def test_a_claim_without_words_is_not_judged(verifier: ClaimVerifier, claim: str) -> None:
    judged = verifier.judge(claim, _found(NERVA, tables=(TABLE,)))
    assert (judged.label, judged.abstention) == ("NOT ENOUGH INFO", Abstention.NO_WORDS)


def test_without_evidence_nothing_is_judged(verifier: ClaimVerifier) -> None:
    empty = SourceTable("Rivers", "table_0", (), ())
    judged = verifier.judge("Nerva is a town .", _found(tables=(empty,)))
    assert judged.abstention == Abstention.NO_EVIDENCE
    assert judged.deciding == ()


def test_a_guess_is_marked_as_one(verifier: ClaimVerifier) -> None:
    # One sentence says so, another the opposite.
    denied = SourceSentence("Nerva", "sentence_2", "Nerva was founded in 1915 .")
    judged = verifier.judge("Nerva was founded in 1912 .", _found(FOUNDED, denied))
    chance = max(judged.probabilities.values())
    assert (judged.abstention == Abstention.UNSURE) == (chance < 0.5)
    assert all(0 <= share <= 1 for share in judged.probabilities.values())
