"""Why something of a query was ignored, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from search.query import Ignored, Reason

SENTENCES: dict[Reason, str | Promise] = {
    Reason.TOO_LONG: _("the query is cut off here: it is too long"),
    Reason.TOO_MANY_WORDS: _("there are too many words"),
    Reason.TOO_MANY_WILDCARDS: _("there are too many wildcards"),
    Reason.WILDCARD_TOO_EARLY: _(
        "it is read without the wildcard, since two characters must stand before one"
    ),
    Reason.UNBALANCED_QUOTE: _("a quotation mark has no partner"),
    Reason.UNBALANCED_PARENTHESIS: _("a parenthesis has no partner"),
    Reason.TOO_DEEP: _("parentheses stand too deep in one another"),
    Reason.DANGLING_OPERATOR: _("the operator has nothing to join"),
    Reason.EMPTY: _("there is no word in it"),
    Reason.UNUSED_VALUE: _("this operator takes no value"),
    Reason.SLOP_TOO_LARGE: _("its words cannot be searched for that far apart"),
    Reason.TOO_FAR: _("words are searched for two letters away at most"),
    Reason.PATTERN_MISPLACED: _("one pattern may stand in a query, outside of parentheses and OR"),
    Reason.PATTERN_REFUSED: _("this is no regular expression that can be searched for"),
    Reason.PATTERN_ALONE: _("a pattern needs a word beside it: it is tried on what that finds"),
    Reason.NOTHING_LIKE_IT: _("no page has a word like it"),
}


@dataclass(frozen=True, slots=True)
class Explained:
    """A part of the query that was ignored, and why."""

    text: str
    sentence: str | Promise


def explain_ignored(ignored: Iterable[Ignored]) -> list[Explained]:
    """What to tell the reader of each part that was left out."""
    return [Explained(part.text, SENTENCES.get(part.reason) or part.sentence) for part in ignored]
