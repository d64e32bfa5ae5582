"""The tables of a claim: of the objection first, then those of the evidence that counts."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.utils import timezone

from annotation.models import Verification
from quality.selectors.claim_tables import TablePlace, read_claim_table, tables_of
from tests.quality.objections_world import make_objection
from tests.quality.programs_world import TableDesk, make_table_desk, train_models

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    train_models(folder)
    return folder


@pytest.fixture
def at(files: Path, home: Path) -> TableDesk:
    return make_table_desk(files)


def test_tables_come_from_evidence_and_from_the_objection(at: TableDesk) -> None:
    assert tables_of(at.claim) == [TablePlace(at.page, "table_0")]
    make_objection(at.desk, at.claim, english="It is 5.", page="River 003", table="table_0")
    assert tables_of(at.claim) == [
        TablePlace("River 003", "table_0"),
        TablePlace(at.page, "table_0"),
    ]
    Verification.objects.filter(claim=at.claim).update(void_since=timezone.now())
    assert tables_of(at.claim) == [TablePlace("River 003", "table_0")]


def test_a_table_that_is_not_there_is_none(at: TableDesk) -> None:
    corpus = at.desk.campaign.corpus
    assert corpus is not None
    for place in (TablePlace(at.page, "table_9"), TablePlace("Nowhere", "table_0")):
        assert read_claim_table(corpus, place) is None
    assert at.table.source.header[2] == "Country"
    assert len(at.table.digest) == 32
