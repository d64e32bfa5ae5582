"""What a file of another house says in words that we would not use, kept with the claim.

Ids of evidence, times beyond the end, spellings of titles: a claim knows nothing of them, and a
file that is imported and written again must be the same. So they travel in the claim's provenance
and are written by the format they come from, and by no other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from releases.dataset.rules.records import Record

AS_WRITTEN = "as_written"


def keep(name: str, line: Mapping[str, Any], ours: Mapping[str, Any], record: Record) -> Record:
    """The claim with what the line has and `ours`, which is what we would write of it, has not."""
    others = {key: line[key] for key, value in ours.items() if line.get(key, value) != value}
    if not others:
        return record
    kept = {AS_WRITTEN: {"format": name, **others}}
    return replace(record, provenance={**record.provenance, **kept})


def restore(name: str, ours: dict[str, Any], record: Record) -> dict[str, Any]:
    """The line with what was kept for this format."""
    kept = record.provenance.get(AS_WRITTEN)
    if isinstance(kept, Mapping) and kept.get("format") == name:
        ours.update((key, kept[key]) for key in ours.keys() & kept.keys())
    return ours
