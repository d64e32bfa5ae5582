"""A page under construction: its blocks so far, the next numbers and the notes."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from wiki.parsing.blocks import RawItem
from wiki.parsing.elements import Block, Item, Link, ListBlock, ListKind
from wiki.parsing.inline import RenderedText
from wiki.parsing.limits import Limits
from wiki.parsing.places import Places, Span


@dataclass(slots=True)
class PageDraft:
    """The state shared by the assemblers of one page; numbers run over the whole page."""

    limits: Limits
    places: Places = field(default_factory=Places)
    notes: list[str] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    lossy: list[str] = field(default_factory=list)
    targets: dict[str, None] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)
    next_sentence: int = 0
    next_section: int = 0
    next_table: int = 0
    next_list: int = 0
    next_item: int = 0

    def is_full(self) -> bool:
        """Return whether the page has reached its limit of blocks, and note it."""
        if len(self.blocks) < self.limits.elements:
            return False
        if not any(note.startswith("truncated: elements") for note in self.notes):
            self.notes.append("truncated: elements beyond the limit are left out")
        return True

    def add(self, block: Block, rendered: RenderedText) -> None:
        """Add a block with a single text."""
        self.blocks.append(block)
        self.note_text(block.address, rendered)

    def add_list(
        self,
        kind: ListKind,
        entries: Iterable[tuple[RawItem, RenderedText]],
        *,
        parent: str | None = None,
    ) -> None:
        """Add a list of the entries that have a text, if there are any."""
        items: list[Item] = []
        for raw, rendered in entries:
            if not rendered.text:
                continue
            item = Item(
                self.next_list,
                self.next_item,
                rendered.text,
                rendered.links,
                raw.level,
                raw.sublist,
                raw.is_term,
            )
            items.append(item)
            self.next_item += 1
            self.note_text(item.address, rendered)
        if items:
            self.blocks.append(ListBlock(self.next_list, kind, tuple(items), parent))
            self.next_list += 1

    def note_text(self, address: str, rendered: RenderedText) -> None:
        """Record an element's links, and whether some of its content was lost."""
        if rendered.is_lossy:
            self.lossy.append(address)
        self.note_targets(rendered.links)

    def note_targets(self, links: Iterable[Link]) -> None:
        """Record the titles that the page links to."""
        for link in links:
            self.targets.setdefault(link.target)

    def place(self, address: str, span: Span | None) -> None:
        """Record an element's position in the source, if it is known."""
        if span is not None:
            self.spans[address] = span


def shifted(link: Link, by: int) -> Link:
    """Return a link with its offsets moved."""
    return Link(link.target, link.anchor, link.start + by, link.end + by, link.fragment)
