"""Reading the values of a line into structs; what does not fit is refused by its field. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Generic, TypeVar

from msgspec import Meta

from core.structs import BadDataError, DataFault, convert
from releases.dataset.rules.refusals import RefusalReason, refusal
from releases.formats.base import FormatError

T = TypeVar("T")

ClaimId = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Text = Annotated[str, Meta(max_length=10_000)]
Name = Annotated[str, Meta(max_length=60)]
LONGEST_TITLE = 255
PageTitle = Annotated[str, Meta(max_length=LONGEST_TITLE)]

_TOO_LONG = re.compile(r"Expected `str` of length <= (\d+)")
_EXPECTED = re.compile(r"Expected `(\w+)`, got")
_OF_KEY = " - at `key` in "
_STEP = re.compile(r"(\w+)|\[(\d+|\.\.\.)\]")
_NOUNS = {
    "str": "text",
    "int": "whole_number",
    "array": "list",
    "object": "object",
}


class LineReader(Generic[T]):
    """Reads plain values as a struct; FormatError where they do not fit, naming the field.

    `faults` replaces the usual codes for a field, such as `evidence[*]`; their words may show the
    value that is there.
    """

    def __init__(self, kind: Any, faults: Mapping[str, str] | None = None) -> None:
        self._kind = kind
        self._faults = [(_pattern(field), code) for field, code in (faults or {}).items()]

    def read(self, value: Any) -> T:
        try:
            read: T = convert(value, self._kind)
        except BadDataError as error:
            raise FormatError(self._describe(error, value)) from None
        return read

    def _describe(self, error: BadDataError, value: Any) -> RefusalReason:
        name = error.field.rpartition(".")[2]
        if error.fault is DataFault.MISSING:
            return refusal("field_missing", field=name)
        if error.fault is DataFault.UNKNOWN:
            return refusal("field_unknown", field=name)
        for pattern, code in self._faults:
            if pattern.fullmatch(error.field):
                return refusal(code, value=_value_at(value, error.field))
        return _usual_refusal(error)


def check_text(name: str, text: str) -> str:
    """Return a text that a database can store; FormatError where it cannot."""
    if "\0" in text:
        raise FormatError("holds_nul", field=name)
    return text


def _pattern(field: str) -> re.Pattern[str]:
    return re.compile(re.escape(field).replace(r"\[\*\]", r"\[(?:\d+|\.\.\.)\]"))


def _value_at(value: Any, field: str) -> str:
    """Return the value of a field as Python shows it; empty where its place is not known."""
    for name, number in _STEP.findall(field):
        if number == "...":
            return ""
        value = value[name or int(number)]
    return repr(value)


def _usual_refusal(error: BadDataError) -> RefusalReason:
    steps = _STEP.findall(error.field)
    names = [name for name, _ in steps if name]
    if not names:
        return refusal("line_is_no_object")
    name, is_inside = names[-1], not steps[-1][0] or _OF_KEY in error.detail
    if too_long := _TOO_LONG.match(error.detail):
        return refusal(
            "holds_too_long" if is_inside else "field_too_long", field=name, most=int(too_long[1])
        )
    expected = _EXPECTED.match(error.detail)
    if expected is None:
        return refusal("out_of_range", field=name)
    noun = _NOUNS.get(expected[1])
    if noun is None:
        return refusal("field_unfit", field=name)
    return refusal(f"holds_no_{noun}" if is_inside else f"field_no_{noun}", field=name)
