"""The README of a release, a dataset card: its files, and code that loads them. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from campaigns.protocols.protocol import Protocol
from campaigns.protocols.writing import VERDICT
from releases import formats
from releases.formats.files.writing import FileFacts
from releases.papers.card_sections import about, card_of, questions
from releases.papers.facts import ReleaseFacts
from releases.papers.hub_metadata import metadata
from releases.papers.plain_markdown import code_lines, escaped, escaped_lines
from releases.papers.recipes import datasets_recipe, files_to_load, pandas_recipe


def readme(facts: ReleaseFacts, files: Sequence[FileFacts]) -> bytes:
    """Return the README: the public files, and how to load them."""
    offered = [file for file in files if formats.is_public(file.path)]
    loaded = files_to_load(facts.choices, {file.path for file in offered if file.records})
    lines = [
        *metadata(
            name=f"{facts.campaign}, release {facts.version}",
            card=facts.card,
            files=offered,
            parts=loaded,
            tags=tags_of(facts.protocol),
        ),
        f"# {escaped(facts.campaign)}, release {facts.version}",
        "",
        *([f"**{facts.warning}**", ""] if facts.warning else []),
        *([*escaped_lines(facts.note), ""] if facts.note else []),
        *_card(facts),
        "`datasheet.html` says what is in it and how it came to be; `manifest.json` has counts and",
        "checksums; `attribution.csv` names every page that published evidence comes from. Each",
        "folder holds one format.",
        "",
    ]
    if loaded:
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
    lines += [f"- `{file.path}`: {file.size:,} bytes" for file in offered]
    return "\n".join(lines).encode() + b"\n"


def _card(facts: ReleaseFacts) -> list[str]:
    """Return the manager's answers; how to cite the dataset is there always."""
    known = card_of({"origin": facts.origin, "card": facts.card.as_json()})
    lines = ["## Citation", "", *code_lines(facts.citation), ""]
    for answer in (*about(known), *questions(known)):
        if answer.question != "Citation":
            lines += [f"## {answer.question}", "", *escaped_lines(answer.text), ""]
    return [*lines, "## Files", ""]


def tags_of(protocol: Protocol) -> list[str]:
    """Return what a verifier is asked besides the verdict: the keys of "tags"."""
    return sorted({name for stage in protocol.stages for name in stage.asks} - {VERDICT})


def _indented(code: str) -> list[str]:
    return [f"    {line}".rstrip() for line in code.splitlines()]
