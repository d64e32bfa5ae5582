"""Checking the files of a release, before it is offered or at any time later.

Pure: pages and people come through what is passed in. The first fault ends the check. Every file
is read once; the formats of a part are read side by side, so that each page is looked up once, and
because they must have the same claims.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

import jsonschema_rs

from releases import formats
from releases.check.faults import CheckError
from releases.check.needed_pages import NeededPages, line_refusal
from releases.check.work import check_work
from releases.dataset.rules.names import PeopleNames, claim_texts, has_mail, names_somebody
from releases.dataset.rules.records import EvidencePiece, Record, smallest_fitting_set
from releases.formats import DatasetFormat, FormatError
from releases.formats.base import ScoringRules
from releases.formats.files.reading import FileFault, read_json_lines
from releases.formats.files.writing import facts_of
from releases.formats.own.work_lines import work_of

# Returns the addresses of all elements of pages, by their titles.
Elements = Callable[[Set[str]], Mapping[str, Set[str]]]
_AT_ONCE = 400
_FEWEST_LETTERS = 4
_NOTHING: frozenset[str] = frozenset()
# Keys of provenance, which have hashes of people.
_PEOPLE = ("author", "verifier")
_UNLABELLED = frozenset({"id", "claim", "split"})


def check_release(
    folder: Path,
    manifest: Mapping[str, Any],
    *,
    people: frozenset[str] | None,
    elements: Elements | None,
    on_progress: Callable[[], None] = lambda: None,
) -> None:
    """Raise CheckError at the first fault.

    `people`: the names that may not occur; None where no people of ours made the release.
    `elements`: looks up the elements of pages; None where pages may be missing.
    """
    check_files(folder, manifest)
    withheld = set(manifest["choices"]["withheld"])
    parts = [part["name"] for part in manifest["choices"]["parts"]]
    labelled: dict[str, list[_ClaimFile]] = {}
    unlabelled: list[tuple[str, _ClaimFile]] = []
    pages: dict[str, NeededPages] = {}
    for entry in manifest["files"]:
        path = entry["path"]
        if (work := work_of(path)) is not None:
            check_work(folder / path, path, work, entry["records"], people, on_progress)
            continue
        name, _, file = path.partition("/")
        if name not in formats.FORMATS or ".jsonl" not in file or entry.get("records") is None:
            continue
        part = file.partition(".jsonl")[0]
        written_in = formats.get(name)
        claims = _ClaimFile(folder / path, path, written_in, entry["records"])
        if part.endswith("_unlabelled"):
            unlabelled.append((part.removesuffix("_unlabelled"), claims))
        elif part in withheld and written_in.is_public:
            raise CheckError("labels_published", file=path, part=part)
        elif written_in.pages is not None and part == written_in.pages.stem:
            pages[name] = NeededPages(folder / path, path, written_in.pages)
        else:
            labelled.setdefault(part, []).append(claims)
    # An import is kept as it was, with sets that are too large.
    is_ours = manifest["origin"] != "imported"
    check = _Claims(people, elements, on_progress)
    for part, files in labelled.items():
        # Pages that only withheld evidence is on are not written.
        needed = {} if part in withheld else pages
        check.part(part, files, must_fit=is_ours and part != parts[0], pages=needed)
    for part, file in unlabelled:
        check.unlabelled(part, file)
    for needed_pages in pages.values() if elements is not None else ():
        lacking = needed_pages.lacking(on_progress)
        if lacking:
            raise CheckError(lacking)


def check_files(folder: Path, manifest: Mapping[str, Any]) -> None:
    """Raise CheckError where a file of the manifest is missing or was changed."""
    for entry in manifest["files"]:
        try:
            found = facts_of(folder, entry["path"])
        except FileNotFoundError:
            raise CheckError("file_missing", file=entry["path"]) from None
        if (found.size, found.sha256) != (entry["size"], entry["sha256"]):
            raise CheckError("file_changed", file=entry["path"])


@dataclass(frozen=True, slots=True)
class _Place:
    """A claim of a file."""

    file: str
    claim: int

    def error(self, code: str, **parameters: str) -> CheckError:
        return CheckError(code, file=self.file, claim=self.claim, **parameters)


@dataclass(frozen=True, slots=True)
class _ClaimFile:
    """A file of claims."""

    path: Path
    name: str
    format: DatasetFormat
    claims: int

    def records(self) -> Iterator[Record]:
        """Yield the claims; CheckError where one breaks the schema or their number is wrong."""
        schema = self.format.schema
        validator = jsonschema_rs.validator_for(dict(schema)) if schema else None
        count = 0
        for number, value in read_json_lines(self.path, skip=len(self.format.layout.headers)):
            if isinstance(value, FileFault):
                raise CheckError(line_refusal(self.name, value))
            if validator is not None and not validator.is_valid(value):
                error = next(iter(validator.iter_errors(value)))
                place = ".".join(map(str, error.instance_path))
                raise CheckError("against_schema", file=self.name, line=number, field=place)
            try:
                yield self.format.read(value)
            except FormatError as error:
                fault = FileFault(number, error.refusal)
                raise CheckError(line_refusal(self.name, fault)) from error
            count += 1
        if count != self.claims:
            raise CheckError("claim_count", file=self.name, count=count, expected=self.claims)


class _Claims:
    """Checks the claims of all parts, each part in all its formats at once."""

    def __init__(
        self,
        people: frozenset[str] | None,
        elements: Elements | None,
        on_progress: Callable[[], None],
    ) -> None:
        self._people = people and frozenset(
            name.casefold() for name in people if len(name) >= _FEWEST_LETTERS
        )
        self._names = PeopleNames(people or ())
        self._elements = elements
        self._on_progress = on_progress
        # The part of every claim so far.
        self._seen: dict[int, str] = {}

    def part(
        self,
        part: str,
        files: Sequence[_ClaimFile],
        *,
        must_fit: bool,
        pages: Mapping[str, NeededPages],
    ) -> None:
        claims = zip_longest(*(file.records() for file in files))
        while some := list(islice(claims, _AT_ONCE)):
            self._on_progress()
            found = self._found(some)
            for records in some:
                _check_same(files, records)
                self._check_new(records[0].id, part, files[0].name)
                for file, record in zip(files, records, strict=True):
                    where = _Place(file.name, record.id)
                    if file.format.name in pages:
                        pages[file.format.name].add(record)
                    if found is not None:
                        _check_elements(record, found, where)
                    self._check_people(record, where)
                    if must_fit and file.format.scoring is not None:
                        _check_gold_scores_full(file.format.scoring, record, where)

    def unlabelled(self, part: str, file: _ClaimFile) -> None:
        """Check that a file without labels has the claims of its part, and nothing else of them."""
        count, ids = 0, set[int]()
        headers = len(file.format.layout.unlabelled_headers)
        for number, value in read_json_lines(file.path, skip=headers):
            if not isinstance(value, dict) or not value.keys() <= _UNLABELLED:
                raise CheckError("more_than_claim", file=file.name, line=number)
            count += 1
            if "id" not in value:
                continue
            claim = value["id"]
            if not isinstance(claim, int):
                raise CheckError("claim_id", file=file.name, line=number)
            # Where the internal file is there, its labelled claims are known already.
            if claim in ids or self._seen.setdefault(claim, part) != part:
                raise CheckError("claim_twice", file=file.name, claim=claim)
            ids.add(claim)
        if count != file.claims:
            raise CheckError("claim_count", file=file.name, count=count, expected=file.claims)

    def _check_new(self, claim: int, part: str, name: str) -> None:
        before = self._seen.get(claim)
        if before is not None:
            if before == part:
                raise CheckError("claim_twice", file=name, claim=claim)
            raise CheckError("claim_in_two_parts", file=name, claim=claim, part=before)
        self._seen[claim] = part

    def _found(self, some: Iterable[Sequence[Record]]) -> Mapping[str, Set[str]] | None:
        """Return the elements of the pages that claims name; None where pages may be missing."""
        if self._elements is None:
            return None
        pieces = (
            piece for records in some for record in records if record for piece in _pieces(record)
        )
        return self._elements({piece.page for piece in pieces})

    def _check_people(self, record: Record, where: _Place) -> None:
        if self._people is None:
            return
        texts = claim_texts(record)
        # Somebody may be called like a page, a verdict or a kind of act.
        people = (str(record.provenance.get(key)) for key in _PEOPLE)
        named = self._people.intersection(map(str.casefold, people))
        # Addresses hold no white space, so they are found in all texts at once.
        if (
            named
            or has_mail("\n".join(texts.others))
            or names_somebody(texts.typed, texts, record, self._names)
        ):
            raise where.error("names_somebody")
        if names_somebody([record.claim], texts, record, self._names):
            raise where.error("claim_names_somebody", text=record.claim)


def _pieces(record: Record) -> Iterator[EvidencePiece]:
    return (piece for pieces in record.sets for piece in pieces)


def _check_same(files: Sequence[_ClaimFile], records: Sequence[Record | None]) -> None:
    """Raise CheckError where the formats do not have the same claim."""
    ids = [record.id if record else None for record in records]
    if any(number != ids[0] for number in ids):
        names = ", ".join(file.name for file in files)
        raise CheckError("files_differ", files=names)


def _check_elements(record: Record, found: Mapping[str, Set[str]], where: _Place) -> None:
    for piece in _pieces(record):
        elements = found.get(piece.page, _NOTHING)
        if piece.address in elements and elements >= set(piece.context):
            continue
        lacking = next(
            address for address in (piece.address, *piece.context) if address not in elements
        )
        raise where.error("no_element", page=piece.page, address=lacking)


def _check_gold_scores_full(scoring: ScoringRules, record: Record, where: _Place) -> None:
    smallest = smallest_fitting_set(record)
    if record.sets and smallest is None:
        raise where.error("unpredictable")
    judged = scoring.judge(record, record.verdict, smallest or ())
    if scoring.scorer.score([judged]).strict != 1.0:
        raise where.error("gold_below_one")
