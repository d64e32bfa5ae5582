"""Reading the values of a line into structs; what does not fit is described in words. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta

from releases.formats.base import FormatError

T = TypeVar("T")

ClaimId = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Text = Annotated[str, Meta(max_length=10_000)]
Name = Annotated[str, Meta(max_length=60)]
Title = Annotated[str, Meta(max_length=255)]

# "Expected `str`, got `int` - at `$.evidence[0].page`"; the place is left out for the line itself.
_ERROR = re.compile(r"(?P<fault>.*?)(?: - at (?:`key` in )?`\$(?P<place>.*)`)?", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(.+)`")
_UNKNOWN = re.compile(r"Object contains unknown field `(.+)`")
_TOO_LONG = re.compile(r"Expected `str` of length <= (\d+)")
_EXPECTED = re.compile(r"Expected `(\w+)`, got")
_STEP = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")
_NOUNS = {
    "str": "text",
    "int": "whole number",
    "array": "list",
    "object": "JSON object",
}


class LineReader(Generic[T]):
    """Reads plain values as a struct; FormatError where they do not fit, naming the field.

    `faults` replaces what is said of a place, such as `.evidence[*]`: its sentence may show the
    value that is there, as `{value!r}`.
    """

    def __init__(self, kind: Any, faults: Mapping[str, str] | None = None) -> None:
        self._kind = kind
        self._faults = [(_pattern(place), words) for place, words in (faults or {}).items()]

    def read(self, value: Any) -> T:
        try:
            read: T = msgspec.convert(value, self._kind)
        except msgspec.ValidationError as error:
            raise FormatError(self._describe(str(error), value)) from None
        return read

    def _describe(self, error: str, value: Any) -> str:
        match = _ERROR.fullmatch(error)
        assert match is not None, "the pattern fits every text"
        fault, place = match["fault"], match["place"] or ""
        if missing := _MISSING.fullmatch(fault):
            return f"“{missing[1]}” is missing."
        if unknown := _UNKNOWN.fullmatch(fault):
            return f"“{unknown[1]}” is no key of this format."
        for pattern, words in self._faults:
            if pattern.fullmatch(place):
                return words.format(value=_value_at(value, place)) if "{" in words else words
        return _usual_words(fault, place)


def check_text(name: str, text: str) -> str:
    """Return a text that a database can store; FormatError where it cannot."""
    if "\0" in text:
        raise FormatError(f"“{name}” holds a NUL character.")
    return text


def _pattern(place: str) -> re.Pattern[str]:
    return re.compile(re.escape(place).replace(r"\[\*\]", r"\[(?:\d+|\.\.\.)\]"))


def _value_at(value: Any, place: str) -> Any:
    for name, number in _STEP.findall(place):
        value = value[name or int(number)]
    return value


def _usual_words(fault: str, place: str) -> str:
    steps = _STEP.findall(place)
    names = [name for name, _ in steps if name]
    expected = _EXPECTED.match(fault)
    if not names:
        return "The line is no JSON object." if expected else f"The line does not fit: {fault}."
    name, is_inside = names[-1], not steps[-1][0]
    if too_long := _TOO_LONG.fullmatch(fault):
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
