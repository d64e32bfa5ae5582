"""What every format can do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from campaigns.protocols.protocol import Protocol as StudyProtocol
from metrics.scores import Judged, Scorer
from releases.dataset.rules.choices import Compression
from releases.dataset.rules.records import Evidence, Record
from releases.formats.files.writing import FileFacts, Order

# A JSON object: a dictionary, or a struct with its fields.
Line = Mapping[str, Any] | Struct
# The claim's id where the line has one, the verdict, and the evidence in its order.
Prediction = tuple[int | None, str, tuple[Evidence, ...]]
# Gives the stored pages anew each time that it is called: a format may need them twice.
Documents = Callable[[], Iterable[Mapping[str, Any]]]


# Of a page, the longest text under one key.
LONGEST_PAGE = 16 * 2**20


class FormatError(Exception):
    """A claim cannot be written in the format, or a line is not of it; the text says why."""


@dataclass(frozen=True, slots=True)
class OfficialTool:
    """What a study published to read its files with."""

    package: str
    # `python -m MODULE FOLDER` checks a release with it: see `releases.check.official`.
    module: str


# How that ends where the tool is there, but cannot be loaded.
NOT_LOADED = 3


class DatasetFormat(Protocol):
    """A way to write claims as JSON lines, and to read them back."""

    name: str
    title: str
    # Whether everybody who may have a release may have its files in this format.
    is_public: bool
    # The first lines of a labelled file and of one without labels.
    headers: tuple[Mapping[str, Any], ...]
    unlabelled_headers: tuple[Mapping[str, Any], ...]
    # Of the keys whose order is not the format's.
    order: Order
    # Parts of a split that have as many claims of each label, by the study's own rule.
    balanced_parts: tuple[str, ...]
    # How predictions are scored, where the study says so.
    scorer: Scorer | None
    # What checks a release besides our own rules, where it is installed.
    official: OfficialTool | None

    def refusal(self, protocol: StudyProtocol) -> str:
        """Why a campaign of this design cannot be written so; empty where it can."""

    def write(self, record: Record) -> Line:
        """The claim as its line."""

    def write_unlabelled(self, record: Record) -> Mapping[str, Any]:
        """The claim without what gives its label away."""

    def read(self, line: Any) -> Record:
        """The claim of a line; FormatError where it is none."""

    def keep(self, line: Any, record: Record) -> Record:
        """The claim that was read from a line, with what we would write otherwise than it."""

    def read_prediction(self, line: Any) -> Prediction:
        """What a line of a file of predictions says; FormatError where it says nothing."""

    def judge(self, record: Record, verdict: str, predicted: Iterable[Evidence]) -> Judged:
        """The claim with what was predicted for it, as the scorer takes it."""

    def write_pages(
        self, folder: Path, documents: Documents, compression: Compression
    ) -> list[FileFacts]:
        """The pages beside the claims, in the files that the format has for them."""

    def title_of_page(self, line: Any) -> str:
        """The title of a page in a line of such a file; FormatError where it is none."""

    def elements_of_page(self, line: Any) -> Set[str]:
        """The addresses that evidence may name on it."""


def plain(line: Line) -> dict[str, Any]:
    """A line as a dictionary of plain values."""
    made: dict[str, Any] = msgspec.to_builtins(line)
    return made


def text_of(line: Mapping[str, Any], key: str, longest: int = 10_000) -> str:
    """The text under a key."""
    value = line.get(key)
    if not isinstance(value, str):
        raise FormatError(f"“{key}” is missing or no text.")
    if len(value) > longest:
        raise FormatError(f"“{key}” is longer than {longest:,} characters.")
    if "\0" in value:
        raise FormatError(f"“{key}” holds a NUL character.")
    return value


def id_of(line: Mapping[str, Any]) -> int:
    """The whole number under "id"."""
    value = line.get("id")
    # Of a line's values True is a whole number too, in Python.
    if not isinstance(value, int) or isinstance(value, bool):
        raise FormatError("“id” is missing or no whole number.")
    if not 0 <= value < 2**63:
        raise FormatError("“id” is out of range.")
    return value


def object_of(line: Any) -> Mapping[str, Any]:
    if not isinstance(line, dict):
        raise FormatError("The line is no JSON object.")
    return line


def list_of(value: Any, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise FormatError(f"{what} is no list.")
    return value
