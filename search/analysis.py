"""Text into tokens: the one analysis behind both engines, the snippets and the verifier.

A token has two forms. `plain` is the word folded: lower case, without accents, in ASCII where
that can be. `stem` is what remains of it after English endings are taken off. Kept whole are
numbers ("1,234" is 1234, "3.5" is 3.5), initials ("U.S." and "J. K." are us and jk), "C++", "C#"
and "O'Brien" (obrien). Hyphens and slashes part words: "19th-century" is 19th, century. What is
not seen, such as soft hyphens and joiners, parts none. In scripts that do not part words each
character is a token. Pure: no Django.
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

# Raised whenever the same text would give other tokens: indices made before are then stale.
VERSION = 2
# No word that people search for is longer, and engines have limits of their own.
LONGEST = 100
# Of a whole title or category as one token. Elasticsearch would part a longer one.
LONGEST_KEY = 255
# No title is longer.
LONGEST_TITLE = 255
# Stands at the start of every field and between paragraphs and rows. No text gives this token.
BREAK = "¶"
# Surfaces and pieces of text whose forms are remembered: nearly all of a language's, once a few
# thousand pages were read.
_MOST_REMEMBERED = 300_000


class Token(Struct, frozen=True):
    """A word of a text, over `text[start:end]`."""

    start: int
    end: int
    plain: str
    stem: str


# --- what a word is ------------------------------------------------------------------------
def _ranges(characters: list[int]) -> str:
    """A regular expression's class, without its brackets."""
    parts: list[str] = []
    first = last = -2
    for code in [*characters, 0x110000]:
        if code != last + 1:
            if first >= 0:
                parts.append(re.escape(chr(first)) + "-" + re.escape(chr(last)))
            first = code
        last = code
    return "".join(parts)


# Han, kana, Thai, Lao, Myanmar, Khmer: words are not parted, so each character counts as one.
_UNPARTED = (
    (0x0E00, 0x0E4F), (0x0E80, 0x0ECF), (0x1000, 0x103F), (0x1780, 0x17D3), (0x3005, 0x3007),
    (0x3040, 0x30FF), (0x31F0, 0x31FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF),
    (0xFF66, 0xFF9F), (0x20000, 0x3FFFF),
)  # fmt: skip
# Folded, they would be two numbers.
_FRACTIONS = frozenset("¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅟↉")
# What is not seen, and so parts no words: soft hyphens, joiners (inside of Persian and Indic words
# they shape the letters), spaces of no width, directional marks, a byte order mark.
INVISIBLE = "\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff"
# Beyond the basic plane, the blocks of letters and digits; what is neither is dropped later.
_BEYOND = ((0x10000, 0x1CFFF), (0x1D400, 0x1D7FF), (0x1E000, 0x1EFFF))


def is_searchable(character: str) -> bool:
    """Whether a letter or digit counts: fractions do not."""
    return character.isalnum() and character not in _FRACTIONS


def _is_unparted(code: int) -> bool:
    return any(first <= code <= last for first, last in _UNPARTED)


@dataclass(slots=True)
class _Classes:
    """Classes of characters, as they stand in a regular expression."""

    letters: str = "A-Za-z"
    capitals: str = "A-Z"
    words: str = "A-Za-z0-9"
    unparted: str = ""
    marks: str = ""
    invisible: str = ""


def _unicode_classes() -> _Classes:
    letters, capitals, words, unparted, marks = [], [], [], [], []
    for code in range(0x10000):
        character = chr(code)
        if is_searchable(character):
            if _is_unparted(code):
                unparted.append(code)
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
        unparted=_ranges(unparted) + f"{chr(0x20000)}-{chr(0x3FFFF)}",
        marks=_ranges(marks),
        invisible=INVISIBLE,
    )


