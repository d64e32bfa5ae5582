"""Pages in which evidence is chosen, and which of their elements may be evidence for a claim."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from annotation.rules.verifying.elements import block_of, sections_of
from wiki.parsing.elements import PageDocument


class EvidencePage(Protocol):
    """A page, as far as the rules of evidence look at it."""

    @property
    def document(self) -> PageDocument: ...

    @property
    def is_flagged(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class EvidenceScope:
    """The places that evidence may come from; a part that is none restricts nothing.

    `titles`: these pages only; `introductions_only`: nothing that is in a section; `parts`: these
    addresses, and the elements of the tables and lists among them.
    """

    titles: frozenset[str] | None = None
    introductions_only: bool = False
    parts: frozenset[str] | None = None

    def holds(self, document: PageDocument, address: str) -> bool:
        """Return whether an element is within the scope."""
        if self.titles is not None and document.title not in self.titles:
            return False
        if self.introductions_only and sections_of(document, address):
            return False
        return self.parts is None or bool(self.parts & {address, block_of(document, address)})


@dataclass(frozen=True, slots=True)
class EvidenceSource:
    """The pages of a judgement's evidence, by title, and the scope of its claim."""

    pages: Mapping[str, EvidencePage]
    scope: EvidenceScope = field(default_factory=EvidenceScope)
