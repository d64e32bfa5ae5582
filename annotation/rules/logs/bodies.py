"""What the acts of a desk say about themselves, and whether they can be meant.

Pure. A body says what its kind needs and may say more; sizes are checked where acts are recorded.
Kinds that are not named here have nothing that must be said. What only the server knows (that
somebody started, handed in, skipped…) no browser can tell it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from wiki.parsing.addresses import may_be_evidence

WAYS = frozenset(
    {
        "click",
        "key",
        "row",
        "column",
        "panel",
        "moved",
        "copied",
        "undone",
        "redone",
        "suggestion",
    }
)
MOST_SETS = 10
MOST_RESULTS = 100
LONGEST_TITLE = 255

ELEMENT_KINDS = frozenset({"element_selected", "element_deselected"})
OF_THE_SERVER = frozenset(
    {"started", "submitted", "skipped", "paused", "reported", "reopened", "correction_left"}
)

Holds = Callable[[Any], bool]


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_text_or_nothing(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _is_title(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_TITLE


def _is_set(value: Any) -> bool:
    return _is_number(value) and value <= MOST_SETS


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _is_way(value: Any) -> bool:
    return isinstance(value, str) and value in WAYS


def _is_address(value: Any) -> bool:
    return isinstance(value, str) and may_be_evidence(value)


def _are_results(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= MOST_RESULTS and all(map(_is_title, value))


_ELEMENT: dict[str, Holds] = {
    "page": _is_title,
    "address": _is_address,
    "set": _is_set,
    "way": _is_way,
}
_NEEDED: dict[str, dict[str, Holds]] = {
    # Titles from the best on; the first has the rank `first`.
    "results_shown": {"query": _is_text, "first": _is_number, "results": _are_results},
    "element_selected": _ELEMENT,
    "element_deselected": _ELEMENT,
    "set_switched": {"set": _is_set},
}

# What these say, if they say it.
_SAID: dict[str, dict[str, Holds]] = {
    "searched": {"query": _is_text},
    "result_opened": {"title": _is_title, "rank": _is_number},
    "page_opened": {"title": _is_text},
    "link_followed": {"title": _is_text, "anchor": _is_text},
    "searched_in_page": {"query": _is_text},
    # Nothing, where a choice was undone.
    "verdict_chosen": {"verdict": _is_text_or_nothing},
    "guideline_answered": {"answer": _is_text_or_nothing},
    "tag_chosen": {"tag": _is_text, "value": _is_text_or_nothing},
}


def fault_of(kind: str, body: Mapping[str, Any]) -> str | None:
    """What is wrong with an act that a browser tells, in words; none if nothing is."""
    if kind in OF_THE_SERVER:
        return f"only the server knows of “{kind}”"
    needed = _NEEDED.get(kind, {})
    for name, holds in (needed or _SAID.get(kind, {})).items():
        if name in needed and name not in body:
            return f"“{name}” is missing"
        if name in body and not holds(body[name]):
            return f"“{name}” cannot be {str(body[name])[:60]!r}"
    return None
