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

import msgspec
from msgspec import Struct

from campaigns.protocols.protocol import Protocol
from releases.dataset.rules.batches import batches
from releases.dataset.rules.digests import evidence_digest
from releases.dataset.rules.records import Record, evidence_kind
from releases.dataset.rules.refusals import RefusalReason, refusal
from releases.formats import DatasetFormat, FormatError
from releases.formats.files.reading import (
    FileFault,
    LineSource,
    ReadRecord,
    SkippedLines,
    SkipReason,
    read_records,
)
from releases.formats.files.seen_ids import SeenIds
from releases.formats.files.writing import unfinished
from releases.formats.likeness import likeness_of
from releases.formats.line_reader import LONGEST_TITLE
from releases.formats.own.lines import PROVENANCE
from releases.storage.disk import need_room

MOST_FAULTS = 50
_AT_ONCE = 500
# The counts of some thousand files.
_LONGEST_COUNTS = 2**18
# The number of titles that are remembered: a dataset names the same ones again and again.
_TITLES_KEPT = 100_000

# Returns those titles that are in the corpus.
FindTitles = Callable[[set[str]], set[str]]


class ImportRefusedError(Exception):
    """The files cannot be imported; `faults` say why, by file and line."""

    def __init__(self, faults: Sequence[tuple[str, FileFault]]) -> None:
        super().__init__(faults[:3])
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

    def fault_of(self, record: Record) -> RefusalReason | None:
        """Return the fault of a claim; None where it has none."""
        if not record.claim.strip():
            return refusal("empty_claim")
        if self.longest_claim is not None and len(record.claim) > self.longest_claim:
            return refusal("claim_too_long", most=self.longest_claim)
        # A longer one is no page's, and no release could be read with it.
        if any(len(page) > LONGEST_TITLE for page in record.pages):
            return refusal("title_too_long", most=LONGEST_TITLE)
        if record.verdict not in self.protocol.verdicts.names:
            return refusal("verdict_unknown", verdict=record.verdict)
        if record.provenance:
            try:
                PROVENANCE.read(record.provenance)
            except FormatError as error:
                return refusal("provenance", reason=error.refusal)
        factors = {factor.name for factor in self.protocol.factors}
        for tag, value in record.tags.items():
            if tag in factors and value not in self.protocol.tag_values(tag):
                return refusal("tag_unknown", tag=tag, value=value)
        return None


class FileCounts(Struct):
    """The lines of a file: claims that came in, and lines that were left out, by reason."""

    claims: int = 0
    header: int = 0
    empty: int = 0


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
    evidence_digest: str


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

    The last line of `target` has the counts of each file.

    `on_progress` gets the number of claims that were read so far.
    """
    faults: list[tuple[str, FileFault]] = []
    known = _Titles(find_titles)
    counts = [FileCounts() for _ in files]

    def look_up() -> None:
        on_progress(sum(of_file.claims for of_file in counts))

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
            faults_before = len(faults)
            for batch in batches(reads, _size, most=_AT_ONCE):
                good = _good(batch, rules, file.name, faults)
                _count(counts[number], batch, good)
                if len(faults) >= MOST_FAULTS:
                    break
                known.look_up(good)
                if not faults:
                    need_room(target.parent)
                    out.writelines(_lines(good, file.part, known))
                look_up()
            is_misread = len(faults) > faults_before and not counts[number].claims
            if is_misread and (likeness := likeness_of(file.path, written_in, line_source)):
                faults.insert(faults_before, (file.name, FileFault(0, likeness)))
            if len(faults) >= MOST_FAULTS:
                break
        if not files:
            faults.append(("", FileFault(0, refusal("no_file"))))
        if faults:
            raise ImportRefusedError(faults[:MOST_FAULTS])
        out.write(msgspec.json.encode(counts) + b"\n")


def staged_counts(path: Path) -> list[FileCounts]:
    """Return the counts of the staged files, which the last line has."""
    with path.open("rb") as file:
        file.seek(0, 2)
        file.seek(max(0, file.tell() - _LONGEST_COUNTS))
        return msgspec.json.decode(file.read().splitlines()[-1], type=list[FileCounts])


def staged_count(path: Path) -> int:
    """Return the number of staged claims."""
    return sum(counts.claims for counts in staged_counts(path))


def staged_claims(path: Path, *, after: int = 0) -> Iterator[StagedClaim]:
    """Yield the staged claims, from some number on."""
    count = staged_count(path)
    with path.open("rb") as file:
        for _ in islice(file, 2 * after):
            pass
        for _ in range(after, count):
            about, line = file.readline(), file.readline()
            yield StagedClaim(line.decode().rstrip("\n"), *msgspec.json.decode(about))


def _size(read: ReadRecord | SkippedLines | FileFault) -> int:
    return len(read.text) if isinstance(read, ReadRecord) else 0


def _good(
    batch: Sequence[ReadRecord | SkippedLines | FileFault],
    rules: ClaimRules,
    name: str,
    faults: list[tuple[str, FileFault]],
) -> list[ReadRecord]:
    good = []
    for read in batch:
        if isinstance(read, FileFault):
            faults.append((name, read))
        elif isinstance(read, SkippedLines):
            continue
        elif reason := rules.fault_of(read.record):
            faults.append((name, FileFault(read.line, reason)))
        else:
            good.append(read)
    return good


def _count(
    counts: FileCounts,
    batch: Sequence[ReadRecord | SkippedLines | FileFault],
    good: Sequence[ReadRecord],
) -> None:
    counts.claims += len(good)
    for read in batch:
        if isinstance(read, SkippedLines) and read.reason is SkipReason.HEADER:
            counts.header += read.count
        elif isinstance(read, SkippedLines):
            counts.empty += read.count


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
            evidence_digest(((p.page, p.address) for p in pieces) for pieces in record.sets),
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
