"""Pages as they are indexed: their parts as tokens, for either engine. No database is needed."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from search import analysis
from search.indexing import fields, weights


class PageMetadata(NamedTuple):
    """The facts about a page that are indexed with its document."""

    page_id: int
    title: str
    digest: bytes
    incoming_links: int = 0
    is_flagged: bool = False
    redirects: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()

    @property
    def tier(self) -> int:
        return weights.tier_of(self.incoming_links)

    @property
    def weight(self) -> float:
        return weights.weight_of(self.tier)

    @property
    def stamp(self) -> int:
        """A number that changes whenever the indexed content of the page would change."""
        content = (
            fields.VERSION,
            analysis.VERSION,
            self.title,
            self.digest.hex(),
            self.weight,
            self.is_flagged,
            sorted(self.redirects),
            sorted(self.categories),
        )
        digest = hashlib.blake2b(repr(content).encode(), digest_size=8).digest()
        # Elasticsearch's integers are signed.
        return int.from_bytes(digest, "big") >> 1


class IndexDocument(NamedTuple):
    """A page as an engine stores it: tokens by field, and the factor for its score."""

    page_id: int
    stamp: int
    weight: float
    fields: dict[str, str]

    def words(self) -> set[str]:
        """Return the words of the page, each once."""
        words = set(self.fields["text_plain"].split(" "))
        words.update(self.fields["text_plain_flagged"].split(" "))
        words.discard(analysis.BREAK)
        return words


class _PageParts:
    """The parts of a page, collected as its blocks are read and then analysed together."""

    def __init__(self) -> None:
        # Passages, beyond which no phrase matches, and for each the parts that it belongs to.
        self._passages: list[str] = []
        self._parts: list[tuple[str, ...]] = []
        # Whether the current section lacks references.
        self.is_flagged = False

    def add(self, passage: str, parts: tuple[str, ...]) -> None:
        self._passages.append(passage)
        self._parts.append(_FLAGGED[parts] if self.is_flagged else parts)

    def as_fields(self) -> dict[str, str]:
        # Every field starts with a break, and has another between passages.
        written = dict.fromkeys(_FIELD_NAMES, analysis.BREAK)
        plain: defaultdict[str, list[str]] = defaultdict(list)
        stems: defaultdict[str, list[str]] = defaultdict(list)
        for parts, (words, roots) in zip(
            self._parts, analysis.token_texts(self._passages), strict=True
        ):
            if words:
                for part in parts:
                    plain[part].append(words)
                    stems[part].append(roots)
        for part, passages in plain.items():
            field_of_stems, field_of_words = _FIELDS_OF[part]
            written[field_of_stems] = f"{analysis.BREAK} {_BREAK_BETWEEN.join(stems[part])}"
            written[field_of_words] = f"{analysis.BREAK} {_BREAK_BETWEEN.join(passages)}"
        return written


# The fields of each part: for its stems, and for its plain forms.
_FIELDS_OF = {part: (part, fields.plain(part)) for part in fields.PARTS} | {
    fields.flagged(part): (fields.flagged(part), fields.flagged(fields.plain(part)))
    for part in fields.PARTS
    if part in fields.FLAGGED_PARTS
}
_BREAK_BETWEEN = f" {analysis.BREAK} "


_FIELD_NAMES = [name for names in _FIELDS_OF.values() for name in names]

# The parts that a passage can belong to.
_TEXT = ("text",)
_LEAD = ("text", "lead")
_TABLES = ("tables", "text")
_HEADINGS = ("headings", "text")
# The same in a section that lacks references.
_FLAGGED: dict[tuple[str, ...], tuple[str, ...]] = {
    parts: tuple(fields.flagged(part) if part in fields.FLAGGED_PARTS else part for part in parts)
    for parts in (_TEXT, _LEAD, _TABLES, _HEADINGS)
}


def build_document(metadata: PageMetadata, page: Mapping[str, Any]) -> IndexDocument:
    """Return the page in tokens, made from its stored document (FEVEROUS' JSON)."""
    parts = _PageParts()
    parts.add(metadata.title, ("title", "text"))
    for redirect in metadata.redirects:
        parts.add(redirect, ("redirects", "text"))
    blocks = _BlockReader(parts, page)
    blocks.read()
    signs = list(_with_flagged(blocks.signs, blocks.flagged_signs))
    if metadata.is_flagged:
        signs.append(fields.SIGN_FLAGGED)
    return IndexDocument(
        page_id=metadata.page_id,
        stamp=metadata.stamp,
        weight=metadata.weight,
        fields={
            **parts.as_fields(),
            "title_key": _listed(_keys([metadata.title])),
            "categories": _listed(_keys(metadata.categories)),
            "links": _listed(_with_flagged(_keys(blocks.links), _keys(blocks.flagged_links))),
            "signs": _listed(signs),
        },
    )


# Unrolled, since most anchors have no bracket.
_LINK = re.compile(r"\[\[([^\[\]|]+)\|([^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*)\]\]")


class _BlockReader:
    """A reader of the blocks of a page, with the passages of `passages.passages_of`.

    It reads the JSON itself: making elements first took three quarters of the time for indexing.
    """

    def __init__(self, parts: _PageParts, page: Mapping[str, Any]) -> None:
        self.parts = parts
        self.page = page
        # Links and signs, and those of sections that lack references.
        self.links: dict[str, None] = {}
        self.flagged_links: dict[str, None] = {}
        self.signs: dict[str, None] = {}
        self.flagged_signs: dict[str, None] = {}
        self.in_lead = True
        self.paragraph: list[str] = []

    def read(self) -> None:
        """Read all blocks, once."""
        flagged = frozenset(self.page.get("flagged_sections", ()))
        hatnotes = frozenset(self.page.get("hatnotes", ()))
        paragraphs = frozenset(self.page.get("paragraphs", ()))
        for address in self.page["order"]:
            block = self.page[address]
            if isinstance(block, str):
                if address in hatnotes:
                    self._end_paragraph()
                    self.parts.add(self._plain(block), _TEXT)
                    continue
                if address in paragraphs:
                    self._end_paragraph()
                self.paragraph.append(block)
                continue
            self._end_paragraph()
            if "list" in block:
                # The items of a list in a cell are lines of the cell, which was read already.
                if "parent" not in block:
                    self._list(block)
            elif "table" in block:
                self._table(block)
            else:
                self.in_lead = False
                self.parts.is_flagged = address in flagged
                self.parts.add(block["value"], _HEADINGS)
        self._end_paragraph()

    def _plain(self, value: str) -> str:
        """Return a value without the markup of its links, and note their targets."""
        if "[[" not in value:
            return value
        # The text before a link, its target, its anchor, the text before the next link…
        pieces = _LINK.split(value)
        links = self.flagged_links if self.parts.is_flagged else self.links
        links.update((target.partition("#")[0], None) for target in pieces[1::3])
        del pieces[1::3]
        return "".join(pieces)

    def _end_paragraph(self) -> None:
        if self.paragraph:
            parts = _LEAD if self.in_lead else _TEXT
            self.parts.add(self._plain(" ".join(self.paragraph)), parts)
            self.paragraph.clear()

    def _table(self, table: Mapping[str, Any]) -> None:
        signs = self.flagged_signs if self.parts.is_flagged else self.signs
        signs[fields.SIGN_TABLE] = None
        if caption := table.get("caption"):
            self.parts.add(self._plain(caption), _TABLES)
        for row in table["table"]:
            # A row is one passage.
            values = " ".join([cell["value"] for cell in row])
            self.parts.add(self._plain(values), _TABLES)

    def _list(self, block: Mapping[str, Any]) -> None:
        parts = _LEAD if self.in_lead else _TEXT
        for item in block["list"]:
            self.parts.add(self._plain(item["value"]), parts)


def _keys(names: Iterable[str]) -> dict[str, None]:
    """Return each name as one token."""
    keys = dict.fromkeys(map(analysis.key_token, names))
    keys.pop("", None)
    return keys


def _with_flagged(tokens: Collection[str], flagged: Iterable[str]) -> Iterator[str]:
    """Yield tokens, and marked the tokens that only sections without references have."""
    yield from tokens
    yield from (fields.only_flagged(token) for token in flagged if token not in tokens)


def _listed(tokens: Iterable[str]) -> str:
    return " ".join([analysis.BREAK, *tokens])
