"""Dumps that can only be read from the beginning: XML and JSON lines, compressed or not."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path

from core.file_limits import DEFAULT_FILE_LIMITS, FileLimits
from core.readers import Alive, ignore
from wiki.dump import jsonl, xml
from wiki.dump.batching import cut_into_batches
from wiki.dump.files import CompressedFile
from wiki.dump.records import EVERYTHING, ArticleSelection, Batch, Damage, PageFormat, SourcePage


class _SequentialDump:
    format: PageFormat

    def __init__(self, path: Path, limits: FileLimits = DEFAULT_FILE_LIMITS) -> None:
        self.path = path
        self.limits = limits
        self.size = path.stat().st_size

    def _entries(self, file: CompressedFile) -> Iterator[SourcePage | Damage | None]:
        raise NotImplementedError

    def batches(
        self, *, start: int = 0, selection: ArticleSelection = EVERYTHING, alive: Alive = ignore
    ) -> Generator[Batch]:
        file = CompressedFile(self.path, self.limits)
        try:
            yield from cut_into_batches(
                self._entries(file),
                selection=selection,
                position=lambda: file.position,
                start=start,
                alive=alive,
            )
        finally:
            file.close()


class XmlDump(_SequentialDump):
    """MediaWiki's XML export: plain, gzip, bzip2."""

    format = PageFormat.WIKITEXT

    def _entries(self, file: CompressedFile) -> Iterator[SourcePage | Damage | None]:
        return xml.read_pages(file.blocks(), self.path, limits=self.limits)


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
