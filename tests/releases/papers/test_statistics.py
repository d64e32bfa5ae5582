"""Counts of evidence as the papers' tables have them: by set, and for each claim."""

from __future__ import annotations

from msgspec.structs import replace

from campaigns.protocols import registry
from releases.dataset.rules.records import EvidencePiece, set_kind
from releases.papers.datasheet import datasheet
from releases.papers.manifest import manifest
from releases.papers.statistics import Statistics, summary
from tests.releases.records import CELL, RECORD, SENTENCE, facts_of

HEADER = EvidencePiece("Aare", "header_cell_0_9_0")
CAPTION = EvidencePiece("Aare", "table_caption_0")
ITEM = EvidencePiece("Rhine", "item_1_2")


def counted() -> Statistics:
    statistics = Statistics()
    for sets in (
        ((SENTENCE,), (CELL, HEADER, CAPTION)),
        ((CELL, SENTENCE),),
        ((ITEM, SENTENCE, replace(SENTENCE, address="sentence_4")),),
    ):
        statistics.add(replace(RECORD, sets=sets))
    return statistics


def test_a_set_is_of_sentences_of_tables_or_of_both() -> None:
    assert set_kind((SENTENCE,)) == "sentences"
    assert set_kind((CELL, HEADER, CAPTION)) == "tables"
    assert set_kind((ITEM,)) == "tables"
    assert set_kind((ITEM, SENTENCE)) == "combined"


def test_sets_and_elements_of_claims_are_counted() -> None:
    statistics = counted()
    assert summary(statistics)["sets_by_kind"] == {"combined": 2, "sentences": 1, "tables": 1}
    assert statistics["claim_sentences"] == {"1": 2, "2": 1}
    assert statistics["claim_cells"] == {"1": 2, "3": 1}
    assert statistics["claim_tables"] == {"1": 3}
    assert statistics["claim_features"] == {
        "alternative": 1,
        "several_sentences": 1,
        "several_pages": 1,
    }
    # Nothing of it is told of a part without labels.
    assert "claim_cells" not in statistics.without_labels().counters
    assert "set_kinds" not in statistics.without_labels().counters


def test_the_datasheet_counts_sets() -> None:
    protocol = registry.get("feverous")
    described = manifest(facts_of(protocol), counted(), ())
    section = next(one for one in datasheet(described, protocol) if one.title == "Evidence")
    assert section.paragraphs[1] == (
        "Over all its sets, each element counted once, a claim has 1.3 sentences and 1.7 cells,"
        " captions and items from 1.0 tables and lists on average. Of 3 claims, 1 (33%) have"
        " alternative sets, 1 (33%) several sentences, 1 (33%) evidence from several pages."
    )
    assert section.charts[0].title == "What evidence sets are made of"
