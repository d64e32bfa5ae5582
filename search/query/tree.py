"""The tree of a query."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Word(Struct, frozen=True):
    """A word, found in all its forms. Of several tokens ("AC/DC"), they stand side by side."""

    text: str


class Phrase(Struct, frozen=True):
    """Words in exactly this form and order; `slop` moves of a word apart at most."""

    text: str
    slop: int = 0


class Prefix(Struct, frozen=True):
    """Words that start like this: `prefix*`. As typed."""

    text: str


class Wildcard(Struct, frozen=True):
    """Words of this shape: `?` is one character, `*` any number. As typed."""

    pattern: str


class Fuzzy(Struct, frozen=True):
    """Words at most `distance` letters away. As typed."""

    text: str
    distance: int


class Within(Struct, frozen=True):
    """A word or phrase that must stand in one part of the page."""

    part: str  # title, lead, headings or tables
    operand: Leaf


class InCategory(Struct, frozen=True):
    """Pages in this category."""

    name: str


class LinksTo(Struct, frozen=True):
    """Pages that link to this one."""

    title: str


class TitlePrefix(Struct, frozen=True):
    """Pages whose title starts like this."""

    text: str


class HasTable(Struct, frozen=True):
    """Pages with a table."""


class Pattern(Struct, frozen=True):
    """Pages with a sentence, cell or item that matches a regular expression."""

    expression: str
    ignores_case: bool = False


class Not(Struct, frozen=True):
    """Pages that do not match."""

    child: Node


class And(Struct, frozen=True):
    """Pages that match all; at least two, none of them an And."""

    children: tuple[Node, ...]


class Or(Struct, frozen=True):
    """Pages that match any; at least two, none of them an Or."""

    children: tuple[Node, ...]


Leaf = Word | Phrase | Prefix | Wildcard | Fuzzy
Node = Leaf | Within | InCategory | LinksTo | TitlePrefix | HasTable | Pattern | Not | And | Or


class Reason(StrEnum):
    """Why a part of a query was left out."""

    TOO_LONG = "too_long"
    TOO_MANY_WORDS = "too_many_words"
    TOO_MANY_WILDCARDS = "too_many_wildcards"
    WILDCARD_TOO_EARLY = "wildcard_too_early"
    UNBALANCED_QUOTE = "unbalanced_quote"
    UNBALANCED_PARENTHESIS = "unbalanced_parenthesis"
    TOO_DEEP = "too_deep"
    DANGLING_OPERATOR = "dangling_operator"
    EMPTY = "empty"
    UNUSED_VALUE = "unused_value"
    SLOP_TOO_LARGE = "slop_too_large"
    TOO_FAR = "too_far"
    PATTERN_MISPLACED = "pattern_misplaced"
    PATTERN_ALONE = "pattern_alone"
    PATTERN_REFUSED = "pattern_refused"
    NOTHING_LIKE_IT = "nothing_like_it"


# In English, for the command line and as the source of the screens' translations.
SENTENCES = {
    Reason.TOO_LONG: "the query is cut off here: it is too long",
    Reason.TOO_MANY_WORDS: "there are too many words",
    Reason.TOO_MANY_WILDCARDS: "there are too many wildcards",
    Reason.WILDCARD_TOO_EARLY: (
        "it is read without the wildcard, since two characters must stand before one"
    ),
    Reason.UNBALANCED_QUOTE: "a quotation mark has no partner",
    Reason.UNBALANCED_PARENTHESIS: "a parenthesis has no partner",
    Reason.TOO_DEEP: "parentheses stand too deep in one another",
    Reason.DANGLING_OPERATOR: "the operator has nothing to join",
    Reason.EMPTY: "there is no word in it",
    Reason.UNUSED_VALUE: "this operator takes no value",
    Reason.SLOP_TOO_LARGE: "its words cannot be searched for that far apart",
    Reason.TOO_FAR: "words are searched for two letters away at most",
    Reason.PATTERN_MISPLACED: "one pattern may stand in a query, outside of parentheses and OR",
    Reason.PATTERN_ALONE: "a pattern needs a word beside it: it is tried on what that finds",
    Reason.PATTERN_REFUSED: "this is no regular expression that can be searched for",
    Reason.NOTHING_LIKE_IT: "no page has a word like it",
}


class Ignored(Struct, frozen=True):
    """A part of a query that was left out."""

    text: str
    reason: Reason

    @property
    def sentence(self) -> str:
        return SENTENCES[self.reason]


class ParsedQuery(Struct, frozen=True):
    """A query as it was understood. Without a tree there is nothing to search for."""

    tree: Node | None
    ignored: tuple[Ignored, ...] = ()
