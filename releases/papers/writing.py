"""Writing the papers of a release: schemas, attribution, splits table, README and Croissant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from releases import formats
from releases.formats.files.writing import FileFacts, write_bytes
from releases.formats.own.work_lines import INTERNAL, WORK_SCHEMAS, work_of
from releases.papers.attribution import attribution
from releases.papers.croissant import croissant
from releases.papers.facts import ReleaseFacts
from releases.papers.manifest import json_text
from releases.papers.readme import readme
from releases.papers.splits_table import splits_table
from releases.papers.statistics import Statistics


def write_papers(
    folder: Path,
    facts: ReleaseFacts,
    statistics: Statistics,
    pages: Iterable[str],
    files: Sequence[FileFacts],
) -> list[FileFacts]:
    """Write all papers but the datasheet and the manifest, which names all of them.

    `pages`: the titles of those that published evidence comes from.
    """
    written = [
        write_bytes(folder, f"{name}/schema.json", json_text(schema))
        for name in facts.choices.formats
        if (schema := formats.get(name).schema)
    ]
    written += [
        write_bytes(folder, f"{INTERNAL}/{name}.schema.json", json_text(WORK_SCHEMAS[name]))
        for file in files
        if (name := work_of(file.path)) is not None
    ]
    used = attribution(facts, facts.used_pages(pages))
    written.append(write_bytes(folder, "attribution.csv", used))
    table = splits_table(facts, statistics).encode()
    written.append(write_bytes(folder, "splits.tex", table))
    written.append(write_bytes(folder, "README.md", readme(facts, files)))
    described = croissant(facts, (*files, *written))
    written.append(write_bytes(folder, "croissant.json", json_text(described)))
    return written
