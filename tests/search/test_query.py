"""The query language: what each query is understood as, and what is left out of it."""

from __future__ import annotations

import string
import time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from search.query import (
    And,
    Fuzzy,
    HasTable,
    InCategory,
    LinksTo,
    Node,
    Not,
    Or,
    Pattern,
    Phrase,
    Prefix,
    TitlePrefix,
    Wildcard,
    Within,
    Word,
    parse_query,
    print_query,
)
from search.query.parsing import LONGEST_QUERY

TREES: dict[str, Node | None] = {
    "": None,
    "cats": Word("cats"),
    "Cats dogs": And((Word("Cats"), Word("dogs"))),
    "AC/DC": Word("AC-DC"),
    "O'Brien 1,234": And((Word("O'Brien"), Word("1,234"))),
    "J. K. Rowling": And((Word("J.K."), Word("Rowling"))),
    '"exact phrase"': Phrase("exact phrase"),
    "“exact phrase”": Phrase("exact phrase"),
    '"one"': Phrase("one"),
    '"near phrase"~3': Phrase("near phrase", 3),
    "-word": Not(Word("word")),
    '-"a b"': Not(Phrase("a b")),
    "NOT a": Not(Word("a")),
    "--a": Not(Word("a")),
    "a - b": And((Word("a"), Word("b"))),
    "semi-final": Word("semi-final"),
    "a OR b": Or((Word("a"), Word("b"))),
    "a or b": And((Word("a"), Word("or"), Word("b"))),
    "a b OR c d": And((Word("a"), Or((Word("b"), Word("c"))), Word("d"))),
    "a OR b OR c": Or((Word("a"), Word("b"), Word("c"))),
    "(a b) OR -c": Or((And((Word("a"), Word("b"))), Not(Word("c")))),
    "a AND b": And((Word("a"), Word("b"))),
    "a AND NOT b": And((Word("a"), Not(Word("b")))),
    "a AND -b": And((Word("a"), Not(Word("b")))),
    "NOT AND a": Not(Word("a")),
    'a NOT"b c"': And((Word("a"), Not(Phrase("b c")))),
    '"a b"OR"c d"': Or((Phrase("a b"), Phrase("c d"))),
    "-(a OR b)": Not(Or((Word("a"), Word("b")))),
    "((a))": Word("a"),
    "pre*": Prefix("pre"),
    "Éle*": Prefix("ele"),
    "wild?ard": Wildcard("wild?ard"),
    "wi*d*": Wildcard("wi*d*"),
    "19th-cent*": And((Word("19th"), Prefix("cent"))),
    "Why me?": And((Word("Why"), Word("me"))),
    "fuzzy~": Fuzzy("fuzzy", 1),
    "Fuzziness~": Fuzzy("fuzziness", 2),
    "fuzziness~1": Fuzzy("fuzziness", 1),
    "intitle:moon": Within("title", Word("moon")),
    'INTITLE:"new moon"': Within("title", Phrase("new moon")),
    "intitle: moon": Within("title", Word("moon")),
    "-intitle:mo*n": Not(Within("title", Wildcard("mo*n"))),
    "inlead:a insection:b intable:c": And(
        (Within("lead", Word("a")), Within("headings", Word("b")), Within("tables", Word("c")))
    ),
    "incategory:Living_people": InCategory("Living people"),
    'incategory:"Living people"': InCategory("Living people"),
    "linksto:Mercury_(planet)": LinksTo("Mercury (planet)"),
    "(linksto:Mars)": LinksTo("Mars"),
    'prefix:"New Y"': TitlePrefix("New Y"),
    "hastable:": HasTable(),
    "hastable: rivers": And((HasTable(), Word("rivers"))),
    "x insource:/a[bc]+/": And((Word("x"), Pattern("a[bc]+"))),
    r"x insource:/a\/b/i": And((Word("x"), Pattern(r"a\/b", ignores_case=True))),
    "unknown:thing": Word("unknown-thing"),
    "Star Trek: Voyager": And((Word("Star"), Word("Trek"), Word("Voyager"))),
    "rock & roll": And((Word("rock"), Word("roll"))),
    "OR, or": And((Word("or"), Word("or"))),
}


@pytest.mark.parametrize(("text", "tree"), TREES.items(), ids=map(repr, TREES))
def test_query_is_understood_without_remainder(text: str, tree: Node | None) -> None:
    parsed = parse_query(text)
    assert parsed.tree == tree
    assert parsed.ignored == ()


