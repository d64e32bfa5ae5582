"""The query language: what each query is understood as, and what is left out of it."""

from __future__ import annotations

import string
import time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from search.compile.leaves import MOST_TERMS
from search.query import (
    And,
    Fuzzy,
    HasTable,
    InCategory,
    LinksTo,
    Node,
    Not,
    Or,
    ParsedQuery,
    Pattern,
    Phrase,
    Prefix,
    Reason,
    TitlePrefix,
    Wildcard,
    Within,
    Word,
    parse_query,
    print_query,
)
from search.query.parsing import DEEPEST, LONGEST_QUERY, MOST_EXPANDED, MOST_LEAVES
from search.query.tree import SENTENCES
from search.query.words import BEFORE_WILDCARD, LARGEST_DISTANCE
from tests.search.query_texts import ENDINGS, LETTERS, PIECES, WORDS

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
    "semi-final": Word("semi-final"),
    "a OR b": Or((Word("a"), Word("b"))),
    "a || b": Or((Word("a"), Word("b"))),
    "a && b": And((Word("a"), Word("b"))),
    "a or b": And((Word("a"), Word("or"), Word("b"))),
    "a b OR c d": And((Word("a"), Or((Word("b"), Word("c"))), Word("d"))),
    "a OR b OR c": Or((Word("a"), Word("b"), Word("c"))),
    "(a b) OR -c": Or((And((Word("a"), Word("b"))), Not(Word("c")))),
    "a AND b": And((Word("a"), Word("b"))),
    "a AND NOT b": And((Word("a"), Not(Word("b")))),
    "a AND -b": And((Word("a"), Not(Word("b")))),
    'a NOT"b c"': And((Word("a"), Not(Phrase("b c")))),
    '"a b"OR"c d"': Or((Phrase("a b"), Phrase("c d"))),
    "-(a OR b)": Not(Or((Word("a"), Word("b")))),
    "((a))": Word("a"),
    "pre*": Prefix("pre"),
    "Éle*": Prefix("Éle"),
    "ab**": Prefix("ab"),
    "wild?ard": Wildcard("wild?ard"),
    "wi*d*": Wildcard("wi*d*"),
    "19th-cent*": And((Word("19th"), Prefix("cent"))),
    "mid-19th-cent*": And((Word("mid-19th"), Prefix("cent"))),
    "O'Br*": Prefix("O'Br"),
    "3.5*": Prefix("3.5"),
    "1,234*": Prefix("1,234"),
    # Marks belong to their letters.
    "zu\u0308r*": Prefix("zu\u0308r"),
    "Zu\u0308ri?h": Wildcard("Zu\u0308ri?h"),
    "हिन्द*": Prefix("हिन्द"),
    "שָׁל*": Prefix("שָׁל"),
    "مُح*": Prefix("مُح"),
    # Each character is a word: others follow anyway.
    "東京*": Word("東-京"),
    "x 東京?": And((Word("x"), Word("東-京"))),
    "Why me?": And((Word("Why"), Word("me"))),
    "fuzzy~": Fuzzy("fuzzy", 1),
    "Fuzziness~": Fuzzy("Fuzziness", 2),
    "Müller~": Fuzzy("Müller", 2),
    "mid-century~1": And((Word("mid"), Fuzzy("century", 1))),
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
    # As copied from a wiki.
    "linksto:[[Lake Thun]]": LinksTo("Lake Thun"),
    "linksto:[[Danube#Course|the river]] a": And((LinksTo("Danube"), Word("a"))),
    'linksto:"Danube#Course"': LinksTo("Danube"),
    'incategory:"Category:Living people"': InCategory("Living people"),
    "incategory:[[:category: Living_people]]": InCategory("Living people"),
    'prefix:"New Y"': TitlePrefix("New Y"),
    "hastable:": HasTable(),
    "hastable: rivers": And((HasTable(), Word("rivers"))),
    "x insource:/a[bc]+/": And((Word("x"), Pattern("a[bc]+"))),
    r"x insource:/a\/b/i": And((Word("x"), Pattern(r"a\/b", ignores_case=True))),
    "unknown:thing": Word("unknown-thing"),
    "Star Trek: Voyager": And((Word("Star"), Word("Trek"), Word("Voyager"))),
    "rock & roll": And((Word("rock"), Word("roll"))),
    # Only the sign on the keyboard excludes.
    "−40 degrees": And((Word("40"), Word("degrees"))),
    "a –b": And((Word("a"), Word("b"))),
    "\u200eintitle:moon": Within("title", Word("moon")),
    "\ufeff-a b\u200b": And((Not(Word("a")), Word("b\u200b"))),
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
    "a AND": ("a", [("AND", "dangling_operator")]),
    "AND a": ("a", [("AND", "dangling_operator")]),
    "a AND AND b": ("a b", [("AND", "dangling_operator")]),
    "NOT AND a": ("-a", [("AND", "dangling_operator")]),
    "(AND a) b": ("a b", [("AND", "dangling_operator")]),
    "a - b": ("a b", [("-", "lone_minus")]),
    "a --": ("a", [("--", "lone_minus")]),
    "--a": ("-a", [("--", "repeated_minus")]),
    "!!a": ("-a", [("!!", "repeated_minus")]),
    "NOT -a": ("-a", [("-", "repeated_minus")]),
    "NOT AND NOT a": ("-a", [("AND", "dangling_operator"), ("NOT", "repeated_minus")]),
    "a || || b": ("a OR b", [("||", "dangling_operator")]),
    "intitle:-lake": ("intitle:lake", [("intitle:-lake", "minus_inside")]),
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
    "hastable: " * 60: (" ".join(["hastable:"] * 50), [("hastable:…", "too_many_words")]),
    "linksto:#Course a": ("a", [("linksto:#Course", "empty")]),
    "insource:foo": ("foo", [("insource:", "pattern_unmarked")]),
    'insource:"foo bar"': ("foo-bar", [("insource:", "pattern_unmarked")]),
    "a insource:": ("a", [("insource:", "pattern_unmarked")]),
    'a insource:""': ("a", [("insource:", "pattern_unmarked")]),
    "a OR insource:/b/": (
        "a", [("insource:/b/", "pattern_misplaced"), ("OR", "dangling_operator")],
    ),
    "insource:/a/ insource:/b/ c": ("insource:/a/ c", [("insource:/b/", "pattern_misplaced")]),
    f"x insource:/{'a' * 101}/": (
        "x", [(f"insource:/{'a' * 101}/"[:80], "pattern_too_long")],
    ),
    '"a b"~99': ('"a b"~10', [('"a b"~99', "slop_too_large")]),
    '"a b c"~10': ('"a b c"~8', [('"a b c"~10', "slop_too_large")]),
    '"a b"~': ('"a b"', [('"a b"~', "slop_unused")]),
    '"one"~3': ('"one"', [('"one"~3', "slop_unused")]),
    '"wild wor*"': ('"wild wor"', [('"wild wor*"', "sign_misplaced")]),
    '"wild w?rd"': ('"wild w rd"', [('"wild w?rd"', "sign_misplaced")]),
    '"fuzzy~ word"': ('"fuzzy word"', [('"fuzzy~ word"', "sign_misplaced")]),
    "wor*~": ("wor*", [("wor*~", "sign_misplaced")]),
    "ri?": ("ri", [("ri?", "question_mark")]),
    "ri? lake": ("ri lake", [("ri?", "question_mark")]),
    "w?? lake": ("w lake", [("w??", "question_mark")]),
    "wo*d? lake": ("wo*d lake", [("wo*d?", "question_mark")]),
    "emoji 😀": ("emoji", [("😀", "no_word")]),
    "half ½": ("half", [("½", "no_word")]),
    "3½ tons": ("3 tons", [("½", "no_word")]),
    '"3½ tons"': ('"3 tons"', [("½", "no_word")]),
    "a ∞": ("a", [("∞", "no_word")]),
    "東*京": ("東 京", [("東*京", "unsegmented_script")]),
    "東京~": ("東-京", [("東京~", "unsegmented_script")]),
    " ".join(["a"] * 50) + " b c": (" ".join(["a"] * 50), [("b…", "too_many_words")]),
    "a " + " ".join(f'"{number}"~' for number in range(20)): (
        "a " + " ".join(f'"{number}"' for number in range(20)),
        [*((f'"{number}"~', "slop_unused") for number in range(12)), ("…", "and_more")],
    ),
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


