"""Checking a release before it is offered, and whenever somebody doubts its files.

Pure: pages and people come through what is passed in. The first thing that is wrong ends it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import jsonschema_rs

from metrics.scores import Scorer
from releases import formats
from releases.formats import DatasetFormat
from releases.reading import Fault, ReadRecord, read_json_lines, read_records
from releases.records import Record, smallest_fitting_set
from releases.writing import facts_of

HasElement = Callable[[str, str], bool]
_LOOK_EVERY = 500
_MAIL = re.compile(r"[^\s@\"'<>]+@[^\s@\"'<>]+\.[a-z]{2,}", re.IGNORECASE)
_NAMED_LEAST = 4


class CheckError(Exception):
    """Something is wrong with the release; the text says what and where."""


def check_release(
    folder: Path,
    manifest: Mapping[str, Any],
    *,
    people: frozenset[str] | None,
    has_element: HasElement,
    look: Callable[[], None] = lambda: None,
) -> None:
    """Raise CheckError at the first thing that is wrong.

    `people`: what nobody may be known by; None where it is not the work of people of ours.
    """
    check_files(folder, manifest)
    withheld = set(manifest["choices"]["withheld"])
    first_part = manifest["choices"]["parts"][0]["name"]
    # What came from a file is kept as it was, too large sets and all.
    is_ours = manifest["origin"] != "imported"
    check = _Claims(people, has_element, look)
    for entry in manifest["files"]:
        path = entry["path"]
        name, _, file = path.partition("/")
        if name not in formats.FORMATS or ".jsonl" not in file or entry.get("records") is None:
            continue
        part = file.partition(".jsonl")[0]
        if part.endswith("_unlabelled"):
            _check_unlabelled(folder / path, formats.get(name))
            continue
        if part in {"pages", "wiki-pages"}:
            continue
        if part in withheld and name != "internal":
            raise CheckError(f"{path}: the labels of “{part}” are to be withheld.")
        must_fit = is_ours and part != first_part
        count = check.file(folder / path, formats.get(name), path, must_fit=must_fit)
        if count != entry["records"]:
            raise CheckError(f"{path}: {count} claims are there, not {entry['records']}.")


def check_files(folder: Path, manifest: Mapping[str, Any]) -> None:
    """Whether every file of the manifest is there, as it was written."""
    for entry in manifest["files"]:
        try:
            found = facts_of(folder, entry["path"])
        except FileNotFoundError:
            raise CheckError(f"{entry['path']} is not there.") from None
        if (found.size, found.sha256) != (entry["size"], entry["sha256"]):
            raise CheckError(f"{entry['path']} is not as it was written.")


class _Claims:
    """Checks files of claims; what resolves is remembered, since formats repeat it."""

    def __init__(
        self, people: frozenset[str] | None, has_element: HasElement, look: Callable[[], None]
    ) -> None:
        self._people = people and frozenset(
            one.casefold() for one in people if len(one) >= _NAMED_LEAST
        )
        self._has_element = has_element
        self._look = look

    def file(self, path: Path, one: DatasetFormat, name: str, *, must_fit: bool) -> int:
        schema = getattr(one, "schema", None)
        validator = jsonschema_rs.validator_for(schema) if schema else None
        if validator is not None:
            self._validate(path, validator, name)
        count = 0
        for record in self._read(path, one, name):
            count += 1
            if count % _LOOK_EVERY == 0:
                self._look()
            where = f"{name}, claim {record.id}"
            self._check_elements(record, where)
            self._check_people(record, where)
            if must_fit and one.scorer is not None:
                _check_gold_scores_full(one.scorer, record, one, where)
        return count

    def _validate(self, path: Path, validator: Any, name: str) -> None:
        for number, value in read_json_lines(path):
            if isinstance(value, Fault):
                raise CheckError(f"{name}: {value}")
            error = next(iter(validator.iter_errors(value)), None)
            if error is not None:
                raise CheckError(f"{name}, line {number}: {error.message}")

    def _read(self, path: Path, one: DatasetFormat, name: str) -> Iterator[Record]:
        for read in read_records(path, one):
            if isinstance(read, Fault):
                # A part may be empty: then its file holds its header alone.
                if read.line:
                    raise CheckError(f"{name}: {read}")
                continue
            assert isinstance(read, ReadRecord)
            yield read.record

    def _check_elements(self, record: Record, where: str) -> None:
        for one in record.sets:
            for piece in one:
                for address in (piece.address, *piece.context):
                    if not self._has_element(piece.page, address):
                        raise CheckError(f"{where}: “{piece.page}” has no {address}.")

    def _check_people(self, record: Record, where: str) -> None:
        if self._people is None:
            return
        for text in _texts([record.provenance, [act.body for act in record.acts]]):
            if text.casefold() in self._people or _MAIL.search(text):
                raise CheckError(f"{where}: it says who somebody is.")


def _check_gold_scores_full(scorer: Scorer, record: Record, one: DatasetFormat, where: str) -> None:
    smallest = smallest_fitting_set(record)
    if record.sets and smallest is None:
        raise CheckError(f"{where}: no system could predict its evidence.")
    judged = one.judge(record, record.verdict, smallest or ())
    if scorer.score([judged]).strict != 1.0:
        raise CheckError(f"{where}: the claim's own evidence does not score 1.")


def _check_unlabelled(path: Path, one: DatasetFormat) -> None:
    allowed = {"id", "claim", "split"}
    for number, value in read_json_lines(path, skip=len(one.unlabelled_headers)):
        if not isinstance(value, dict) or not value.keys() <= allowed:
            raise CheckError(f"{path.name}, line {number}: it tells more than the claim.")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)
