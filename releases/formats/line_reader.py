"""Reading the values of a line into structs; what does not fit is described in words. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Generic, TypeVar

from msgspec import Meta

from core.structs import BadDataError, DataFault, convert
from releases.formats.base import FormatError

T = TypeVar("T")

ClaimId = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Text = Annotated[str, Meta(max_length=10_000)]
Name = Annotated[str, Meta(max_length=60)]
PageTitle = Annotated[str, Meta(max_length=255)]

_TOO_LONG = re.compile(r"Expected `str` of length <= (\d+)")
_EXPECTED = re.compile(r"Expected `(\w+)`, got")
_OF_KEY = " - at `key` in "
_STEP = re.compile(r"(\w+)|\[(\d+|\.\.\.)\]")
_NOUNS = {
    "str": "text",
    "int": "whole number",
    "array": "list",
    "object": "JSON object",
}


class LineReader(Generic[T]):
    """Reads plain values as a struct; FormatError where they do not fit, naming the field.

    `faults` replaces the usual words for a field, such as `evidence[*]`: they may show the value
    that is there, as `{value!r}`.
    """

    def __init__(self, kind: Any, faults: Mapping[str, str] | None = None) -> None:
        self._kind = kind
        self._faults = [(_pattern(field), words) for field, words in (faults or {}).items()]

    def read(self, value: Any) -> T:
        try:
            read: T = convert(value, self._kind)
        except BadDataError as error:
            raise FormatError(self._describe(error, value)) from None
        return read

    def _describe(self, error: BadDataError, value: Any) -> str:
        if error.fault is DataFault.MISSING:
            return f"“{error.field.rpartition('.')[2]}” is missing."
        if error.fault is DataFault.UNKNOWN:
            return f"“{error.field.rpartition('.')[2]}” is no key of this format."
        for pattern, words in self._faults:
            if pattern.fullmatch(error.field):
                return words.format(value=_value_at(value, error.field)) if "{" in words else words
        return _usual_words(error)


def check_text(name: str, text: str) -> str:
    """Return a text that a database can store; FormatError where it cannot."""
    if "\0" in text:
        raise FormatError(f"“{name}” holds a NUL character.")
    return text


def _pattern(field: str) -> re.Pattern[str]:
    return re.compile(re.escape(field).replace(r"\[\*\]", r"\[(?:\d+|\.\.\.)\]"))


def _value_at(value: Any, field: str) -> Any:
    for name, number in _STEP.findall(field):
        value = value[name or int(number)]
    return value


def _usual_words(error: BadDataError) -> str:
    steps = _STEP.findall(error.field)
    names = [name for name, _ in steps if name]
    expected = _EXPECTED.match(error.detail)
    if not names:
        return "The line is no JSON object."
    name, is_inside = names[-1], not steps[-1][0] or _OF_KEY in error.detail
    if too_long := _TOO_LONG.match(error.detail):
        most = int(too_long[1])
        verb = "holds more" if is_inside else "is longer"
        return f"“{name}” {verb} than {most:,} characters."
    if expected is None:
        return f"“{name}” is out of range."
    noun = _NOUNS.get(expected[1], expected[1])
    if is_inside:
        return f"“{name}” holds something that is no {noun}."
    if noun in ("text", "whole number"):
        return f"“{name}” is missing or no {noun}."
    return f"“{name}” is no {noun}."
