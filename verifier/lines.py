"""JSON lines of statements, tables and pairs, plain or compressed, read into structs."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import msgspec


class LineError(ValueError):
    """A line of a file does not have the fields that it needs."""


class StatementLine(msgspec.Struct):
    """A statement about a table."""

    id: str
    table: str
    statement: str
    label: int | None = None
    caption: str = ""
    channel: str = ""
    split: str = ""


class PairLine(msgspec.Struct):
    """A claim with its evidence: one text, or a list of sentences."""

    id: str | int
    claim: str
    evidence: str | list[str] = ""
    label: str | None = None
    page: str = ""
    case: str = ""

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return the evidence that is not empty."""
        texts = [self.evidence] if isinstance(self.evidence, str) else self.evidence
        return tuple(text for text in texts if text.strip())


class ClaimLine(msgspec.Struct):
    """A claim to be checked."""

    id: str | int
    claim: str


class TableLine(msgspec.Struct):
    """A table: its header and its rows."""

    table: str
    header: list[str]
    rows: list[list[str]]


Line = TypeVar("Line")


def read_lines(path: Path, kind: type[Line]) -> Iterator[Line]:
    """Yield the lines of a file as structs; raise LineError with the number of a bad line."""
    with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as file:
        yield from read_stream(file, kind, name=path.name)


def read_stream(file: Iterable[bytes], kind: type[Line], *, name: str) -> Iterator[Line]:
    """Yield the lines of an open file as structs."""
    decoder = msgspec.json.Decoder(kind)
    for number, line in enumerate(file, start=1):
        if not line.strip():
            continue
        try:
            yield decoder.decode(line)
        except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
            raise LineError(f"{name}, line {number}: {error}") from error
