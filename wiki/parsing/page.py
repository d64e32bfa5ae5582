"""A parsed page: its document, and the facts that importers and samplers need."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from wiki.parsing.elements import PageDocument, TableKind
from wiki.parsing.places import Span


@dataclass(frozen=True, slots=True)
class ParsedSentenceRun:
    """Consecutive sentences of one section; ``section`` is None in the lead.

    A hatnote, a table or a list ends a run.
    """

    section: str | None
    first: int
    # The number of words of each sentence.
    words: tuple[int, ...]

    @property
    def count(self) -> int:
        return len(self.words)


@dataclass(frozen=True, slots=True)
class TableSize:
    """The number of rows and columns of a table, and whether it is as its source meant it."""

    number: int
    kind: TableKind
    rows: int
    columns: int
    # Rows with a cell that is no header.
    body_rows: int
    # Ragged, truncated, or with a cell that lost content.
    is_malformed: bool = False


@dataclass(frozen=True, slots=True)
class ParsedPage:
    """The document of a page and all facts from its source."""

    document: PageDocument
    redirect: str | None = None
    is_disambiguation: bool = False
    categories: tuple[str, ...] = ()
    # According to a maintenance box; FEVEROUS campaigns exclude such pages and sections.
    lacks_references: bool = False
    # Addresses of elements that lost content to an unknown template.
    lossy: tuple[str, ...] = ()
    unknown_templates: Mapping[str, int] = field(default_factory=dict)
    # Whether templates of the dump were expanded, or could have been.
    needs_templates: bool = False
    # The titles that the page links to, each once, in reading order.
    links: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    runs: tuple[ParsedSentenceRun, ...] = ()
    tables: tuple[TableSize, ...] = ()
    # The positions of tables and headings in the source, by address, if known.
    spans: Mapping[str, Span] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return self.document.title

    @property
    def note_kinds(self) -> tuple[str, ...]:
        """The kinds of notes, each once: the word before the colon."""
        return tuple(dict.fromkeys(note.partition(":")[0] for note in self.notes))

    @property
    def flagged_sections(self) -> tuple[str, ...]:
        return self.document.flagged_sections
