"""The verifier's opinion on a claim while it is written."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import pytest

from assist.models import ModelVersion
from assist.selectors import claim_feedback
from assist.selectors.claim_feedback import LinkedCell, MachineFeedback, TableLink, feedback_on
from assist.selectors.loaded import NoModelError
from tests.assist.world import store_version
from tests.wiki.pages import make_page
from verifier.combination import ClaimVerifier
from wiki.models import Corpus

MAPPED = "Velmabar was mapped in 1801."


def at_once() -> float:
    return 0.0


def feedback(
    corpus: Corpus, claim: str, page: str = "Velmabar", addresses: Sequence[str] = ("sentence_1",)
) -> MachineFeedback:
    return feedback_on(corpus=corpus, claim=claim, page=page, addresses=addresses, clock=at_once)


def test_an_easy_claim_is_found_first_and_solved(rivers: Corpus, version: ModelVersion) -> None:
    found = feedback(rivers, MAPPED)
    assert (found.provider, found.page_rank) == ("verifier 1", 1)
    assert found.pages >= 1
    assert (found.elements, found.elements_found, found.is_table) == (1, 1, False)
    assert (found.label, found.reason) == ("SUPPORTS", "")
    assert found.probability >= 0.5
    assert found.links == ()


def test_another_year_is_refuted(rivers: Corpus, version: ModelVersion) -> None:
    assert feedback(rivers, "Velmabar was mapped in 1808.").label == "REFUTES"


def test_a_claim_that_does_not_name_its_page_is_not_found(
    rivers: Corpus, version: ModelVersion
) -> None:
    found = feedback(rivers, "A ferryman was filmed in 1987.")
    assert (found.page_rank, found.elements_found) == (None, 0)
    assert found.elements == 1


def test_a_claim_without_words_is_not_judged(rivers: Corpus, version: ModelVersion) -> None:
    found = feedback(rivers, "?!")
    assert (found.reason, found.page_rank) == ("no_words", None)


def test_words_link_to_the_cells_and_columns_of_the_highlighted_table(
    rivers: Corpus, version: ModelVersion
) -> None:
    claim = "Lake Thun of the Aare is 217 m deep."
    found = feedback(rivers, claim, "Aare", ["table_0"])
    assert found.is_table
    assert found.elements_found == 1
    assert TableLink("thun", "Lake", (LinkedCell("cell_0_2_0", "Thun"),), 1) in found.links
    assert TableLink("lake", "Lake", (), 0) in found.links
    assert "217" in " ".join(link.words for link in found.links)


def test_a_large_table_is_neither_linked_nor_judged(
    rivers: Corpus, version: ModelVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claim_feedback, "MOST_TABLE_CELLS", 8)
    found = feedback(rivers, "Lake Thun of the Aare is 217 m deep.", "Aare", ["table_0"])
    assert found.links == ()
    assert found.is_table


def test_nothing_is_judged_when_the_time_is_over(rivers: Corpus, version: ModelVersion) -> None:
    clock = count(step=claim_feedback.MOST_SECONDS)
    found = feedback_on(
        corpus=rivers,
        claim=MAPPED,
        page="Velmabar",
        addresses=["sentence_1"],
        clock=lambda: next(clock),
    )
    assert (found.label, found.reason, found.page_rank) == ("", "too_slow", 1)
    # It is not kept: the next time it may be faster.
    assert feedback(rivers, MAPPED).label == "SUPPORTS"


def test_the_same_text_is_judged_once_by_each_model(
    rivers: Corpus, version: ModelVersion, model_files: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = feedback(rivers, MAPPED)
    judge = ClaimVerifier.judge

    def fail(*given: object) -> None:
        raise AssertionError("It was judged again.")

    monkeypatch.setattr(ClaimVerifier, "judge", fail)
    assert feedback(rivers, MAPPED) == first
    monkeypatch.setattr(ClaimVerifier, "judge", judge)
    ModelVersion.objects.update(is_in_use=False)
    store_version(model_files, number=2)  # type: ignore[arg-type]
    assert feedback(rivers, MAPPED).provider == "verifier 2"


def test_a_page_that_is_gone_is_not_found(rivers: Corpus, version: ModelVersion) -> None:
    found = feedback(rivers, MAPPED, "Atlantis")
    assert (found.page_rank, found.elements_found, found.links) == (None, 0, ())


def test_without_a_model_there_is_none(rivers: Corpus) -> None:
    with pytest.raises(NoModelError):
        feedback(rivers, MAPPED)


def test_hostile_claims_are_answered(rivers: Corpus, version: ModelVersion) -> None:
    make_page("Orsk", "Orsk lies on a hill.", corpus=rivers)
    for claim in ("<script>alert(1)</script>", "\u202e" * 40, "a" * 1000, "1 " * 500, "🜁" * 300):
        assert feedback(rivers, claim).provider == "verifier 1"
