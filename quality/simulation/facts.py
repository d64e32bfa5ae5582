"""Facts that a page states in its tables, sentences and lists, each with its evidence. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from annotation.rules.verifying.elements import ElementReference
from wiki.parsing.addresses import kind_of
from wiki.parsing.elements import Cell, Item, ListBlock, PageDocument, Sentence, Table

_NUMBER = re.compile(r"\b\d{2,4}\b")
_LONGEST = 260
_SMALL_INSIDE = frozenset({"A", "An", "At", "By", "From", "In", "It", "Its", "On", "The"})
_FEWEST_WORDS = 5


@dataclass(frozen=True, slots=True)
class Fact:
    """A statement of a page: true, made false, and with an addition that no page supports."""

    true: str
    false: str
    evidence: tuple[ElementReference, ...]
    # Other evidence for the same, where there is some.
    also: tuple[ElementReference, ...] = ()
    challenge: str = "other"

    @property
    def unknown(self) -> str:
        return f"{self.true.rstrip('.')}, which a folk song of the time describes."


def facts_of(pages: Sequence[PageDocument]) -> list[Fact]:
    """Return facts of the first page, some with a page beside it, of all kinds in turn."""
    return _spread(list(_facts(pages)), pages[0].title)


def number_of(text: str) -> int:
    """Return a number that looks random and is always the same for the same text."""
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest())


def _facts(pages: Sequence[PageDocument]) -> Iterator[Fact]:
    page = pages[0]
    sentences = list(_from_sentences(page))
    cells = list(_from_tables(page))
    yield from cells[:6]
    yield from sentences[:4]
    yield from list(_from_items(page))[:3]
    yield from _from_captions(page)
    if cells and sentences:
        yield _both(cells[0], sentences[0], "combining_tables_and_text")
    for other in pages[1:]:
        for fact in list(_from_sentences(other))[:1]:
            if sentences:
                yield _both(sentences[-1], fact, "multi_hop_reasoning")
            yield Fact(
                fact.true,
                fact.false,
                fact.evidence,
                challenge="search_terms_not_in_claim"
                if page.title not in fact.true
                else "entity_disambiguation",
            )


def _from_sentences(page: PageDocument) -> Iterator[Fact]:
    for block in page.blocks:
        if not isinstance(block, Sentence) or block.is_hatnote:
            continue
        text = " ".join(block.text.split())
        if not text.endswith(".") or len(text) > _LONGEST or len(text.split()) < _FEWEST_WORDS:
            continue
        number = _NUMBER.search(text)
        # Without its subject's name a sentence cannot stand alone.
        if number is None or page.title.partition(" (")[0] not in text:
            continue
        wrong = f"{text[: number.start()]}{int(number[0]) + 7}{text[number.end() :]}"
        challenge = "entity_disambiguation" if "(" in page.title else "other"
        yield Fact(text, wrong, (ElementReference(page.title, block.address),), challenge=challenge)


def _from_tables(page: PageDocument) -> Iterator[Fact]:
    for table in (block for block in page.blocks if isinstance(block, Table)):
        heads = {cell.column: cell for row in table.rows[:1] for cell in row if cell.is_header}
        rows = [row for row in table.rows[1:] if len(row) == len(table.rows[0])]
        for row, other in zip(rows, rows[1:] + rows[:1], strict=True):
            fact = _from_row(page, heads, row, other)
            if fact is not None:
                yield fact


def _from_row(
    page: PageDocument, heads: Mapping[int, Cell], row: Sequence[Cell], other: Sequence[Cell]
) -> Fact | None:
    subject = _flat(row[0])
    for cell, elsewhere in zip(row[1:], other[1:], strict=True):
        head = heads.get(cell.column)
        value, wrong = _flat(cell), _flat(elsewhere)
        if head is None or not subject or not value or not wrong or value == wrong:
            continue
        said = f"In the table of the article on {page.title}, {subject} has the {_flat(head)}"
        evidence = (
            ElementReference(page.title, row[0].address),
            ElementReference(page.title, cell.address),
        )
        return Fact(
            f"{said} {value}.",
            f"{said} {wrong}.",
            evidence,
            also=(
                ElementReference(page.title, head.address),
                ElementReference(page.title, cell.address),
            ),
            challenge="numerical_reasoning" if any(c.isdigit() for c in value) else "other",
        )
    return None


def _from_items(page: PageDocument) -> Iterator[Fact]:
    for block in page.blocks:
        for item in block.items if isinstance(block, ListBlock) else ():
            text = _flat(item)
            if 2 <= len(text.split()) <= 12:
                yield Fact(
                    f"The article on {page.title} lists “{text}” among its entries.",
                    f"The article on {page.title} has no entry “{text}” in any of its lists.",
                    (ElementReference(page.title, item.address),),
                    challenge="search_terms_not_in_claim",
                )


def _from_captions(page: PageDocument) -> Iterator[Fact]:
    for block in page.blocks:
        if isinstance(block, Table) and block.caption is not None and block.rows[0]:
            caption = " ".join(block.caption.text.split())
            head = block.rows[0][0]
            yield Fact(
                f"A table of the article on {page.title} is called “{caption}”.",
                f"No table of the article on {page.title} is called “{caption}”.",
                (
                    ElementReference(page.title, block.caption.address),
                    ElementReference(page.title, head.address),
                ),
            )


def _both(known: Fact, other: Fact, challenge: str) -> Fact:
    """Return two facts as one sentence, which is false where the second one is."""
    first = known.true.rstrip(".")
    return Fact(
        f"{first}, and {_within(other.true)}",
        f"{first}, and {_within(other.false)}",
        (*known.evidence, *other.evidence),
        challenge=challenge,
    )


def _within(sentence: str) -> str:
    """Return a sentence as it continues after a comma: names keep their capital."""
    first, _, rest = sentence.partition(" ")
    return f"{first.lower()} {rest}" if first in _SMALL_INSIDE else sentence


def _flat(thing: Cell | Item) -> str:
    text = " ".join(thing.text.split())
    # One sentence: a full stop inside of a cell would begin another.
    return text.rstrip(".") if ". " not in text and len(text) < 80 else ""


def _spread(facts: list[Fact], title: str) -> list[Fact]:
    """Return facts of all kinds in turn; each page begins with another kind."""
    groups: dict[str, list[Fact]] = {}
    for fact in facts:
        kinds = {kind_of(element.address) for element in fact.evidence}
        groups.setdefault(f"{fact.challenge} {sorted(kinds)}", []).append(fact)
    ordered = [groups[name] for name in sorted(groups, key=lambda name: number_of(title + name))]
    spread = []
    while any(ordered):
        spread += [group.pop(0) for group in ordered if group]
    return spread
