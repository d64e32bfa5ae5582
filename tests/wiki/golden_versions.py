"""The record that ties golden files to the version of the parser that wrote them.

Corpora keep the version with which their pages were parsed. A parser that gives another output for
the same source must therefore have another version: the record remembers a hash of each page's
source and output, and of which version they are.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class GoldenPage:
    """A page with a golden file: its name, its source and what the parser makes of it."""

    name: str
    source: str
    output: Any

    @property
    def hashes(self) -> list[str]:
        output = json.dumps(self.output, ensure_ascii=False, sort_keys=True)
        return [hashlib.sha256(text.encode()).hexdigest()[:16] for text in (self.source, output)]


@dataclass(frozen=True, slots=True)
class GoldenRecord:
    """The version and the hashes that were recorded, beside those of today."""

    file: Path
    # Of today, and where it is defined.
    version: str
    defined_in: str
    # The command that writes golden files and record.
    command: str
    pages: tuple[GoldenPage, ...]

    def changed_without_version(self) -> list[str]:
        """Return the pages whose output changed for the same source, in the same version."""
        recorded = self._read()
        if recorded["version"] != self.version:
            return []
        return [
            page.name
            for page in self.pages
            if (known := recorded["pages"].get(page.name))
            and known[0] == page.hashes[0]
            and known[1] != page.hashes[1]
        ]

    def fault(self) -> str:
        """Return what is wrong and what to do about it, or nothing."""
        if changed := self.changed_without_version():
            return (
                f"The parser gives another output for {', '.join(changed)}, but its version is"
                f" still {self.version}. If that is intended, raise the version in"
                f" {self.defined_in}, then run `{self.command}` and review the changes."
            )
        if self._read() != self._today():
            return f"The golden files have changed: run `{self.command}` and review the changes."
        return ""

    def write(self) -> None:
        """Write the record, unless the output has changed without a new version."""
        if self.changed_without_version():
            raise SystemExit(self.fault())
        text = json.dumps(self._today(), indent=1)
        self.file.write_text(text + "\n", encoding="utf-8")

    def _today(self) -> dict[str, Any]:
        return {"version": self.version, "pages": {page.name: page.hashes for page in self.pages}}

    def _read(self) -> dict[str, Any]:
        if not self.file.exists():
            return {"version": "", "pages": {}}
        recorded: dict[str, Any] = json.loads(self.file.read_text(encoding="utf-8"))
        return recorded


def golden_pages(pages: Iterable[tuple[str, str, Any]]) -> tuple[GoldenPage, ...]:
    return tuple(GoldenPage(*page) for page in pages)
