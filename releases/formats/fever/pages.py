"""FEVER's wiki-pages: the introduction of each page, line by line.

The number of a line is that of its sentence in our addresses, so that evidence names the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct

from releases.dataset.rules.choices import Compression
from releases.formats.base import Documents
from releases.formats.fever.titles import escaped, unescaped
from releases.formats.files.writing import FileFacts, write_lines
from releases.formats.line_reader import LineReader, Text
from wiki.parsing import addresses
from wiki.parsing.elements import Section, Sentence
from wiki.parsing.feverous import read_feverous


class FeverPageLine(Struct, gc=False):
    """A page as a line has it."""

    id: Text
    lines: Annotated[str, Meta(max_length=16 * 2**20)]


_LINES = LineReader[FeverPageLine](FeverPageLine)


class FeverPages:
    """A page a line, in `wiki-pages.jsonl`."""

    stem = "wiki-pages"

    def write(
        self, folder: Path, documents: Documents, compression: Compression
    ) -> list[FileFacts]:
        lines = map(page_line, documents())
        return [write_lines(folder, f"{self.stem}.jsonl", lines, compression=compression)]

    def title_of(self, line: Any) -> str:
        return unescaped(_LINES.read(line).id)

    def elements_of(self, line: Any) -> Set[str]:
        sentences = _LINES.read(line).lines.split("\n")
        numbers = (row.partition("\t")[0] for row in sentences)
        return {
            addresses.sentence(int(number))
            for number in numbers
            if number.isascii() and number.isdecimal()
        }


def page_line(document: Mapping[str, Any]) -> dict[str, str]:
    """Return a stored page as its line: title, text, and the sentences with their links."""
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


def _flat(text: str) -> str:
    """Return a text without tabs and line breaks, which separate the fields."""
    return " ".join(text.split())
