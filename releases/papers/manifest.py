"""The papers of a release: manifest, schemas, attribution, Croissant, and how to load it.

Pure, and without the clock: the same release gives the same papers.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from campaigns.protocols.protocol import Protocol
from campaigns.protocols.work import VERDICT
from releases import formats
from releases.dataset.rules.choices import Choices
from releases.formats.files.writing import FileFacts, write_bytes
from releases.papers.croissant import croissant
from releases.papers.recipes import datasets_recipe, files_to_load, pandas_recipe
from releases.papers.statistics import Statistics, summary

MANIFEST_FORMAT = 1
# A spreadsheet would take a cell that starts so for a formula.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
SIMULATED = (
    "Demonstration: claims and verifications were made by programs, not by people. "
    "Do not train or test on it."
)


@dataclass(frozen=True, slots=True)
class Difference:
    """What is new against an earlier version."""

    version: int
    added: int
    removed: int
    changed: int


@dataclass(frozen=True, slots=True)
class PageFacts:
    title: str
    revision: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseFacts:
    """A release in plain values."""

    campaign: str
    version: int
    note: str
    origin: str
    is_demonstration: bool
    protocol: Protocol
    choices: Choices
    seed: str
    code_version: str
    data_until: str
    # A day: 2026-03-14.
    frozen_on: str
    corpus: str
    source: str
    source_url: str
    licence: str
    # What was left out and what the split could not give: see `services.freezing`.
    frozen: Mapping[str, Any]
    difference: Difference | None
    page_facts: Callable[[Iterable[str]], Iterable[PageFacts]]

    @property
    def is_simulated(self) -> bool:
        return bool(self.frozen.get("simulated"))


def json_text(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=2).encode() + b"\n"


def manifest(
    facts: ReleaseFacts, statistics: Statistics, files: tuple[FileFacts, ...]
) -> dict[str, Any]:
    """What the release is, in counts and checksums."""
    frozen = facts.frozen
    return {
        "manifest": MANIFEST_FORMAT,
        "campaign": facts.campaign,
        "version": facts.version,
        "note": facts.note,
        "origin": facts.origin,
        **({"warning": SIMULATED} if facts.is_simulated else {}),
        "protocol": {"name": facts.protocol.name, "title": facts.protocol.title},
        "code_version": facts.code_version,
        "data_until": facts.data_until,
        "corpus": {"name": facts.corpus, "source": facts.source, "licence": facts.licence},
        "choices": facts.choices.as_json(),
        "resolution": facts.protocol.resolution.rule.value,
        "split": {
            "unit": facts.protocol.export.split_unit.value,
            "seed": facts.seed,
            "too_large_to_predict_whole": frozen.get("too_large", 0),
            "left_out_as_too_large_for_their_part": frozen.get("too_large_for_their_part", 0),
            "short_of": frozen.get("short", {}),
        },
        "left_out": frozen.get("left_out", {}),
        "searches_left_out": statistics["searches_left_out"].total(),
        "counts": summary(statistics),
        "statistics": _published(statistics),
        "since": asdict(facts.difference) if facts.difference else None,
        "files": [one.as_json() for one in sorted(files, key=lambda one: one.path)],
    }


def _published(statistics: Statistics) -> dict[str, Any]:
    """The counters; of people only how much each did, and of pages only how many there are."""
    published: dict[str, Any] = statistics.as_json()
    for name, shown in (("authors", "writers"), ("verifiers", "verifiers"), ("pages", "pages")):
        counter = published.pop(name, {})
        published[f"claims_by_{shown}"] = sorted(counter.values(), reverse=True)[:1000]
    return published


def write_papers(
    folder: Path,
    facts: ReleaseFacts,
    pages: Iterable[str],
    files: tuple[FileFacts, ...],
) -> list[FileFacts]:
    """Everything beside the data but the manifest, which names all of it.

    `pages`: the titles of those that published evidence comes from.
    """
    written = [
        write_bytes(folder, f"{name}/schema.json", json_text(schema))
        for name in facts.choices.formats
        if (schema := getattr(formats.get(name), "schema", None))
    ]
    used = attribution(facts, facts.page_facts(pages))
    written.append(write_bytes(folder, "attribution.csv", used))
    written.append(write_bytes(folder, "README.md", readme(facts, files)))
    warning = SIMULATED if facts.is_simulated else ""
    described = croissant(facts, (*files, *written), warning=warning)
    written.append(write_bytes(folder, "croissant.json", json_text(described)))
    return written


def readme(facts: ReleaseFacts, files: tuple[FileFacts, ...]) -> bytes:
    """What the files that everybody may have are, and how to load them."""
    offered = [one for one in files if formats.is_public(one.path)]
    lines = [
        f"# {facts.campaign}, release {facts.version}",
        "",
        *([f"**{SIMULATED}**", ""] if facts.is_simulated else []),
        *([facts.note, ""] if facts.note else []),
        "`datasheet.html` says what is in it and how it came to be; `manifest.json` has counts and",
        "checksums; `attribution.csv` names every page that published evidence comes from. Each",
        "folder holds one format.",
        "",
    ]
    if loaded := files_to_load(facts.choices, {one.path for one in offered if one.records}):
        lines += [
            "With Hugging Face `datasets`:",
            "",
            *_indented(datasets_recipe(loaded, tags_of(facts.protocol))),
            "",
            "With pandas:",
            "",
            *_indented(pandas_recipe(next(iter(loaded.values())))),
            "",
        ]
    lines += [f"- `{one.path}`: {one.size:,} bytes" for one in offered]
    return "\n".join(lines).encode() + b"\n"


def tags_of(protocol: Protocol) -> list[str]:
    """What a verifier answers besides the verdict: the keys of "tags"."""
    return sorted({name for stage in protocol.stages for name in stage.asks} - {VERDICT})


def _indented(code: str) -> list[str]:
    return [f"    {line}".rstrip() for line in code.splitlines()]


def attribution(facts: ReleaseFacts, pages: Iterable[PageFacts]) -> bytes:
    """Every page used, with its address, revision and licence: CSV without formulas."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["title", "revision", "address", "source", "licence"])
    for page in pages:
        rows.writerow(
            _no_formula(cell)
            for cell in (
                page.title,
                str(page.revision or ""),
                _address(facts.source_url, page),
                facts.source,
                facts.licence,
            )
        )
    return text.getvalue().encode()


def _address(template: str, page: PageFacts) -> str:
    title = quote(page.title.replace(" ", "_"))
    return template.replace("{title}", title).replace("{revision}", str(page.revision))


def _no_formula(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA_STARTS) else cell
