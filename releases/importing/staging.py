"""Staging files of claims: each is read once and checked line by line, then put aside.

Nothing of it is in the database yet. The staged file has its name only once every line of every
file was right, so an attempt that finds it need not read them again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec

from campaigns.protocols.protocol import Protocol
from releases.dataset.rules.batches import batches
from releases.dataset.rules.records import Record, evidence_kind
from releases.formats import DatasetFormat
from releases.formats.files.reading import FileFault, LineSource, ReadRecord, read_records
from releases.formats.files.seen_ids import SeenIds
from releases.formats.files.writing import unfinished
from releases.formats.own.schemas import INTERNAL_SCHEMA
from releases.storage.disk import need_room

MOST_FAULTS = 50
_AT_ONCE = 500
_PROVENANCE = jsonschema_rs.validator_for(INTERNAL_SCHEMA["properties"]["provenance"])
# The number of titles that are remembered: a dataset names the same ones again and again.
_TITLES_KEPT = 100_000

# Returns those titles that are in the corpus.
FindTitles = Callable[[set[str]], set[str]]


class ImportRefusedError(Exception):
    """The files cannot be imported; `faults` say why, by file and line."""

    def __init__(self, faults: Sequence[tuple[str, FileFault]]) -> None:
        super().__init__("; ".join(f"{name}: {fault}" for name, fault in faults[:3]))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class DatasetFile:
    """A file that becomes one part of a dataset."""

    part: str
    # Its name where it came from.
    name: str
    path: Path


@dataclass(frozen=True, slots=True)
class ClaimRules:
    """The rules for a claim that is well-formed."""

    protocol: Protocol
    # None: no limit.
    longest_claim: int | None = None

    def fault_of(self, record: Record) -> str:
        """Return the fault of a claim; empty where it has none."""
        if not record.claim.strip():
            return "“claim” is empty."
        if self.longest_claim is not None and len(record.claim) > self.longest_claim:
            return f"The claim is longer than {self.longest_claim:,} characters."
        if record.verdict not in self.protocol.verdicts.names:
            return f"The verdict “{record.verdict}” is none of the study design’s."
        if record.provenance and (error := next(_PROVENANCE.iter_errors(record.provenance), None)):
            return f"“provenance”: {error.message}."
        factors = {factor.name for factor in self.protocol.factors}
        for tag, value in record.tags.items():
            if tag in factors and value not in self.protocol.tag_values(tag):
                return f"“{value}” is no {tag} of the study design’s."
        return ""


@dataclass(frozen=True, slots=True)
class StagedClaim:
    """A claim that may be imported, as it is put aside; `line` is that of its file."""

    line: str
    id: int
    part: str
    claim: str
    verdict: str
    tags: Mapping[str, str]
    evidence_kind: str
    is_unresolved: bool


def stage_files(
    files: Sequence[DatasetFile],
    written_in: DatasetFormat,
    *,
    rules: ClaimRules,
    find_titles: FindTitles,
    target: Path,
    on_progress: Callable[[int], None],
    line_source: LineSource | None = None,
) -> None:
    """Check all files and put their claims aside; ImportRefusedError where one has a fault.

    `on_progress` gets the number of claims that were read so far.
    """
    faults: list[tuple[str, FileFault]] = []
    known = _Titles(find_titles)
    count = 0

    def look_up() -> None:
        on_progress(count)

    with unfinished(target) as path, path.open("wb") as out, SeenIds() as seen:
        for number, file in enumerate(files):
            reads = read_records(
                file.path,
                written_in,
                seen,
                file=number,
                on_progress=look_up,
                line_source=line_source,
            )
            for batch in batches(reads, _size, most=_AT_ONCE):
                good = _good(batch, rules, file.name, faults)
                if len(faults) >= MOST_FAULTS:
                    break
                known.look_up(good)
                if not faults:
                    need_room(target.parent)
                    out.writelines(_lines(good, file.part, known))
                count += len(batch)
                on_progress(count)
            if len(faults) >= MOST_FAULTS:
                break
        if not files:
            faults.append(("", FileFault(0, "There is no file.")))
        if faults:
            raise ImportRefusedError(faults[:MOST_FAULTS])
        out.write(b"%d\n" % count)


def staged_count(path: Path) -> int:
    """Return the number of staged claims, which the last line has."""
    with path.open("rb") as file:
        file.seek(0, 2)
        file.seek(max(0, file.tell() - 40))
        return int(file.read().splitlines()[-1])


def staged_claims(path: Path, *, after: int = 0) -> Iterator[StagedClaim]:
    """Yield the staged claims, from some number on."""
    count = staged_count(path)
    with path.open("rb") as file:
        for _ in islice(file, 2 * after):
            pass
        for _ in range(after, count):
            about, line = file.readline(), file.readline()
            yield StagedClaim(line.decode().rstrip("\n"), *msgspec.json.decode(about))


def _size(read: ReadRecord | FileFault) -> int:
    return len(read.text) if isinstance(read, ReadRecord) else 0


def _good(
    batch: Sequence[ReadRecord | FileFault],
    rules: ClaimRules,
    name: str,
    faults: list[tuple[str, FileFault]],
) -> list[ReadRecord]:
    good = []
    for read in batch:
        if isinstance(read, FileFault):
            faults.append((name, read))
        elif reason := rules.fault_of(read.record):
            faults.append((name, FileFault(read.line, reason)))
        else:
            good.append(read)
    return good


def _lines(good: Sequence[ReadRecord], part: str, known: _Titles) -> Iterator[bytes]:
    for read in good:
        record = read.record
        about: tuple[Any, ...] = (
            record.id,
            part,
            record.claim,
            record.verdict,
            record.tags,
            evidence_kind(record.sets),
            not known.has(record),
        )
        yield b"%b\n%b\n" % (msgspec.json.encode(about), read.text)


class _Titles:
    """The titles that are in the corpus, looked up many at a time."""

    def __init__(self, find: FindTitles) -> None:
        self._find = find
        self._known: dict[str, bool] = {}

    def look_up(self, good: Sequence[ReadRecord]) -> None:
        titles = {piece.page for read in good for pieces in read.record.sets for piece in pieces}
        if len(self._known) > _TITLES_KEPT:
            self._known.clear()
        if new := titles - self._known.keys():
            found = self._find(new)
            self._known.update((title, title in found) for title in new)

    def has(self, record: Record) -> bool:
        return all(self._known[piece.page] for pieces in record.sets for piece in pieces)
