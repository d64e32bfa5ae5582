"""The tokens of a text, as exact values: a change here means that every index must be rebuilt."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search import analysis
from search.lengths import LONGEST_WORD

GOLDEN = {
    # Numbers stay whole.
    "1,234": "1234",
    "1,234,567.89": "1234567.89",
    "1\u202f234": "1234",
    "3.5": "3.5",
    "3,5": "3 5",
    "1,2345": "1 2345",
    "10,000th": "10000th",
    "12.05.1999": "12.05.1999",
    "2001-09-11": "2001 09 11",
    "12:30": "12 30",
    "the 1990s": "the 1990s",
    "50%": "50",
    "£3.5m": "3.5m",
    "5'10": "5 10",
    "3½": "3",
    "١٢٣": "123",
    "10²": "102",
    # Compounds are parted.
    "19th-century": "19th century",
    "AC/DC": "ac dc",
    "AT&T": "at t",
    "snake_case": "snake case",
    "COVID-19": "covid 19",
    "1914–1918": "1914 1918",
    # Signs that belong to a word.
    "C++": "c++",
    "C++11": "c 11",
    "Notepad++": "notepad++",
    "C#": "c#",
    "A+": "a",
    "#1": "1",
    # Apostrophes.
    "O'Brien": "obrien",
    "O’Brien's": "obriens",
    "rock 'n' roll": "rock n roll",
    "don't": "dont",
    "d'Artagnan": "dartagnan",
    # Initials.
    "U.S.": "us",
    "U.S.A.": "usa",
    "U.S.A": "usa",
    "Washington, D.C., in": "washington dc in",
    "J. K. Rowling": "jk rowling",
    "J.K. Rowling": "jk rowling",
    "J.\u00a0R.\u00a0R. Tolkien": "jrr tolkien",
    "e.g. i.e.": "eg ie",
    "George W. Bush": "george w bush",
    "The end. A new": "the end a new",
    # Case, accents, ligatures.
    "Café": "cafe",
    "Cafe\u0301": "cafe",
    "STRASSE Straße": "strasse strasse",
    "Łódź Ærø Þór": "lodz aero thor",
    "naïve ﬁrst": "naive first",
    "ⅷ ℌ 𝔘ni": "viii h uni",
    "İstanbul": "istanbul",
    "Ὀδυσσεύς": "οδυσσευσ",
    "Ёлка": "елка",
    "שָׁלוֹם": "שלום",
    "مُحَمَّد": "محمد",
    # Scripts without spaces: each character.
    "東京タワー": "東 京 タ ワ ー",
    "東京2020": "東 京 2020",
    "ภาษา": "ภ า ษ า",
    # Scripts with spaces and marks of their own: whole words.
    "한국어 단어": "한국어 단어",
    "हिन्दी शब्द": "हिन्दी शब्द",
    # What is not seen parts no words.
    "soft\u00adhyphen\u00adated": "softhyphenated",
    "join\u200der zero\u200bwidth": "joiner zerowidth",
    "می\u200cخواهم": "میخواهم",
    "क्\u200dष": "क्ष",
    "\ufeffU.S. \u200f1,234\u200e C#\u200e": "us 1234 c#",
    "東\u200b京": "東 京",
    "\u200b": "",
    # Nothing to search for.
    "": "",
    "… — !?": "",
    "😀 ¶": "",
    "\u0301": "",
    "\ud800x": "x",
    "a\x00b": "a b",
}  # fmt: skip


@pytest.mark.parametrize(("text", "tokens"), GOLDEN.items(), ids=map(repr, GOLDEN))
def test_text_gives_these_plain_tokens(text: str, tokens: str) -> None:
    assert " ".join(analysis.plain_tokens(text)) == tokens


@pytest.mark.parametrize(
    ("text", "stems"),
    [
        ("running cities", "run citi"),
        ("Obama's", "obama"),
        ("O'Brien", "obrien"),
        ("boss's", "boss"),
        ("cafés", "cafe"),
        ("1990s C++ U.S.", "1990s c++ us"),
        ("東京", "東 京"),
        ("generations generation general", "generat generat general"),
    ],
)
def test_text_gives_these_stems(text: str, stems: str) -> None:
    assert " ".join(analysis.stems(text)) == stems


def test_tokens_know_their_places() -> None:
    text = "In J. K. Rowling’s 1,234 cafe\u0301s"
    places = [text[token.start : token.end] for token in analysis.tokens(text)]
    assert places == ["In", "J. K.", "Rowling’s", "1,234", "cafe\u0301s"]


def test_long_words_are_cut() -> None:
    assert analysis.plain_tokens("x" * 500) == ["x" * 100]


@pytest.mark.parametrize(
    ("title", "folded"),
    [
        ("  Łódź_Voivodeship ", "lodz voivodeship"),
        ("O’Brien — “Conan”", "o'brien - “conan”"),
        ("AC/DC", "ac/dc"),
        ("Ｆｕｌｌ", "full"),
    ],
)
def test_titles_are_folded_but_keep_their_signs(title: str, folded: str) -> None:
    assert analysis.fold_title(title) == folded


def test_a_name_is_one_token_whatever_its_length() -> None:
    assert analysis.key_token("Living people") == "living_people"
    assert analysis.key_token("x" * 255) == "x" * 255
    # Counted as Elasticsearch does, which would part what is longer.
    long, other = analysis.key_token("𐐷" * 200), analysis.key_token("𐐷" * 201)
    assert len(long.encode("utf-16-le")) == 2 * 255
    assert long != other


@pytest.mark.parametrize("letter", ["x", "𐐷"])
def test_a_name_starts_with_the_token_of_each_of_its_beginnings(letter: str) -> None:
    for length in range(1, 256):
        assert analysis.key_token(letter * 255).startswith(analysis.key_prefix(letter * length))


@given(st.text())
def test_no_token_holds_a_space_or_the_break(text: str) -> None:
    plain, stems = analysis.analyse(text)
    assert len(plain) == len(stems)
    for token in (*plain, *stems):
        assert token
        assert len(token) <= LONGEST_WORD
        assert token.split() == [token]
        assert analysis.BREAK not in token
        token.encode()


@given(st.text())
def test_places_and_tokens_agree(text: str) -> None:
    assert [token.plain for token in analysis.tokens(text)] == analysis.plain_tokens(text)


@given(st.text(alphabet="abZ .,'’+#0123é-"))
def test_ascii_and_unicode_texts_are_read_alike(text: str) -> None:
    # A character beyond ASCII at the end makes the whole text take the other way.
    assert analysis.plain_tokens(text + " é") == [*analysis.plain_tokens(text + " e")]


@pytest.mark.parametrize("text", [*GOLDEN, "In J. K. Rowling’s 1,234 cafés, U.S. A. B. x. C. D."])
def test_token_texts_are_the_tokens_joined(text: str) -> None:
    _same_tokens(text)
    _same_tokens(f"Before {text} after.")


@given(st.lists(st.text() | st.text(alphabet="aB1 .,'’+#é-¶\u00a0\n\x01")))
def test_token_texts_of_any_passages_are_the_tokens_joined(passages: list[str]) -> None:
    _same_tokens(*passages)


def _same_tokens(*passages: str) -> None:
    expected = [
        (" ".join(plain), " ".join(stems)) for plain, stems in map(analysis.analyse, passages)
    ]
    assert analysis.token_texts(passages) == expected