def _pattern(classes: _Classes) -> re.Pattern[str]:
    letter, word, capital = f"[{classes.letters}]", f"[{classes.words}]", f"[{classes.capitals}]"
    # What a word may go on with, once it has begun.
    further = f"[{classes.words}{classes.invisible}]"
    kinds = [
        # First what nearly every word is; the other kinds never match there.
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
    if classes.unparted:
        kinds.insert(0, rf"[{classes.unparted}][{classes.marks}]*")
    return re.compile("|".join(kinds))


_UNICODE = _unicode_classes()
_ASCII_WORDS = _pattern(_Classes())
_WORDS = _pattern(_UNICODE)
# What stands for other letters in a query. Made when first asked for: it takes a while.
WILDCARDS = "*?"


@lru_cache(maxsize=1)
def _shapes() -> re.Pattern[str]:
    return _pattern(replace(_UNICODE, words=_UNICODE.words + WILDCARDS))


# In ASCII, what may belong to a word; all other signs part words, whatever stands beside them.
_SIGNS = ".,'+#"
# Stands between passages that are read together: no space, and nothing that a word may hold.
_SEPARATOR = "\x01"
_BETWEEN = f" {_SEPARATOR} "
_PARTING = str.maketrans(
    {c: " " for c in map(chr, range(128)) if not (c.isalnum() or c in _SIGNS or c == _SEPARATOR)}
)
# The one space that a token may hold is inside initials: "J. K."
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
# Accents, vowel points, variation selectors and what is not seen; the marks of other scripts are
# letters to them.
_ACCENTS = re.compile(
    f"[{INVISIBLE}"
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a"
    "\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff"
    "\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]"
)


def _fold(text: str) -> str:
    """Lower case, without accents, in ASCII where that can be."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKD", text.casefold())
    # Folded twice: what decomposing brings out may have a case of its own.
    text = _ACCENTS.sub("", text).casefold().translate(_LETTERS)
    if not text.isascii():
        text = "".join(
            str(d) if (d := unicodedata.decimal(c, None)) is not None else c for c in text
        )
    return unicodedata.normalize("NFC", text)


def _clean(folded: str, kept: str) -> str:
    """Only what may stand in a token: decomposing can bring out spaces and slashes."""
    if folded.isascii() and folded.isalnum():
        return folded
    return "".join(
        c for c in folded if c.isalnum() or c in kept or unicodedata.category(c)[0] == "M"
    )


_stem_word = Stemmer.Stemmer("english", 0).stemWord


class _Forms(dict[str, tuple[str, str]]):
    """The plain form and the stem of each surface, made when first asked for."""

    def __missing__(self, surface: str) -> tuple[str, str]:
        if len(self) >= _MOST_REMEMBERED:
            self.clear()
        forms = self[surface] = _forms_of(surface)
        return forms


def _forms_of(surface: str) -> tuple[str, str]:
    """The plain form and the stem of a word as it stands in a text."""
    folded = _fold(surface)
    if folded[:1].isdecimal():
        plain = stem = _clean(folded.translate(_IN_NUMBERS), ".")[:LONGEST]
    elif "." in folded:
        plain = stem = _clean(folded.translate(_IN_INITIALS), "")[:LONGEST]
    else:
        plain = _clean(folded.translate(_APOSTROPHES), "+#")[:LONGEST]
        # The stemmer knows what to do with a possessive.
        whole = folded.translate(_TO_APOSTROPHE)[:LONGEST]
        stem = plain
        if whole.isascii() and whole.replace("'", "").isalpha():
            stem = _stem_word(whole).replace("'", "") or plain
    return plain, stem


_forms = _Forms()


class _Pieces(dict[str, str]):
    """The tokens of what stands between two spaces, as one text; made when first asked for."""

    def __init__(self, form: int) -> None:
        super().__init__()
        self._form = form

    def __missing__(self, piece: str) -> str:
        tokens = piece if piece == _SEPARATOR else " ".join(analyse(piece)[self._form])
        if len(piece) <= LONGEST:
            if len(self) >= _MOST_REMEMBERED:
                self.clear()
            # Mostly the two are equal, and one text in memory is found faster than two.
            self[piece] = piece if tokens == piece else tokens
        return tokens


_plain_pieces, _stem_pieces = _Pieces(0), _Pieces(1)


# --- what others call ----------------------------------------------------------------------
def tokens(text: str) -> Iterator[Token]:
    """The tokens of a text with their places in it."""
    words = _ASCII_WORDS if text.isascii() else _WORDS
    for match in words.finditer(text):
        surface = match[0]
        plain, stem = _forms[surface]
        if plain:
            yield Token(match.start(), match.end(), plain, stem)


def _words(text: str) -> list[str]:
    """The words of a text as they stand in it."""
    if not text.isascii():
        return _WORDS.findall(text)
    if len(text) <= LONGEST:
        pieces = text.split()
        # As most queries are: letters and digits between spaces are words already.
        if all(map(str.isalnum, pieces)):
            return pieces
    return _ASCII_WORDS.findall(text)


def surfaces(text: str) -> list[str]:
    """The words of a text as they stand in it, without those that fold to nothing."""
    return [word for word in _words(text) if _forms[word][0]]


def analyse(text: str) -> tuple[list[str], list[str]]:
    """The plain forms and the stems of a text, in its order."""
    pairs = list(map(_forms.__getitem__, _words(text)))
    if not pairs:
        return [], []
    plain, stems = zip(*pairs, strict=True)
    # A surface of nothing but accents folds to nothing.
    if "" in plain:
        return [form for form in plain if form], [pair[1] for pair in pairs if pair[0]]
    return list(plain), list(stems)


def token_texts(passages: Sequence[str]) -> list[tuple[str, str]]:
    """The plain forms and the stems of each passage as two texts, parted by spaces: for indexing.

    The tokens of `analyse`, several times as fast: passages are read together, what stands between
    two spaces is looked up, and in ASCII most of it is a plain form already.
    """
    if _SPACE_IN_INITIALS.search(_BETWEEN.join(passages)):
        # To a token one space is as good as the other, but this one keeps the piece whole.
        passages = [_SPACE_IN_INITIALS.sub(".\u00a0", passage) for passage in passages]
    texts: list[tuple[str, str]] = [("", "")] * len(passages)
    for is_ascii, read in ((True, _ascii_pieces), (False, _other_pieces)):
        places = [at for at, passage in enumerate(passages) if passage.isascii() is is_ascii]
        if not places:
            continue
        # A passage may hold the separator itself: to a token it is a space.
        joined = _BETWEEN.join([passages[at].replace(_SEPARATOR, " ") for at in places])
        pieces, words = read(joined)
        stems = list(map(_stem_pieces.__getitem__, pieces))
        for at, plain, stem in zip(places, _parted(words), _parted(stems), strict=True):
            texts[at] = plain, stem
    return texts


def _ascii_pieces(text: str) -> tuple[list[str], list[str]]:
    """What stands between spaces, and the plain forms of that."""
    # A full stop or comma at a word's end says nothing.
    text = text.lower().translate(_PARTING).replace(". ", " ").replace(", ", " ").rstrip(".,")
    pieces = text.split()
    if max(map(len, pieces), default=0) > LONGEST:
        return pieces, [_plain_pieces[piece] for piece in pieces]
    if any(sign in text for sign in _SIGNS):
        known = _plain_pieces
        return pieces, [piece if piece.isalnum() else known[piece] for piece in pieces]
    return pieces, pieces


def _other_pieces(text: str) -> tuple[list[str], list[str]]:
    pieces = text.split(" ")
    return pieces, [_plain_pieces[piece] for piece in pieces]


def _parted(forms: list[str]) -> list[str]:
    """The forms of each passage as one text."""
    if "" in forms:
        forms = [form for form in forms if form]
    return [text.strip(" ") for text in " ".join(forms).split(_SEPARATOR)]


def plain_tokens(text: str) -> list[str]:
    return analyse(text)[0]


def stems(text: str) -> list[str]:
    return analyse(text)[1]


def shapes(text: str) -> list[str]:
    """The words of a text with wildcards, as they stand in it: each wildcard is a letter."""
    return _shapes().findall(text)


def fold_word(surface: str) -> str:
    """A word as it stands in a text, as the plain token that it is."""
    return _forms[surface][0]


def fold_shape(shape: str) -> str:
    """A word with wildcards, folded as the words are that it stands for."""
    folded = "".join(
        part if part in WILDCARDS else _fold(part) for part in re.split(r"([*?])", shape)
    )
    kept = "." if folded[:1].isdecimal() else "+#"
    return _clean(folded.translate(_IN_NUMBERS).translate(_APOSTROPHES), WILDCARDS + kept)


def is_unparted(surface: str) -> bool:
    """Whether a word is one character of a script that does not part words."""
    return _is_unparted(ord(surface[0]))


def fold_title(title: str) -> str:
    """A title as completion and "go" compare it: without case, accents and kinds of quotes."""
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
    """A whole title or category as one token."""
    key = fold_title(name).replace(" ", "_")
    if _length(key) <= LONGEST_KEY:
        return key
    digest = hashlib.blake2b(key.encode(), digest_size=8).hexdigest()
    return f"{_cut(key)}~{digest}"


def key_prefix(name: str) -> str:
    """What the tokens start with of all titles that start like this.

    Of two that are cut, what they begin with is all that can be compared.
    """
    return _cut(fold_title(name).replace(" ", "_"))


# Of a long key, the rest is its digest.
_KEPT_OF_KEY = LONGEST_KEY - 17


def _length(key: str) -> int:
    """As Elasticsearch counts: characters beyond the basic plane twice."""
    return len(key) if key.isascii() else len(key.encode("utf-16-le")) // 2


def _cut(key: str) -> str:
    return key.encode("utf-16-le")[: 2 * _KEPT_OF_KEY].decode("utf-16-le", "ignore")
