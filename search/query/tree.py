"""The tree of a query."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct


class Word(Struct, frozen=True):
    """A word, found in all its forms. Several tokens ("AC/DC") must be next to each other."""

    text: str


class Phrase(Struct, frozen=True):
    """Words in exactly this form and order, with at most `slop` others between them."""

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
    """A word or phrase that must be in one part of the page."""

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


# Leaves that are replaced by words of the corpus.
ExpandedLeaf = Prefix | Wildcard | Fuzzy
Leaf = Word | Phrase | ExpandedLeaf
Node = Leaf | Within | InCategory | LinksTo | TitlePrefix | HasTable | Pattern | Not | And | Or


def join(kind: type[And] | type[Or], parts: Iterable[Node]) -> Node | None:
    """Return one node for all parts; nodes of the same kind are flattened."""
    flat: list[Node] = []
    for part in parts:
        flat += part.children if isinstance(part, kind) else (part,)
    if len(flat) < 2:
        return flat[0] if flat else None
    return kind(tuple(flat))


class Reason(StrEnum):
    """The reason for which a part of a query was ignored or changed."""

    TOO_LONG = "too_long"
    TOO_MANY_WORDS = "too_many_words"
    TOO_MANY_WILDCARDS = "too_many_wildcards"
    WILDCARD_TOO_EARLY = "wildcard_too_early"
    UNSEGMENTED_SCRIPT = "unsegmented_script"
    SIGN_MISPLACED = "sign_misplaced"
    QUESTION_MARK = "question_mark"
    UNBALANCED_QUOTE = "unbalanced_quote"
    UNBALANCED_PARENTHESIS = "unbalanced_parenthesis"
    TOO_DEEP = "too_deep"
    DANGLING_OPERATOR = "dangling_operator"
    LONE_MINUS = "lone_minus"
    MINUS_INSIDE = "minus_inside"
    REPEATED_MINUS = "repeated_minus"
    EMPTY = "empty"
    NO_WORD = "no_word"
    UNUSED_VALUE = "unused_value"
    SLOP_TOO_LARGE = "slop_too_large"
    SLOP_UNUSED = "slop_unused"
    TOO_FAR = "too_far"
    PATTERN_MISPLACED = "pattern_misplaced"
    PATTERN_ALONE = "pattern_alone"
    PATTERN_UNMARKED = "pattern_unmarked"
    PATTERN_TOO_LONG = "pattern_too_long"
    PATTERN_MATCHES_EMPTY = "pattern_matches_empty"
    PATTERN_REFUSED = "pattern_refused"
    NOTHING_LIKE_IT = "nothing_like_it"
    TOO_MANY_LIKE_IT = "too_many_like_it"
    AND_MORE = "and_more"


def gettext_noop(text: str) -> str:
    """Return the text, which is marked for translation: no Django here."""
    return text


_ = gettext_noop
# The sentences after the part of the query, in English: "a*: read without the wildcard: …".
SENTENCES = {
    Reason.TOO_LONG: _("left out from here on: a query may have 1,000 characters"),
    Reason.TOO_MANY_WORDS: _("left out from here on: a query may have 50 words"),
    Reason.TOO_MANY_WILDCARDS: _("left out: a query may have 5 words with wildcards or tildes"),
    Reason.WILDCARD_TOO_EARLY: _("read without the wildcard: it needs two characters before it"),
    Reason.UNSEGMENTED_SCRIPT: _(
        "read without the sign: this script is searched by its characters"
    ),
    Reason.SIGN_MISPLACED: _("read without the *, ? or ~, which has no meaning here"),
    Reason.QUESTION_MARK: _("read without the ?: as a wildcard it must be inside a word"),
    Reason.UNBALANCED_QUOTE: _("left out: a second quotation mark is missing"),
    Reason.UNBALANCED_PARENTHESIS: _("left out: a matching parenthesis is missing"),
    Reason.TOO_DEEP: _("left out: parentheses may be nested ten deep"),
    Reason.DANGLING_OPERATOR: _("left out: the operator has nothing to join"),
    Reason.LONE_MINUS: _("left out: there must be no space between a minus and its word"),
    Reason.MINUS_INSIDE: _("read without the minus, which must be before the operator"),
    Reason.REPEATED_MINUS: _("read as one minus"),
    Reason.EMPTY: _("left out: there is no word in it"),
    Reason.NO_WORD: _("left out: only letters and digits can be searched for"),
    Reason.UNUSED_VALUE: _("left out: this operator takes no value"),
    Reason.SLOP_TOO_LARGE: _("read with a smaller number: this is too far apart"),
    Reason.SLOP_UNUSED: _("read without the tilde, which needs two words and a number"),
    Reason.TOO_FAR: _("read as ~2: words are searched for two letters away at most"),
    Reason.PATTERN_MISPLACED: _(
        "left out: a query may have one pattern, outside parentheses and OR"
    ),
    Reason.PATTERN_ALONE: _("left out: add a word, so that the pattern is tried on its pages"),
    Reason.PATTERN_UNMARKED: _("left out: a regular expression must be between slashes"),
    Reason.PATTERN_TOO_LONG: _("left out: a regular expression may have 100 characters"),
    Reason.PATTERN_MATCHES_EMPTY: _(
        "left out: this regular expression matches empty text, so it would match everywhere"
    ),
    Reason.PATTERN_REFUSED: _(
        "left out: this is not a regular expression that can be searched for"
    ),
    Reason.NOTHING_LIKE_IT: _("no page has a word that matches"),
    Reason.AND_MORE: _("more was left out or changed"),
    Reason.TOO_MANY_LIKE_IT: _("more than 50 words match: the 50 most common were used"),
}


class IgnoredPart(Struct, frozen=True):
    """A part of a query that was ignored or changed, and why."""

    text: str
    reason: Reason

    @property
    def colon(self) -> str:
        """The colon between the text and the sentence; empty after an operator, which has one."""
        return "" if self.text.endswith(":") else ":"

    @property
    def sentence(self) -> str:
        return SENTENCES[self.reason]


class ParsedQuery(Struct, frozen=True):
    """A query as it was understood. Without a tree there is nothing to search for."""

    tree: Node | None
    ignored: tuple[IgnoredPart, ...] = ()
