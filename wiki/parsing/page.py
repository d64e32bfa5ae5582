"""A parsed page: its document, and what an importer and a sampler want to know about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from wiki.parsing.elements import PageDocument, TableKind
from wiki.parsing.places import Span


@dataclass(frozen=True, slots=True)
class SentenceRun:
    """Consecutive sentences of one section, hatnotes aside; ``section`` is None in the lead."""

    section: str | None
    first: int
    # The number of words of each sentence.
    words: tuple[int, ...]

    @property
    def count(self) -> int:
        return len(self.words)


@dataclass(frozen=True, slots=True)
class TableSize:
    """How large a table is."""

    number: int
    kind: TableKind
    rows: int
    columns: int


@dataclass(frozen=True, slots=True)
class ParsedPage:
    """All that is known of a page once its source has been read."""

    document: PageDocument
    redirect: str | None = None
    is_disambiguation: bool = False
    categories: tuple[str, ...] = ()
    # A maintenance box says so; such pages and sections are kept out of FEVEROUS campaigns.
    lacks_references: bool = False
    # Elements of which an unknown template has taken something away.
    lossy: tuple[str, ...] = ()
    unknown_templates: Mapping[str, int] = field(default_factory=dict)
    # The titles to which the page links, each once, in reading order.
    links: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    runs: tuple[SentenceRun, ...] = ()
    tables: tuple[TableSize, ...] = ()
    # Where tables and headings stand in the source, by their addresses, as far as it is known.
    spans: Mapping[str, Span] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return self.document.title

    @property
    def note_kinds(self) -> tuple[str, ...]:
        """What the notes are about, each once: the word before their colon."""
        return tuple(dict.fromkeys(note.partition(":")[0] for note in self.notes))

    @property
    def flagged_sections(self) -> tuple[str, ...]:
        return self.document.flagged_sections
