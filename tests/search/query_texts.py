"""Texts that look like queries, for property tests."""

from __future__ import annotations

import unicodedata

from hypothesis import strategies as st

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
