"""The parts of an imported line that we would write differently, kept with the claim.

Ids of evidence, times after the end, spellings of titles: a record has no place for them, and a
file that is imported and written again must be the same. So they are kept in the claim's
provenance, and written only by the format that they come from.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from releases.dataset.rules.records import Record

AS_WRITTEN = "as_written"


def keep(name: str, line: Mapping[str, Any], ours: Mapping[str, Any], record: Record) -> Record:
    """Return the claim with the values of the line that differ from `ours`, the line we write."""
    others = {key: line[key] for key, value in ours.items() if line.get(key, value) != value}
    if not others:
        return record
    kept = {AS_WRITTEN: {"format": name, **others}}
    return replace(record, provenance={**record.provenance, **kept})


def restore(name: str, ours: dict[str, Any], record: Record) -> dict[str, Any]:
    """Return the line with what was kept for this format."""
    kept = record.provenance.get(AS_WRITTEN)
    if isinstance(kept, Mapping) and kept.get("format") == name:
        ours.update((key, kept[key]) for key in ours.keys() & kept.keys())
    return ours
