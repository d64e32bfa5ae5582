"""The bodies of logged acts: one struct for each kind of interaction.

A body has what its kind needs and may say more: the structs check, and what was sent is stored.
Sizes are checked where acts are recorded. What only the server knows (that somebody started,
submitted, skipped…) no browser may report.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from types import NoneType
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from campaigns.protocols.judging import MOST_SETS_OF_EXPERTS
from core.structs import BadDataError, DataFault, convert, convert_or_none
from wiki.parsing.addresses import EVIDENCE_PATTERN

MOST_RESULTS = 100
LONGEST_TITLE = 255
_LONGEST_QUOTE = 60

ELEMENT_KINDS = frozenset({"element_selected", "element_deselected"})
SERVER_KINDS = frozenset(
    {
        "started",
        "draft_saved",
        "warning_overridden",
        "feedback_asked",
        "feedback_shown",
        "paused",
        "submitted",
        "reopened",
        "correction_left",
        "reported",
        "skipped",
    }
)

# Only what may be evidence; titles and sections come along by themselves.
EvidenceAddress = Annotated[str, Meta(pattern=rf"\A{EVIDENCE_PATTERN}\Z")]
Title = Annotated[str, Meta(min_length=1, max_length=LONGEST_TITLE)]
Rank = Annotated[int, Meta(ge=1)]
SetNumber = Annotated[int, Meta(ge=1, le=MOST_SETS_OF_EXPERTS)]
# The ways in which an element is selected or deselected.
Way = Literal[
    "click",
    "key",
    "row",
    "column",
    "range",
    "panel",
    "moved",
    "copied",
    "undone",
    "redone",
    "suggestion",
    "check",
]


class LogBody(Struct, frozen=True):
    """The body of a kind of which nothing must be said."""


class Search(LogBody, frozen=True):
    """A search for pages."""

    query: str = ""


class ShownResults(LogBody, frozen=True):
    """Titles of results from the best on; the first has the rank `first`."""

    query: str
    first: Rank
    results: Annotated[list[Title], Meta(max_length=MOST_RESULTS)]


class OpenedResult(LogBody, frozen=True):
    """A result that was opened, and its rank."""

    title: Title = ""
    rank: Rank = 1


class OpenedPage(LogBody, frozen=True):
    """A page that was opened."""

    title: str = ""


class FollowedLink(LogBody, frozen=True):
    """A link that was followed: the page it leads to, and its words."""

    title: str = ""
    anchor: str = ""


class PageSearch(LogBody, frozen=True):
    """A search in the page that is open."""

    query: str = ""


class ElementChoice(LogBody, frozen=True):
    """An element that was selected or deselected, in which set and in which way."""

    page: Title
    address: EvidenceAddress
    set: SetNumber
    way: Way


class MinimalityAnswer(LogBody, frozen=True):
    """An element that was hidden, and whether its set was still enough without it."""

    page: Title
    address: EvidenceAddress
    set: SetNumber
    enough: bool


class SetSwitch(LogBody, frozen=True):
    """The set that further elements go into."""

    set: SetNumber


class VerdictChoice(LogBody, frozen=True):
    """A verdict; none where a choice was undone."""

    verdict: str | None = None


class GuidelineAnswer(LogBody, frozen=True):
    """An answer to the guideline question; none where it was undone."""

    answer: str | None = None


class TagChoice(LogBody, frozen=True):
    """A value of a tag; none where it was undone."""

    tag: str = ""
    value: str | None = None


BODIES: Mapping[str, type[LogBody]] = {
    "loading_started": LogBody,
    "loading_ended": LogBody,
    "hidden": LogBody,
    "shown": LogBody,
    "heartbeat": LogBody,
    "input": LogBody,
    "searched": Search,
    "results_shown": ShownResults,
    "result_opened": OpenedResult,
    "page_opened": OpenedPage,
    "link_followed": FollowedLink,
    "searched_in_page": PageSearch,
    "page_search_reset": LogBody,
    "went_to_highlight": LogBody,
    "went_back": LogBody,
    "went_forward": LogBody,
    "guidelines_opened": LogBody,
    "element_selected": ElementChoice,
    "element_deselected": ElementChoice,
    "set_switched": SetSwitch,
    "undone": LogBody,
    "redone": LogBody,
    "verdict_chosen": VerdictChoice,
    "guideline_answered": GuidelineAnswer,
    "tag_chosen": TagChoice,
    "minimality_answered": MinimalityAnswer,
    "minimality_ended": LogBody,
    "confirmation_opened": LogBody,
    "confirmation_left": LogBody,
    "suggestion_shown": LogBody,
    "suggestion_opened": LogBody,
    "suggestion_used": LogBody,
    "warning_shown": LogBody,
}


# What desks say beyond that, in plain values; nothing is checked of it.
_FURTHER_KEYS: Mapping[str, Set[str]] = {
    "input": {"field"},
    "searched": {"page", "kind"},
    "result_opened": {"query"},
    "page_opened": {"how"},
    "link_followed": {"from"},
    "searched_in_page": {"count"},
    "went_to_highlight": {"from"},
    "went_back": {"to"},
    "went_forward": {"to"},
    "verdict_chosen": {"way"},
    "guideline_answered": {"way"},
    "tag_chosen": {"way"},
    "suggestion_shown": {"provider", "verdict", "count"},
    "suggestion_opened": {"provider"},
    "suggestion_used": {"provider", "page", "address"},
    "warning_shown": {"slot", "check", "code", "warning"},
}
_KNOWN_KEYS: Mapping[str, Set[str]] = {
    kind: {*struct.__struct_fields__, *_FURTHER_KEYS.get(kind, ())}
    for kind, struct in BODIES.items()
}
_PLAIN = (str, int, float, NoneType)


def known_part(kind: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a stored body without what no desk of ours says; a browser may send anything."""
    if not body or kind in SERVER_KINDS:
        return body
    further = _FURTHER_KEYS.get(kind, frozenset())
    return {
        key: value
        for key, value in body.items()
        if key in _KNOWN_KEYS[kind] and (key not in further or isinstance(value, _PLAIN))
    }


# What the server writes itself; of its other kinds nothing is read again.
_SERVER_BODIES: Mapping[str, type[LogBody]] = {"submitted": VerdictChoice}


def read_body(kind: str, body: Mapping[str, Any]) -> LogBody | None:
    """Return a stored body as its struct; none if its kind has none, or it does not fit."""
    struct = BODIES.get(kind) or _SERVER_BODIES.get(kind)
    return convert_or_none(body, struct) if struct else None


class ActFault(Struct, frozen=True):
    """A fault of an act, as a code with what its words need."""

    code: str
    parameters: Mapping[str, str] = {}


def find_act_fault(kind: str, body: Mapping[str, Any]) -> ActFault | None:
    """Return what is wrong with an act that a browser reports; none if nothing is."""
    if kind in SERVER_KINDS:
        return ActFault("only_server", {"kind": kind})
    try:
        convert(body, BODIES[kind])
    except BadDataError as error:
        name = error.top_field
        if error.fault is DataFault.MISSING:
            return ActFault("missing_field", {"field": name})
        value = str(body[name])[:_LONGEST_QUOTE]
        return ActFault("wrong_field", {"field": name, "value": repr(value)})
    return None
