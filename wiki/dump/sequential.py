"""Dumps that can only be read from the beginning: XML and JSON lines, compressed or not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from wiki.dump import jsonl, xml
from wiki.dump.batching import cut_into_batches
from wiki.dump.files import CompressedFile
from wiki.dump.records import EVERYTHING, ArticleSelection, Batch, Damage, PageFormat, SourcePage


class _SequentialDump:
    format: PageFormat

    def __init__(self, path: Path) -> None:
        self.path = path
        self.size = path.stat().st_size

    def _entries(self, file: CompressedFile) -> Iterator[SourcePage | Damage | None]:
        raise NotImplementedError

    def batches(
        self, *, start: int = 0, selection: ArticleSelection = EVERYTHING
    ) -> Iterator[Batch]:
        file = CompressedFile(self.path)
        try:
            yield from cut_into_batches(
                self._entries(file),
                selection=selection,
                position=lambda: file.position,
                start=start,
            )
        finally:
            file.close()


class XmlDump(_SequentialDump):
    """MediaWiki's XML export: plain, gzip, bzip2."""

    format = PageFormat.WIKITEXT

    def _entries(self, file: CompressedFile) -> Iterator[SourcePage | Damage | None]:
        return xml.read_pages(file.blocks(), self.path)


class FeverousLines(_SequentialDump):
    """FEVEROUS pages, one JSON object per line."""

    format = PageFormat.FEVEROUS

    def _entries(self, file: CompressedFile) -> Iterator[SourcePage | Damage | None]:
        return jsonl.read_feverous_lines(file)


class EnterpriseLines(_SequentialDump):
    """Wikimedia Enterprise's HTML dumps, one JSON object per line."""

    format = PageFormat.HTML

    def _entries(self, file: CompressedFile) -> Iterator[SourcePage | Damage | None]:
        return jsonl.read_enterprise_lines(file)
