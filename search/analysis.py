"""The text analysis: text into tokens, for both engines, the snippets and the verifier.

A token has two forms. `plain` is the folded word: lower case, without accents, in ASCII where
possible. `stem` is the word without its English endings. Numbers ("1,234" is 1234, "3.5" is 3.5),
initials ("U.S." and "J. K." are us and jk), "C++", "C#" and "O'Brien" (obrien) stay whole. Hyphens
and slashes separate words: "19th-century" is 19th, century. Invisible characters, such as soft
hyphens and joiners, do not. In scripts that do not separate words, each character is a token.
Pure: no Django.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import Stemmer
from msgspec import Struct

from search.lengths import LONGEST_KEY, LONGEST_TITLE, LONGEST_WORD

# Increased whenever the same text would give other tokens: older indices are then outdated.
VERSION = 2
# The token at the start of every field and between paragraphs and rows. No text gives it.
BREAK = "¶"
# Surfaces and pieces of text whose forms are cached: nearly all of a language's, after a few
# thousand pages.
_MOST_CACHED = 300_000


class Token(Struct, frozen=True):
    """A word of a text, over `text[start:end]`."""

    start: int
    end: int
    plain: str
    stem: str


# --- words --------------------------------------------------------------------------------
def _ranges(characters: list[int]) -> str:
    """Return the characters as a class of a regular expression, without its brackets."""
    parts: list[str] = []
    first = last = -2
    for code in [*characters, 0x110000]:
        if code != last + 1:
            if first >= 0:
                parts.append(re.escape(chr(first)) + "-" + re.escape(chr(last)))
            first = code
        last = code
    return "".join(parts)


# Han, kana, Thai, Lao, Myanmar, Khmer: words are not separated, so each character is one.
_UNSEGMENTED = (
    (0x0E00, 0x0E4F), (0x0E80, 0x0ECF), (0x1000, 0x103F), (0x1780, 0x17D3), (0x3005, 0x3007),
    (0x3040, 0x30FF), (0x31F0, 0x31FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF),
    (0xFF66, 0xFF9F), (0x20000, 0x3FFFF),
)  # fmt: skip
# Folded, they would be two numbers.
_FRACTIONS = frozenset("¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅟↉")
# Invisible characters, which separate no words: soft hyphens, joiners (inside Persian and Indic
# words they shape the letters), zero-width spaces, directional marks, a byte order mark.
INVISIBLE = "\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff"
# Beyond the basic plane, the blocks of letters and digits; other characters are dropped later.
_BEYOND = ((0x10000, 0x1CFFF), (0x1D400, 0x1D7FF), (0x1E000, 0x1EFFF))


def is_searchable(character: str) -> bool:
    """Return whether a character can be searched for: letters and digits, but no fractions."""
    return character.isalnum() and character not in _FRACTIONS


def _is_unsegmented(code: int) -> bool:
    return any(first <= code <= last for first, last in _UNSEGMENTED)


@dataclass(slots=True)
class _Classes:
    """Classes of characters, as written in a regular expression."""

    letters: str = "A-Za-z"
    capitals: str = "A-Z"
    words: str = "A-Za-z0-9"
    unsegmented: str = ""
    marks: str = ""
    invisible: str = ""


def _unicode_classes() -> _Classes:
    letters, capitals, words, unsegmented, marks = [], [], [], [], []
    for code in range(0x10000):
        character = chr(code)
        if is_searchable(character):
            if _is_unsegmented(code):
                unsegmented.append(code)
                continue
            words.append(code)
            if not character.isdecimal():
                letters.append(code)
            if character.isupper():
                capitals.append(code)
        elif code >= 0x300 and unicodedata.category(character)[0] == "M":
            marks.append(code)
            words.append(code)
    beyond = "".join(f"{chr(first)}-{chr(last)}" for first, last in _BEYOND)
    return _Classes(
        letters=_ranges(letters),
        capitals=_ranges(capitals),
        words=_ranges(words) + beyond,
        unsegmented=_ranges(unsegmented) + f"{chr(0x20000)}-{chr(0x3FFFF)}",
        marks=_ranges(marks),
        invisible=INVISIBLE,
    )


def _pattern(classes: _Classes) -> re.Pattern[str]:
    letter, word, capital = f"[{classes.letters}]", f"[{classes.words}]", f"[{classes.capitals}]"
    # The characters that may follow the first of a word.
    further = f"[{classes.words}{classes.invisible}]"
    kinds = [
        # First the pattern of nearly every word; the other kinds never match there.
        rf"{letter}{{2,}}(?![{classes.words}{classes.invisible}'’ʼ＇+])",
        # Initials: "U.S.", "U.S.A", "J. K."
        rf"{letter}\.(?:{letter}\.)+(?:{letter}(?!{word}))?",
        rf"{capital}\.(?:[ \u00a0]?{capital}\.)+",
        rf"{letter}(?:\.{letter})+(?!{word})",
        # Numbers: "1,234.5", "3.5"
        rf"\d{{1,3}}(?:[,\u2009\u202f]\d{{3}})+(?!\d)(?:\.\d+)?{further}*",
        rf"\d+(?:\.\d+)+{further}*",
        rf"{letter}#(?!{word})",
        # Words, with apostrophes inside and "++" behind; but 5'10 is two numbers.
        rf"{word}{further}*(?:(?<!\d)['’ʼ＇]{further}+)*(?:\+\+(?!{word}))?",
    ]
    if classes.unsegmented:
        kinds.insert(0, rf"[{classes.unsegmented}][{classes.marks}]*")
    return re.compile("|".join(kinds))


_UNICODE = _unicode_classes()
_ASCII_WORDS = _pattern(_Classes())
_WORDS = _pattern(_UNICODE)
# The characters that replace others in a query.
WILDCARDS = "*?"


# Compiled when first used: it takes a while.
@lru_cache(maxsize=1)
def _shapes() -> re.Pattern[str]:
    return _pattern(replace(_UNICODE, words=_UNICODE.words + WILDCARDS))


# The ASCII signs that may belong to a word; all others separate words.
_SIGNS = ".,'+#"
# Separates passages that are read together: neither a space nor a part of any word.
_SEPARATOR = "\x01"
_BETWEEN = f" {_SEPARATOR} "
_TO_SPACES = str.maketrans(
    {c: " " for c in map(chr, range(128)) if not (c.isalnum() or c in _SIGNS or c == _SEPARATOR)}
)
# The only space in a token is inside initials: "J. K."
_SPACE_IN_INITIALS = re.compile(rf"\. (?=[{_UNICODE.capitals}]\.)")

# --- folding -------------------------------------------------------------------------------
_APOSTROPHES = str.maketrans("", "", "'’ʼ＇")
_TO_APOSTROPHE = str.maketrans(dict.fromkeys("’ʼ＇‘`´", "'"))
_TO_HYPHEN = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))
_IN_NUMBERS = str.maketrans("", "", ",\u2009\u202f")
_IN_INITIALS = str.maketrans("", "", ". \u00a0")
# Letters that no decomposition brings to ASCII.
_LETTERS = str.maketrans(
    {
        "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ħ": "h",
        "ı": "i", "ŋ": "n", "ŧ": "t", "ĸ": "k", "ƒ": "f", "ə": "e", "ʻ": None, "ʼ": None,
        "ʹ": None, "ʾ": None, "ʿ": None, "ـ": None,
    }
)  # fmt: skip
# Accents, vowel points, variation selectors and invisible characters; the marks of other scripts
# count as letters.
_ACCENTS = re.compile(
    f"[{INVISIBLE}"
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a"
    "\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff"
    "\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]"
)


def _fold(text: str) -> str:
    """Return the text in lower case, without accents, in ASCII where possible."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKD", text.casefold())
    # Folded twice: decomposed characters may have a case of their own.
    text = _ACCENTS.sub("", text).casefold().translate(_LETTERS)
    if not text.isascii():
        text = "".join(
            str(d) if (d := unicodedata.decimal(c, None)) is not None else c for c in text
        )
    return unicodedata.normalize("NFC", text)


