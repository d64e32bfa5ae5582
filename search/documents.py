"""A page as it is indexed: its parts as tokens, ready for either engine. Pure of the database."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from search import analysis, fields, ranking


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
    facts: PageFacts, page: Mapping[str, Any], *, categories: Iterable[str] = ()
) -> IndexDocument:
    """The page in tokens, out of its stored document (FEVEROUS' JSON)."""
    parts = _Parts()
    parts.add(facts.title, "title", "text")
    for redirect in facts.redirects:
        parts.add(redirect, "redirects", "text")
    links = _Blocks(parts, page).read()
    signs = [fields.sign_of_tier(facts.tier)]
    if any(address.startswith("table_") for address in page["order"]):
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


# Unrolled, since most anchors hold no bracket.
_LINK = re.compile(r"\[\[([^\[\]|]+)\|([^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*)\]\]")


class _Blocks:
    """Reads the blocks of a page into its parts.

    Straight from the JSON: making its elements first took three quarters of all indexing.
    """

    def __init__(self, parts: _Parts, page: Mapping[str, Any]) -> None:
        self.parts = parts
        self.page = page
        self.links: dict[str, None] = {}
        self.in_lead = True
        self.starts_paragraph = True

    def read(self) -> list[str]:
        """Read all blocks; returns the titles that they link to."""
        flagged = frozenset(self.page.get("flagged_sections", ()))
        hatnotes = frozenset(self.page.get("hatnotes", ()))
        for address in self.page["order"]:
            block = self.page[address]
            kind = address.partition("_")[0]
            if kind == "sentence":
                self._sentence(block, is_hatnote=address in hatnotes)
                continue
            self.starts_paragraph = True
            if kind == "section":
                self.in_lead = False
                self.parts.is_flagged = address in flagged
                self.parts.add(block["value"], "headings", "text")
            elif kind == "table":
                self._table(block)
            elif "parent" not in block:
                # The items of a list in a cell are lines of the cell, which has been read.
                self._list(block)
        return list(self.links)

    def _plain(self, value: str) -> str:
        """A value without its links, which are noted."""
        if "[[" not in value:
            return value
        self.links.update((match[0].partition("#")[0], None) for match in _LINK.findall(value))
        return _LINK.sub(r"\2", value)

    def _sentence(self, value: str, *, is_hatnote: bool) -> None:
        breaks = self.starts_paragraph or is_hatnote
        lead = ("lead",) if self.in_lead and not is_hatnote else ()
        self.parts.add(self._plain(value), "text", *lead, breaks=breaks)
        self.starts_paragraph = is_hatnote

    def _table(self, table: Mapping[str, Any]) -> None:
        if caption := table.get("caption"):
            self.parts.add(self._plain(caption), "tables", "text")
        for row in table["table"]:
            # A row is read as one line.
            values = " ".join([cell["value"] for cell in row])
            self.parts.add(self._plain(values), "tables", "text")

    def _list(self, block: Mapping[str, Any]) -> None:
        lead = ("lead",) if self.in_lead else ()
        for item in block["list"]:
            self.parts.add(self._plain(item["value"]), "text", *lead)


def _keys(names: Iterable[str]) -> str:
    keys = dict.fromkeys(analysis.key_token(name) for name in names)
    return " ".join([analysis.BREAK, *filter(None, keys)])
