"""FEVEROUS' `annotator_operations`, made from the acts of a verifier.

Times are seconds since the start, as texts, and never go back; the first operation is `start`.
What the format has no name for stays out: sets, verdicts, presence. An element that is in two sets
is highlighted once and deleted when it leaves the last: a replay of the operations ends with the
elements of all sets. Titles, sections and headers come and go with their elements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from releases.dataset.rules.records import Act
from releases.formats.line_reader import Text

START, FINISH, NOW_ON, SEARCH = "start", "finish", "Now on", "search"
HIGHLIGHTING, DELETED = "Highlighting", "Highlighting deleted"
LANDING, RESULTS, FULL_TEXT = "?search=", "undefined", "Contains..."

# An element's id, of its page's title and its address.
ElementId = Callable[[str, str], str]
# Of a page's title and an address, the addresses of the element's context.
Around = Mapping[tuple[str, str], Sequence[str]]
_NOTHING_AROUND: Around = {}
_ELEMENTS = frozenset({HIGHLIGHTING, DELETED})

NAMES = {
    "started": START,
    "searched": SEARCH,
    "results_shown": NOW_ON,
    "page_opened": NOW_ON,
    "result_opened": "hyperlink",
    "link_followed": "hyperlink",
    "searched_in_page": "Page search",
    "page_search_reset": "page-search-reset",
    "went_back": "back-button-clicked",
    "element_selected": HIGHLIGHTING,
    "element_deselected": DELETED,
    "submitted": FINISH,
}


class Operation(Struct, gc=False):
    """An operation of an annotator, as a line has it."""

    operation: Text
    value: Text
    # Seconds since the start: "0", "0.78", "148".
    time: Text


def write_operations(
    acts: Iterable[Act], element_id: ElementId, around: Around = _NOTHING_AROUND
) -> list[Operation]:
    """Return the acts in the format's words. `around`: the contexts that come with elements."""
    written = _Operations(element_id, around)
    for act in acts:
        name = NAMES.get(act.kind)
        if name is not None:
            written.add(name, act)
    lines = written.lines
    if not lines or lines[0].operation != START:
        lines.insert(0, Operation(START, START, "0"))
    return lines


class _Operations:
    def __init__(self, element_id: ElementId, around: Around) -> None:
        self.lines: list[Operation] = []
        self._element_id = element_id
        self._around = around
        self._now_on = ""
        # In how many sets each element is, and with how many elements each context came along.
        self._chosen: dict[str, int] = {}
        self._last = 0.0
        self._time = "0"

    def add(self, name: str, act: Act) -> None:
        seconds, body = act.seconds, act.body
        if seconds > self._last:
            self._last = seconds
            # "0", "0.78", "148": without superfluous digits.
            self._time = f"{seconds:.3f}".rstrip("0").rstrip(".")
        if name in _ELEMENTS:
            self._add_element(name, body)
        elif "value" in body:
            self._write(name, str(body["value"]))  # read from a file of this format
        elif name == NOW_ON:
            results = act.kind == "results_shown"
            self._go_to(RESULTS if results else str(body.get("title") or LANDING))
        elif name == START:
            self._write(START, START)
            self._go_to(LANDING)
        else:
            self._write(name, _value(name, body))

    def _go_to(self, where: str) -> None:
        # A reload shows the same page once more; nobody went anywhere.
        if where != self._now_on:
            self._write(NOW_ON, where)
            self._now_on = where

    def _add_element(self, name: str, body: Mapping[str, Any]) -> None:
        page, address = str(body["page"]), str(body["address"])
        own = self._element_id(page, address)
        if "set" not in body:
            self._write(name, own)  # read from a file of this format
            return
        context = body.get("context")
        if not context or not isinstance(context, list | tuple):
            context = self._around.get((page, address), ())
        for element in (own, *[self._element_id(page, str(other)) for other in context]):
            count = self._chosen.get(element, 0)
            if name == HIGHLIGHTING:
                self._chosen[element] = count + 1
                if not count:
                    self._write(name, element)
            elif count:
                self._chosen[element] = count - 1
                if count == 1:
                    self._write(name, element)

    def _write(self, name: str, value: str) -> None:
        self.lines.append(Operation(name, value, self._time))


def _value(name: str, body: Mapping[str, Any]) -> str:
    if name == SEARCH:
        query = str(body.get("query", ""))
        return FULL_TEXT + query if body.get("kind") == "full" else query
    if name == "hyperlink":
        return str(body.get("anchor") or body.get("title") or "")
    if name == "Page search":
        return str(body.get("query", ""))
    return name