def _clean(folded: str, kept: str) -> str:
    """Return the characters that a token may have: decomposing can yield spaces and slashes."""
    if folded.isascii() and folded.isalnum():
        return folded
    return "".join(
        c for c in folded if c.isalnum() or c in kept or unicodedata.category(c)[0] == "M"
    )


_stem_word = Stemmer.Stemmer("english", 0).stemWord


class _Forms(dict[str, tuple[str, str]]):
    """The plain form and the stem of each surface, computed when first needed."""

    def __missing__(self, surface: str) -> tuple[str, str]:
        if len(self) >= _MOST_CACHED:
            self.clear()
        forms = self[surface] = _forms_of(surface)
        return forms


def _forms_of(surface: str) -> tuple[str, str]:
    """Return the plain form and the stem of a word as it is written in a text."""
    folded = _fold(surface)
    if folded[:1].isdecimal():
        plain = stem = _clean(folded.translate(_IN_NUMBERS), ".")[:LONGEST_WORD]
    elif "." in folded:
        plain = stem = _clean(folded.translate(_IN_INITIALS), "")[:LONGEST_WORD]
    else:
        plain = _clean(folded.translate(_APOSTROPHES), "+#")[:LONGEST_WORD]
        # The stemmer handles possessives.
        whole = folded.translate(_TO_APOSTROPHE)[:LONGEST_WORD]
        stem = plain
        if whole.isascii() and whole.replace("'", "").isalpha():
            stem = _stem_word(whole).replace("'", "") or plain
    return plain, stem


