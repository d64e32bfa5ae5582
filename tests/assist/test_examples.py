"""Claims as examples: whole evidence only, with titles apart from sentences."""

from __future__ import annotations

from assist.claim_sources import GoldClaim
from assist.examples import CollectedExamples
from assist.selectors.stored_pages import StoredPages
from tests.assist.world import LAKES
from tests.wiki.pages import make_corpus, make_page
from verifier.text.sampling import remove_evidence


def collected(*elements: str, label: str = "SUPPORTS") -> CollectedExamples:
    corpus = make_corpus()
    make_page("Aare", f"The Aare is a river. It is 288 km long.\n{LAKES}", corpus=corpus)
    examples = CollectedExamples()
    pieces = tuple(("Aare", address) for address in elements)
    examples.add(GoldClaim("The Aare is long.", label, (pieces,)), StoredPages(corpus))
    return examples


def test_sentences_are_a_pair_with_their_title_once(db: None) -> None:
    examples = collected("sentence_0", "sentence_1")
    [pair] = examples.pairs
    assert pair.text == "Aare . The Aare is a river. It is 288 km long."
    assert examples.left_out == 0


def test_a_title_stays_when_the_first_sentence_is_removed(db: None) -> None:
    pairs = collected("sentence_0", "sentence_1").pairs
    texts = {made.text for seed in range(20) for made in remove_evidence(pairs, seed=seed)}
    assert texts == {"Aare . The Aare is a river.", "Aare . It is 288 km long."}


def test_sentences_beside_cells_are_no_pair(db: None) -> None:
    examples = collected("sentence_0", "cell_0_1_1")
    assert (examples.pairs, examples.statements, examples.left_out) == ([], [], 1)


def test_evidence_of_which_a_part_is_not_found_is_no_pair(db: None) -> None:
    examples = collected("sentence_0", "sentence_99")
    assert (examples.pairs, examples.left_out) == ([], 1)


def test_cells_of_a_table_are_a_statement(db: None) -> None:
    examples = collected("cell_0_1_1", label="REFUTES")
    [statement] = examples.statements
    assert (statement.statement, statement.label) == ("The Aare is long.", False)
