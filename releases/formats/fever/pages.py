"""FEVER's wiki-pages: the introduction of each page, line by line.

The number of a line is that of its sentence in our addresses, so that evidence and pages meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from releases.dataset.rules.choices import Compression
from releases.formats.fever.titles import escaped
from releases.formats.files.writing import FileFacts, write_lines
from wiki.parsing.elements import Section, Sentence
from wiki.parsing.feverous import read_feverous


def page_line(document: Mapping[str, Any]) -> dict[str, str]:
    """A stored page as its line: title, text, and the sentences with their links."""
    page = read_feverous(document)
    sentences: list[Sentence] = []
    for block in page.blocks:
        if isinstance(block, Section):
            break
        if isinstance(block, Sentence):
            sentences.append(block)
    lines = [
        "\t".join(
            [
                str(sentence.number),
                _flat(sentence.text),
                *(
                    part
                    for link in sentence.links
                    for part in (_flat(link.anchor), escaped(link.target))
                ),
            ]
        )
        for sentence in sentences
    ]
    return {
        "id": escaped(page.title),
        "text": " ".join(_flat(sentence.text) for sentence in sentences),
        "lines": "\n".join(lines),
    }


def write_page_lines(
    folder: Path, documents: Iterable[Mapping[str, Any]], *, compression: Compression
) -> FileFacts:
    """`wiki-pages.jsonl`: one page a line, in the order given."""
    return write_lines(
        folder, "wiki-pages.jsonl", map(page_line, documents), compression=compression
    )


def _flat(text: str) -> str:
    """Tabs and line breaks part the fields, so none may stand inside one."""
    return " ".join(text.split())
