"""A check of a release with the official tools: `python -m …official_check FOLDER`.

Their reader must accept every line, their scorer must give each claim's own evidence the full
score, and their database must hold every element. Ends with 1 and a refusal as JSON where something
is wrong, with 3 where the tools cannot be loaded.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import sys
import tempfile
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from releases.dataset.rules.records import smallest_fitting_set
from releases.dataset.rules.refusals import RefusedError
from releases.formats.base import NOT_LOADED, FormatError
from releases.formats.feverous.claims import FeverousFormat
from releases.formats.feverous.element_ids import element_id
from releases.formats.files.reading import FileFault, read_json_lines
from releases.formats.files.writing import write_lines

_SCORED_AT_ONCE = 5000
# The number of claims of the first part, by far the largest, that are looked up in the pages.
_LOOKED_UP_IN_FIRST = 500
_PAGES_HELD = 64


class OfficialCheckError(RefusedError):
    """The official tools do not accept the release."""


def check(folder: Path) -> None:
    """Raise OfficialCheckError at the first thing that the official tools do not accept."""
    manifest = json.loads((folder / "manifest.json").read_bytes())
    parts = [part["name"] for part in manifest["choices"]["parts"]]
    name = FeverousFormat.name
    # An import is kept as it was: some claims cannot be predicted whole.
    is_ours = manifest["origin"] != "imported"
    files = {entry["path"] for entry in manifest["files"]}
    database = folder / name / "pages.db"
    for part in parts:
        paths = [path for path in files if path.startswith(f"{name}/{part}.jsonl")]
        is_first = part == parts[0]
        for path in paths:
            with tempfile.TemporaryDirectory() as place:
                plain = _unpacked(folder / path, Path(place))
                _check_reader(plain, path)
                if is_ours and not is_first:
                    _check_scorer(plain, path)
                if is_ours and database.exists():
                    _check_pages(plain, path, database, _LOOKED_UP_IN_FIRST if is_first else None)


def _unpacked(path: Path, place: Path) -> Path:
    """Return the file without compression, as the official tools read it."""
    if path.suffix == ".jsonl":
        return path
    write_lines(place, "claims.jsonl", _values(path))
    return place / "claims.jsonl"


def _values(path: Path) -> Iterator[Any]:
    for _, value in read_json_lines(path):
        if isinstance(value, FileFault):
            raise OfficialCheckError(
                "in_line", file=path.name, line=value.line, reason=value.refusal
            )
        yield value


def _check_reader(path: Path, name: str) -> None:
    from releases.formats.feverous.official_tools import AnnotationProcessor

    expected = sum(1 for _ in _values(path)) - 1
    # Lines that it cannot read it passes over.
    found = sum(1 for _ in AnnotationProcessor(str(path)))
    if found != expected:
        raise OfficialCheckError("officially_unread", file=name, count=found, expected=expected)


def _check_scorer(path: Path, name: str) -> None:
    from releases.formats.feverous.official_tools import feverous_evaluation

    values = _values(path)
    header = next(values)
    while lines := list(islice(map(_predicted, values), _SCORED_AT_ONCE)):
        with tempfile.TemporaryDirectory() as place:
            write_lines(Path(place), "predicted.jsonl", lines, headers=[header])
            scores = feverous_evaluation(f"{place}/predicted.jsonl")
        if any(abs(score - 1.0) > 1e-9 for score in scores):
            raise OfficialCheckError("gold_scores", file=name, scores=str(scores))


def _predicted(line: dict[str, Any]) -> dict[str, Any]:
    try:
        record = FeverousFormat().read(line)
    except FormatError as error:
        claim = str(line.get("id"))
        raise OfficialCheckError("unwritable_claim", claim=claim, reason=error.refusal) from error
    smallest = smallest_fitting_set(record) or ()
    return line | {
        "predicted_label": line["label"],
        "predicted_evidence": [element_id(piece.page, piece.address) for piece in smallest],
    }


def _check_pages(path: Path, name: str, pages: Path, most: int | None) -> None:
    from releases.formats.feverous.official_tools import AnnotationProcessor, FeverousDB, WikiPage

    with FeverousDB(str(pages)) as database:

        @lru_cache(_PAGES_HELD)
        def ids_of(title: str) -> frozenset[str]:
            document = database.get_doc_json(title)
            return frozenset(WikiPage(title, document).get_ids()) if document else frozenset()

        # Its first line is a header, which counts. It must be read to its end: it takes every
        # exception for a line that it cannot read.
        claims = AnnotationProcessor(str(path), limit=most + 1 if most else None)
        missing = [
            OfficialCheckError("official_page", file=name, claim=claim.id, id=element)
            for claim in claims
            for title, element in zip(claim.flat_titles, claim.flat_evidence, strict=True)
            if element.removeprefix(f"{title}_") not in ids_of(title)
        ]
    if missing:
        raise missing[0]


def main(folder: Path) -> int:
    """Return the exit code; faults go to the standard error."""
    try:
        importlib.import_module("releases.formats.feverous.official_tools")
    except ImportError as error:
        sys.stderr.write(f"{error}\n")
        return NOT_LOADED
    try:
        # The tools print what they find.
        with contextlib.redirect_stdout(io.StringIO()):
            check(folder)
    except OfficialCheckError as error:
        sys.stderr.write(f"{msgspec.json.encode(error.refusal).decode()}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