_forms = _Forms()


class _Pieces(dict[str, str]):
    """The tokens of the text between two spaces, joined; computed when first needed."""

    def __init__(self, form: int) -> None:
        super().__init__()
        self._form = form

    def __missing__(self, piece: str) -> str:
        tokens = piece if piece == _SEPARATOR else " ".join(analyse(piece)[self._form])
        if len(piece) <= LONGEST_WORD:
            if len(self) >= _MOST_CACHED:
                self.clear()
            # Mostly the two are equal, and one string in memory is found faster than two.
            self[piece] = piece if tokens == piece else tokens
        return tokens


_plain_pieces, _stem_pieces = _Pieces(0), _Pieces(1)


# --- for others ----------------------------------------------------------------------------
def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a text with their positions in it."""
    words = _ASCII_WORDS if text.isascii() else _WORDS
    for match in words.finditer(text):
        surface = match[0]
        plain, stem = _forms[surface]
        if plain:
            yield Token(match.start(), match.end(), plain, stem)


def _words(text: str) -> list[str]:
    """Return the words of a text as they are written in it."""
    if not text.isascii():
        return _WORDS.findall(text)
    if len(text) <= LONGEST_WORD:
        pieces = text.split()
        # Most queries: letters and digits between spaces are words already.
        if all(map(str.isalnum, pieces)):
            return pieces
    return _ASCII_WORDS.findall(text)


def surfaces(text: str) -> list[str]:
    """Return the words of a text as they are written, without those that fold to nothing."""
    return [word for word in _words(text) if _forms[word][0]]


def analyse(text: str) -> tuple[list[str], list[str]]:
    """Return the plain forms and the stems of a text, in its order."""
    pairs = list(map(_forms.__getitem__, _words(text)))
    if not pairs:
        return [], []
    plain, stems = zip(*pairs, strict=True)
    # A surface of accents only folds to nothing.
    if "" in plain:
        return [form for form in plain if form], [pair[1] for pair in pairs if pair[0]]
    return list(plain), list(stems)


def token_texts(passages: Sequence[str]) -> list[tuple[str, str]]:
    """Return the plain forms and the stems of each passage, joined by spaces: for indexing.

    These are the tokens of `analyse`, several times as fast: passages are read together, the text
    between two spaces is looked up, and in ASCII most of it is a plain form already.
    """
    if _SPACE_IN_INITIALS.search(_BETWEEN.join(passages)):
        # For a token the two spaces are the same, but this one keeps the piece whole.
        passages = [_SPACE_IN_INITIALS.sub(".\u00a0", passage) for passage in passages]
    texts: list[tuple[str, str]] = [("", "")] * len(passages)
    for is_ascii, read in ((True, _ascii_pieces), (False, _other_pieces)):
        places = [at for at, passage in enumerate(passages) if passage.isascii() is is_ascii]
        if not places:
            continue
        # A passage may contain the separator itself: for a token it is a space.
        joined = _BETWEEN.join([passages[at].replace(_SEPARATOR, " ") for at in places])
        pieces, words = read(joined)
        stems = list(map(_stem_pieces.__getitem__, pieces))
        for at, plain, stem in zip(places, _by_passage(words), _by_passage(stems), strict=True):
            texts[at] = plain, stem
    return texts


def _ascii_pieces(text: str) -> tuple[list[str], list[str]]:
    """Return the texts between spaces, and their plain forms."""
    # A full stop or comma at the end of a word has no meaning.
    text = text.lower().translate(_TO_SPACES).replace(". ", " ").replace(", ", " ").rstrip(".,")
    pieces = text.split()
    if max(map(len, pieces), default=0) > LONGEST_WORD:
        return pieces, [_plain_pieces[piece] for piece in pieces]
    if any(sign in text for sign in _SIGNS):
        known = _plain_pieces
        return pieces, [piece if piece.isalnum() else known[piece] for piece in pieces]
    return pieces, pieces


def _other_pieces(text: str) -> tuple[list[str], list[str]]:
    pieces = text.split(" ")
    return pieces, [_plain_pieces[piece] for piece in pieces]


def _by_passage(forms: list[str]) -> list[str]:
    """Return the forms of each passage as one text."""
    if "" in forms:
        forms = [form for form in forms if form]
    return [text.strip(" ") for text in " ".join(forms).split(_SEPARATOR)]


def plain_tokens(text: str) -> list[str]:
    """Return the plain forms of a text, in its order."""
    return analyse(text)[0]


def stems(text: str) -> list[str]:
    """Return the stems of a text, in its order."""
    return analyse(text)[1]


def shapes(text: str) -> list[str]:
    """Return the words of a text with wildcards as they are written: a wildcard is a letter."""
    return _shapes().findall(text)


def fold_word(surface: str) -> str:
    """Return the plain token of a word as it is written in a text."""
    return _forms[surface][0]


def fold_shape(shape: str) -> str:
    """Return a word with wildcards, folded like the words that it matches."""
    folded = "".join(
        part if part in WILDCARDS else _fold(part) for part in re.split(r"([*?])", shape)
    )
    kept = "." if folded[:1].isdecimal() else "+#"
    return _clean(folded.translate(_IN_NUMBERS).translate(_APOSTROPHES), WILDCARDS + kept)


def is_unsegmented(surface: str) -> bool:
    """Return whether a word is one character of a script that does not separate words."""
    return _is_unsegmented(ord(surface[0]))


def fold_title(title: str) -> str:
    """Return a title as completion and "go" compare it: case, accents and quotes do not count."""
    folded = _fold(title.replace("_", " "))
    if not folded.isascii():
        folded = folded.translate(_TO_APOSTROPHE).translate(_TO_HYPHEN)
    folded = folded.replace("`", "'")
    if not folded.isprintable():
        folded = "".join(c for c in folded if c.isprintable() or c.isspace())
    return " ".join(folded.split())[:LONGEST_TITLE]


# Pages of a corpus link to the same titles again and again.
@lru_cache(maxsize=50_000)
def key_token(name: str) -> str:
    """Return a whole title or category as one token."""
    key = fold_title(name).replace(" ", "_")
    if _length(key) <= LONGEST_KEY:
        return key
    digest = hashlib.blake2b(key.encode(), digest_size=8).hexdigest()
    return f"{_cut(key)}~{digest}"


def key_prefix(name: str) -> str:
    """Return the start of the tokens of all titles that start like this.

    Of long titles only the beginning can be compared.
    """
    return _cut(fold_title(name).replace(" ", "_"))


# The rest of a long key is its digest.
_KEPT_OF_KEY = LONGEST_KEY - 17


def _length(key: str) -> int:
    """Return the length as Elasticsearch counts it: characters beyond the basic plane twice."""
    return len(key) if key.isascii() else len(key.encode("utf-16-le")) // 2


def _cut(key: str) -> str:
    return key.encode("utf-16-le")[: 2 * _KEPT_OF_KEY].decode("utf-16-le", "ignore")