@pytest.mark.parametrize(
    "letter", [*"ßæǆﬁİşⅷ²१٣ʼʻʿـำ東ーกកກက한ؤ", "\u0958", "e\u0301", "\u0301", "\u00ad"]
)
def test_letters_that_fold_otherwise_read_back_as_they_are_printed(letter: str) -> None:
    _assert_reads_back(letter)


def _assert_reads_back(letter: str) -> None:
    for text in (before + letter + ending for before in ("", "ab") for ending in ENDINGS):
        tree = parse_query(text).tree
        assert (text, parse_query(print_query(tree)).tree) == (text, tree)


@given(LETTERS)
def test_any_letter_reads_back_as_it_is_printed(letter: str) -> None:
    _assert_reads_back(letter)


@given(st.one_of(st.text(), PIECES, WORDS))
def test_reading_what_was_printed_gives_the_same_tree(text: str) -> None:
    tree = parse_query(text).tree
    printed = print_query(tree)
    again = parse_query(printed)
    assert again.tree == tree
    assert print_query(again.tree) == printed


def test_long_sentences_are_read_whole_as_phrases() -> None:
    sentence = " ".join(f"word{number}" for number in range(100))
    assert parse_query(f'"{sentence}"') == ParsedQuery(Phrase(sentence))


def test_a_long_query_is_cut_between_two_words() -> None:
    text = '"' + " ".join(["river"] * 200) + '"'
    parsed = parse_query(text)
    assert print_query(parsed.tree) == " ".join(["river"] * MOST_LEAVES)
    assert (parsed.ignored[0].text, str(parsed.ignored[0].reason)) == (
        "river river river r…", "too_long",
    )  # fmt: skip


def test_sentences_name_the_limits_that_hold() -> None:
    assert f"{LONGEST_QUERY:,} characters" in SENTENCES[Reason.TOO_LONG]
    assert f"{MOST_LEAVES} words" in SENTENCES[Reason.TOO_MANY_WORDS]
    assert f"{MOST_EXPANDED} words" in SENTENCES[Reason.TOO_MANY_WILDCARDS]
    assert f"{MOST_TERMS} most common" in SENTENCES[Reason.TOO_MANY_LIKE_IT]
    assert f"~{LARGEST_DISTANCE}" in SENTENCES[Reason.TOO_FAR]
    assert DEEPEST == 10
    assert BEFORE_WILDCARD == 2


@given(st.lists(st.text(string.ascii_letters + string.digits, min_size=1), max_size=60))
def test_plain_words_are_read_as_the_parser_would(words: list[str]) -> None:
    text = " ".join(words)
    assume(len(text) < LONGEST_QUERY - 2)
    # The sign says nothing, but is no plain word.
    parsed = parse_query(f"{text} &")
    assert parse_query(text) == parsed
