"""Texts that look like queries, for property tests, and the shape of their trees."""

from __future__ import annotations

import unicodedata

from hypothesis import strategies as st

from search import analysis
from search.query import And, InCategory, LinksTo, Node, Or, Phrase, Within, Word

# Letters that fold to several, to none, to digits or to marks, with what may follow a word.
ENDINGS = ("#~", "++~", ".b.~", "*", "x*", "~", "~2", "?x", "*x", "'x*", "-x*", ".5*", "++", "#")


# Of every script, with marks and what is not seen; more often those that folding makes longer.
LENGTHENED = [
    letter
    for letter in map(chr, range(0x80, 0xAC00))
    if letter.isalnum() and len(unicodedata.normalize("NFKD", letter.casefold())) > 1
]
LETTERS = st.sampled_from(LENGTHENED) | st.characters(categories=["L", "M", "N", "Cf"])


WORDS = st.tuples(
    st.sampled_from(["", "", "ab", "-", "intitle:"]), LETTERS, st.sampled_from(ENDINGS)
).map("".join)


# Signs that mean something, so that examples are more often near a query.
PIECES = st.lists(
    st.one_of(
        st.sampled_from(
            [
                " ", " ", "a", "Bc", "foo", "1,234", "U.S.", "J. ", "é", "東京", "o'b", "c++",
                '"', '"', "(", ")", "-", "OR", " OR ", "AND", "NOT ", "*", "?", "~", "~2", "~9",
                "intitle:", "incategory:", "linksto:", "prefix:", "hastable:", "insource:",
                "insource:/", "/", "/i", "_", ".", ":", "!", "\\",
            ]
        ),
        st.text(max_size=3),
        WORDS,
    ),
    max_size=14,
).map("".join)  # fmt: skip


def shape_of(node: Node | None) -> object:
    """Return the tree with numbers of words in place of the words that may be corrected."""
    match node:
        case Word(text):
            return "word", len(analysis.plain_tokens(text))
        case Phrase(text, slop):
            return "phrase", len(analysis.plain_tokens(text)), slop
        case InCategory(text) | LinksTo(text):
            return type(node), len(analysis.plain_tokens(text))
        case Within(part, operand):
            return part, shape_of(operand)
        case And(children) | Or(children):
            return type(node), tuple(map(shape_of, children))
    return node
