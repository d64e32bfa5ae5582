"""Checking the files of all work on a campaign: their number of lines, schemas and names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs

from releases.check.faults import CheckError
from releases.check.needed_pages import line_refusal
from releases.dataset.rules.names import TYPED, PeopleNames, has_mail
from releases.formats.files.reading import FileFault, read_json_lines
from releases.formats.own.work_lines import WORK_SCHEMAS

_AT_ONCE = 400
# Of a program, somebody may have typed words.
_PROGRAM_TEXTS = ("text", "program", "english", "suggested")
_TITLES = frozenset({"page", "title", "results", "address", "anchor"})


def check_work(
    path: Path,
    name: str,
    work: str,
    expected: int,
    people: frozenset[str] | None,
    on_progress: Callable[[], None],
) -> None:
    """Raise CheckError at the first line that breaks the schema or says who somebody is."""
    validator = jsonschema_rs.validator_for(WORK_SCHEMAS[work])
    names = PeopleNames(people or ())
    count = 0
    for number, value in read_json_lines(path):
        if count % _AT_ONCE == 0:
            on_progress()
        if isinstance(value, FileFault):
            raise CheckError(line_refusal(name, value))
        if not validator.is_valid(value):
            error = next(iter(validator.iter_errors(value)))
            place = ".".join(map(str, error.instance_path))
            raise CheckError("against_schema", file=name, line=number, field=place)
        _check_names(value, names, name, number)
        count += 1
    if count != expected:
        raise CheckError("claim_count", file=name, count=count, expected=expected)


def _check_names(value: Any, names: PeopleNames, file: str, line: int) -> None:
    """Raise CheckError where a claim or a search names somebody."""
    texts = list(_texts(value))
    if has_mail("\n".join(texts)):
        raise CheckError("line_names_somebody", file=file, line=line)
    found = names.found_in(texts)
    # People may be called like a page that somebody met.
    if found and not found <= names.found_in(_titles(value)):
        raise CheckError("line_names_somebody", file=file, line=line)


def _texts(line: Any) -> Iterator[str]:
    """Yield what people wrote; people may be called like an id, a verdict or a kind of act."""
    yield from (version["claim"] for version in line.get("versions", ()))
    for claim in line.get("claims", ()):
        yield from (version["text"] for version in claim["versions"])
    yield from (line[key] for key in _PROGRAM_TEXTS if key in line)
    for act in line.get("acts", ()):
        yield from (text for key in TYPED if isinstance(text := act["body"].get(key), str))


def _titles(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in _TITLES and isinstance(inner, str):
                yield inner
            elif key in _TITLES and isinstance(inner, list):
                yield from (each for each in inner if isinstance(each, str))
            else:
                yield from _titles(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _titles(inner)
