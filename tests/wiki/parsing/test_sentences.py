"""Sentence boundaries: those that sentencex proposes and those that are rejected."""

import pytest

from wiki.parsing.elements import Link
from wiki.parsing.sentences import split_sentences


@pytest.mark.parametrize(
    "sentences",
    [
        ["Dr. Holm came from St. Olaf in 1931.", "She stayed."],
        ["It was the 1. FC Nowhere that won.", "Nobody came."],
        ["See vol. 3 and ch. 4 of it.", "Then stop."],
        ["Who Goes There? is a play.", "It closed."],
        ["King Olaf IV. ruled here.", "He died."],
        ["The wall is 10 m.", "It fell in 1932."],
        ["She lived in Selby, Mass. in 1904.", "It rained."],
        ["iPads were sold.", "iOS 5 came with them."],
    ],
)
def test_sentences_are_split(sentences: list[str]) -> None:
    text = " ".join(sentences)
    assert [text[start:end] for start, end in split_sentences(text)] == sentences


def test_no_sentence_ends_inside_a_link() -> None:
    text = "They saw Stop! Look Again twice. Then they left."
    link = Link("Stop! Look Again", "Stop! Look Again", 9, 25)
    assert [text[a:b] for a, b in split_sentences(text, (link,))] == [
        "They saw Stop! Look Again twice.",
        "Then they left.",
    ]


def test_empty_text_has_no_sentence() -> None:
    assert split_sentences("") == []
