"""The verifier's verdict on a claim, by evidence that it finds in a corpus."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_django import Settings

import search
from assist.selectors.loaded import verifier_in_use
from quality.selectors.machine_verdicts import judge_claim
from tests.assist.world import (
    make_river_table,
    make_rivers,
    store_version,
    train_small_model,
    train_small_tables,
)
from tests.people import NOW
from verifier.combination import ClaimVerifier
from wiki.models import Corpus

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    train_small_model(folder)
    train_small_tables(folder)
    return folder


@pytest.fixture
def corpus(settings: Settings, tmp_path: Path, home: Path) -> Corpus:
    settings.SEARCH_FOLDER = tmp_path / "index"
    made = make_rivers()
    make_river_table(made)
    search.rebuild_index(corpus=made, clock=lambda: NOW)
    return made


@pytest.fixture
def verifier(corpus: Corpus, files: Path) -> ClaimVerifier:
    store_version(files)
    return verifier_in_use()[1]


def test_sentences_decide_without_a_table(corpus: Corpus, verifier: ClaimVerifier) -> None:
    judged = judge_claim(corpus, "Velmabar was mapped in 1808.", verifier)
    assert judged is not None
    assert judged.verdict == "refuted"
    assert judged.probability > 0.5
    assert judged.table is None


def test_a_table_decides_by_its_program(corpus: Corpus, verifier: ClaimVerifier) -> None:
    claims = ("The total length of rivers in Lirien is 1388.5.", "There are 3 rivers in Ostrava.")
    judged = [judge_claim(corpus, claim, verifier) for claim in claims]
    tables = [each.table for each in judged if each is not None and each.table is not None]
    assert {(table.page, table.address) for table in tables} <= {("Rivers of the north", "table_0")}
    assert all(table.english for table in tables)


def test_what_is_in_no_page_has_no_verdict(corpus: Corpus, verifier: ClaimVerifier) -> None:
    assert judge_claim(corpus, "Zebras yodel.", verifier) is None