IGNORED = {
    '"open phrase': ("open phrase", [('"', "unbalanced_quote")]),
    'intitle:"open phrase': ("open phrase", [("intitle:", "empty"), ('"', "unbalanced_quote")]),
    "(a b": ("a b", [("(", "unbalanced_parenthesis")]),
    "a) b": ("a b", [(")", "unbalanced_parenthesis")]),
    "OR a": ("a", [("OR", "dangling_operator")]),
    "a OR": ("a", [("OR", "dangling_operator")]),
    "a OR OR b": ("a OR b", [("OR", "dangling_operator")]),
    "a -()": ("a", [("-", "dangling_operator")]),
    '"" a': ("a", [('""', "empty")]),
    "* a": ("a", [("*", "wildcard_too_early")]),
    "*ing": ("ing", [("*ing", "wildcard_too_early")]),
    "a*": ("a", [("a*", "wildcard_too_early")]),
    "intitle: ": ("", [("intitle:", "empty")]),
    "intitle:(a b)": ("a b", [("intitle:", "empty")]),
    "incategory:_": ("", [("incategory:_", "empty")]),
    "hastable:yes a": ("hastable: a", [("yes", "unused_value")]),
    "matterhron~3": ("matterhron~2", [("matterhron~3", "too_far")]),
    "linksto:¶ a": ("a", [("linksto:¶", "empty")]),
    "hastable: " * 60: (" ".join(["hastable:"] * 50), [("hastable:", "too_many_words")]),
    "insource:foo": ("foo", [("insource:", "pattern_refused")]),
    'insource:"foo bar"': ("foo-bar", [("insource:", "pattern_refused")]),
    "a OR insource:/b/": (
        "a", [("insource:/b/", "pattern_misplaced"), ("OR", "dangling_operator")],
    ),
    "insource:/a/ insource:/b/ c": ("insource:/a/ c", [("insource:/b/", "pattern_misplaced")]),
    f"x insource:/{'a' * 101}/": (
        "x", [(f"insource:/{'a' * 101}/"[:80], "pattern_refused")],
    ),
    '"a b"~99': ('"a b"~10', [("~99", "slop_too_large")]),
    "aa* bb* cc* dd* ee* ff*": ("aa* bb* cc* dd* ee*", [("ff*", "too_many_wildcards")]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), IGNORED.items(), ids=map(repr, IGNORED))
def test_what_makes_no_sense_is_left_out_and_noted(
    text: str, expected: tuple[str, list[tuple[str, str]]]
) -> None:
    parsed = parse_query(text)
    noted = [(ignored.text, str(ignored.reason)) for ignored in parsed.ignored]
    assert (print_query(parsed.tree), noted) == expected
    assert all(ignored.sentence for ignored in parsed.ignored)


@pytest.mark.parametrize(
    "text",
    [
        "a" * 1_000_000,
        "a " * 500_000,
        "wi*d " * 10_000,
        "(" * 10_000,
        "-" * 10_000,
        '"' * 10_001,
        "insource:/" * 5_000,
        "x insource:/(a+)+$/ " * 100,
        "intitle:" * 10_000,
        "OR " * 10_000,
        "a OR " * 10_000,
        '"a b"~' + "9" * 100_000,
        "J. " * 10_000,
        "a*" * 10_000,
        "\x00\ud800" * 10_000,
    ],
    ids=lambda text: text[:12],
)
def test_hostile_queries_are_cut_off_at_once(text: str) -> None:
    started_at = time.process_time()
    parsed = parse_query(text)
    print_query(parsed.tree)
    assert time.process_time() - started_at < 0.5
    assert "too_long" in [ignored.reason for ignored in parsed.ignored]


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
    ),
    max_size=14,
).map("".join)  # fmt: skip


@given(st.one_of(st.text(), PIECES))
def test_reading_what_was_printed_gives_the_same_tree(text: str) -> None:
    tree = parse_query(text).tree
    printed = print_query(tree)
    again = parse_query(printed)
    assert again.tree == tree
    assert print_query(again.tree) == printed


@given(st.lists(st.text(string.ascii_letters + string.digits, min_size=1), max_size=60))
def test_plain_words_are_read_as_the_parser_would(words: list[str]) -> None:
    text = " ".join(words)
    assume(len(text) < LONGEST_QUERY - 2)
    # The sign says nothing, but is no plain word.
    parsed = parse_query(f"{text} &")
    assert parse_query(text) == parsed
