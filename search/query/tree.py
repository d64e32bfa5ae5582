"""The tree of a query."""

from __future__ import annotations

from collections.abc import Iterable
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


# What is looked up among the words of the corpus.
ExpandedLeaf = Prefix | Wildcard | Fuzzy
Leaf = Word | Phrase | ExpandedLeaf
Node = Leaf | Within | InCategory | LinksTo | TitlePrefix | HasTable | Pattern | Not | And | Or


def join(kind: type[And] | type[Or], parts: Iterable[Node]) -> Node | None:
    """One node for all parts; nodes of the same kind are taken apart."""
    flat: list[Node] = []
    for part in parts:
        flat += part.children if isinstance(part, kind) else (part,)
    if len(flat) < 2:
        return flat[0] if flat else None
    return kind(tuple(flat))


class Reason(StrEnum):
    """Why a part of a query was left out or read otherwise."""

    TOO_LONG = "too_long"
    TOO_MANY_WORDS = "too_many_words"
    TOO_MANY_WILDCARDS = "too_many_wildcards"
    WILDCARD_TOO_EARLY = "wildcard_too_early"
    UNPARTED_SCRIPT = "unparted_script"
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
    """Marks what the screens translate: no Django here."""
    return text


_ = gettext_noop
# What is said after the part of the query, in English: "a*: read without the wildcard: …".
SENTENCES = {
    Reason.TOO_LONG: _("left out from here on: a query may have 1,000 characters"),
    Reason.TOO_MANY_WORDS: _("left out from here on: a query may have 50 words"),
    Reason.TOO_MANY_WILDCARDS: _("left out: a query may have 5 words with wildcards or tildes"),
    Reason.WILDCARD_TOO_EARLY: _("read without the wildcard: two characters must stand before it"),
    Reason.UNPARTED_SCRIPT: _("read without the sign: this script is searched by its characters"),
    Reason.SIGN_MISPLACED: _("read without the *, ? or ~, which says nothing here"),
    Reason.QUESTION_MARK: _("read without the ?, which ends a question; a wildcard stands inside"),
    Reason.UNBALANCED_QUOTE: _("left out: a quotation mark has no partner"),
    Reason.UNBALANCED_PARENTHESIS: _("left out: a parenthesis has no partner"),
    Reason.TOO_DEEP: _("left out: parentheses may stand ten deep in one another"),
    Reason.DANGLING_OPERATOR: _("left out: the operator has nothing to join"),
    Reason.LONE_MINUS: _("left out: a minus must touch the word that it excludes"),
    Reason.MINUS_INSIDE: _("read without the minus, which stands before the operator"),
    Reason.REPEATED_MINUS: _("read as one minus: what is excluded twice is excluded"),
    Reason.EMPTY: _("left out: there is no word in it"),
    Reason.NO_WORD: _("left out: only letters and digits can be searched for"),
    Reason.UNUSED_VALUE: _("left out: this operator takes no value"),
    Reason.SLOP_TOO_LARGE: _("read with a smaller number: words can be only so far apart"),
    Reason.SLOP_UNUSED: _("read without the tilde, which needs two words and a number"),
    Reason.TOO_FAR: _("read as ~2: words are searched for two letters away at most"),
    Reason.PATTERN_MISPLACED: _(
        "left out: one pattern may stand in a query, outside of parentheses and OR"
    ),
    Reason.PATTERN_ALONE: _("left out: a pattern needs a word beside it, to be tried on its pages"),
    Reason.PATTERN_UNMARKED: _("left out: a regular expression stands between slashes"),
    Reason.PATTERN_TOO_LONG: _("left out: a regular expression may have 100 characters"),
    Reason.PATTERN_MATCHES_EMPTY: _(
        "left out: this regular expression matches empty text, so it would match everywhere"
    ),
    Reason.PATTERN_REFUSED: _("left out: this is no regular expression that can be searched for"),
    Reason.NOTHING_LIKE_IT: _("no page has a word like it"),
    Reason.AND_MORE: _("more was left out or read otherwise"),
    Reason.TOO_MANY_LIKE_IT: _("more than 50 words are like it: the 50 commonest were taken"),
}


class IgnoredPart(Struct, frozen=True):
    """A part of a query that was left out or read otherwise, and why."""

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
