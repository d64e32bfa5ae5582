"""A page in the making: its blocks so far, the numbers that come next and what was noted."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from wiki.parsing.blocks import RawItem
from wiki.parsing.elements import Block, Item, Link, ListBlock, ListKind
from wiki.parsing.inline import Rendered
from wiki.parsing.limits import Limits
from wiki.parsing.page import TableSize
from wiki.parsing.places import Places, Span


@dataclass(slots=True)
class PageDraft:
    """What all that write a page share; the next numbers run over the whole page."""

    limits: Limits
    places: Places = field(default_factory=Places)
    notes: list[str] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    lossy: list[str] = field(default_factory=list)
    targets: dict[str, None] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)
    sizes: list[TableSize] = field(default_factory=list)
    next_sentence: int = 0
    next_section: int = 0
    next_table: int = 0
    next_list: int = 0
    next_item: int = 0

    def is_full(self) -> bool:
        """Return whether the page has as many blocks as it may, and note that it has."""
        if len(self.blocks) < self.limits.elements:
            return False
        if not any(note.startswith("truncated: elements") for note in self.notes):
            self.notes.append("truncated: elements beyond the limit are left out")
        return True

    def add(self, block: Block, rendered: Rendered) -> None:
        """Add a block that is one text."""
        self.blocks.append(block)
        self.note_text(block.address, rendered)

    def add_list(
        self,
        kind: ListKind,
        entries: Iterable[tuple[RawItem, Rendered]],
        *,
        parent: str | None = None,
    ) -> None:
        """Add a list of all entries that have a text, if there are any."""
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

    def note_text(self, address: str, rendered: Rendered) -> None:
        """Note where an element links to, and whether something of it was lost."""
        if rendered.is_lossy:
            self.lossy.append(address)
        self.note_targets(rendered.links)

    def note_targets(self, links: Iterable[Link]) -> None:
        """Note the titles to which the page links."""
        for link in links:
            self.targets.setdefault(link.target)

    def place(self, address: str, span: Span | None) -> None:
        """Note where an element stands in the source, if that is known."""
        if span is not None:
            self.spans[address] = span


def shifted(link: Link, by: int) -> Link:
    """Return a link as it stands in a piece of its text."""
    return Link(link.target, link.anchor, link.start + by, link.end + by, link.fragment)
