"""A page as it is indexed: its parts as tokens, ready for either engine. Pure of the database."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from search import analysis, fields, ranking
from wiki.parsing.elements import ListBlock, PageDocument, Section, Sentence, Table


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What is indexed of a page beside its document."""

    page_id: int
    title: str
    digest: bytes
    incoming_links: int = 0
    is_flagged: bool = False
    redirects: tuple[str, ...] = ()

    @property
    def tier(self) -> int:
        return ranking.tier_of(self.incoming_links)

    @property
    def stamp(self) -> int:
        """Changes whenever the page would be indexed otherwise; without opening its document."""
        told = (
            fields.VERSION,
            analysis.VERSION,
            self.title,
            self.digest.hex(),
            self.tier,
            self.is_flagged,
            *sorted(self.redirects),
        )
        digest = hashlib.blake2b(repr(told).encode(), digest_size=8).digest()
        # Elasticsearch's longs have a sign.
        return int.from_bytes(digest, "big") >> 1


@dataclass(frozen=True, slots=True)
class IndexDocument:
    """What an engine stores of a page: tokens by field."""

    page_id: int
    stamp: int
    fields: dict[str, str]
    # The words of the page, each once.
    vocabulary: frozenset[str]


@dataclass(slots=True)
class _Tokens:
    """The tokens of one part of a page."""

    plain: list[str] = field(default_factory=lambda: [analysis.BREAK])
    stems: list[str] = field(default_factory=lambda: [analysis.BREAK])

    def add(self, forms: tuple[list[str], list[str]], *, breaks: bool) -> None:
        if breaks and len(self.plain) > 1:
            # No phrase reaches over the end of a paragraph or a row.
            self.plain.append(analysis.BREAK)
            self.stems.append(analysis.BREAK)
        self.plain += forms[0]
        self.stems += forms[1]


@dataclass(slots=True)
class _Parts:
    """All parts of a page, filled as its blocks are read."""

    tokens: defaultdict[str, _Tokens] = field(default_factory=lambda: defaultdict(_Tokens))
    # Whether we are in a section that lacks references.
    is_flagged: bool = False

    def add(self, text: str, *parts: str, breaks: bool = True) -> None:
        forms = analysis.analyse(text)
        if forms[0]:
            for part in parts:
                apart = self.is_flagged and part in fields.FLAGGED_PARTS
                self.tokens[fields.flagged(part) if apart else part].add(forms, breaks=breaks)

    def as_fields(self) -> dict[str, str]:
        written = {}
        for part in fields.PARTS:
            names = [part, fields.flagged(part)] if part in fields.FLAGGED_PARTS else [part]
            for name in names:
                tokens = self.tokens[name]
                apart = name != part
                stem_field, plain_field = part, fields.plain(part)
                if apart:
                    stem_field, plain_field = fields.flagged(part), fields.flagged(plain_field)
                written[stem_field] = " ".join(tokens.stems)
                written[plain_field] = " ".join(tokens.plain)
        return written

    def vocabulary(self) -> frozenset[str]:
        words = set(self.tokens["text"].plain)
        words.update(self.tokens[fields.flagged("text")].plain)
        words.discard(analysis.BREAK)
        return frozenset(words)


def build_document(
    facts: PageFacts,
    document: PageDocument,
    *,
    categories: Iterable[str] = (),
    flagged_sections: Sequence[str] = (),
) -> IndexDocument:
    """The page in tokens."""
    parts = _Parts()
    parts.add(facts.title, "title", "text")
    for redirect in facts.redirects:
        parts.add(redirect, "redirects", "text")
    links = _add_blocks(parts, document, frozenset(flagged_sections))
    signs = [fields.sign_of_tier(facts.tier)]
    if any(isinstance(block, Table) for block in document.blocks):
        signs.append(fields.SIGN_TABLE)
    if facts.is_flagged:
        signs.append(fields.SIGN_FLAGGED)
    return IndexDocument(
        page_id=facts.page_id,
        stamp=facts.stamp,
        fields={
            **parts.as_fields(),
            "title_key": _keys([facts.title]),
            "categories": _keys(categories),
            "links": _keys(links),
            "signs": " ".join([analysis.BREAK, *signs]),
        },
        vocabulary=parts.vocabulary(),
    )


def _add_blocks(parts: _Parts, document: PageDocument, flagged: frozenset[str]) -> list[str]:
    """Read the blocks into their parts; returns the titles that they link to."""
    links: dict[str, None] = {}
    in_lead = True
    starts_paragraph = True
    for block in document.blocks:
        if isinstance(block, Sentence):
            lead = ("lead",) if in_lead and not block.is_hatnote else ()
            parts.add(block.text, "text", *lead, breaks=starts_paragraph or block.is_hatnote)
            links.update((link.target, None) for link in block.links)
            starts_paragraph = block.is_hatnote
            continue
        starts_paragraph = True
        if isinstance(block, Section):
            in_lead = False
            parts.is_flagged = block.address in flagged
            parts.add(block.text, "headings", "text")
        elif isinstance(block, Table):
            _add_table(parts, block, links)
        else:
            _add_list(parts, block, links, in_lead=in_lead)
    return list(links)


def _add_table(parts: _Parts, table: Table, links: dict[str, None]) -> None:
    if table.caption is not None:
        parts.add(table.caption.text, "tables", "text")
        links.update((link.target, None) for link in table.caption.links)
    for row in table.rows:
        # A row is read as one line.
        parts.add(" ".join(cell.text for cell in row), "tables", "text")
        links.update((link.target, None) for cell in row for link in cell.links)


def _add_list(parts: _Parts, block: ListBlock, links: dict[str, None], *, in_lead: bool) -> None:
    lead = ("lead",) if in_lead else ()
    for item in block.items:
        parts.add(item.text, "text", *lead)
        links.update((link.target, None) for link in item.links)


def _keys(names: Iterable[str]) -> str:
    keys = dict.fromkeys(analysis.key_token(name) for name in names)
    return " ".join([analysis.BREAK, *filter(None, keys)])
