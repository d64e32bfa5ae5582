"""Whether chosen elements may be evidence: they exist, and one may look where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.models import Claim, Highlight
from annotation.rules.verifying.judgements import Element, Judgement, JudgementRefusedError
from annotation.selectors.elements import (
    LoadedPage,
    kind_at,
    read_pages,
    reading_order,
    sections_of,
)
from campaigns.models import Campaign
from campaigns.protocols.judging import EvidenceRule
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.words import Look
from campaigns.protocols.work import Stage
from wiki.models import Page
from wiki.parsing import addresses
from wiki.parsing.elements import Caption, Cell, Item, ListBlock, PageDocument, Sentence
from wiki.selectors.pages import document_of, resolve_titles

# Who has this panel may look for more pages than those that are given.
_SEARCH = "search"


@dataclass(frozen=True, slots=True)
class PlacedElement:
    """An element that may be evidence, with the row of its page."""

    page: Page
    address: str


def place_evidence(
    *, claim: Claim, campaign: Campaign, protocol: Protocol, stage: Stage, judgement: Judgement
) -> list[list[PlacedElement]]:
    """The sets in the order of their pages. Raises JudgementRefusedError."""
    corpus = campaign.corpus
    assert corpus is not None
    titles = {one.page for elements in judgement.sets for one in elements}
    pages = read_pages(corpus, titles)
    room = _Room.of(protocol.evidence, stage, claim, campaign)
    placed: list[list[PlacedElement]] = []
    for number, elements in enumerate(judgement.sets, start=1):
        for one in elements:
            _check(protocol.evidence, room, pages.get(one.page), one, number)
        placed.append(_in_order(pages, elements))
    return placed


def _in_order(pages: dict[str, LoadedPage], elements: Sequence[Element]) -> list[PlacedElement]:
    """Pages as they were come upon, each from top to bottom."""
    first: dict[str, int] = {}
    for one in elements:
        first.setdefault(one.page, len(first))
    orders = {title: reading_order(pages[title].document) for title in first}
    ordered = sorted(elements, key=lambda one: (first[one.page], orders[one.page][one.address]))
    return [PlacedElement(pages[one.page].page, one.address) for one in ordered]


@dataclass(frozen=True, slots=True)
class _Room:
    """Where one may look: any page, or these; the whole page, its introduction, or these parts."""

    titles: frozenset[str] | None = None
    introductions: bool = False
    parts: frozenset[str] | None = None

    @classmethod
    def of(cls, rule: EvidenceRule, stage: Stage, claim: Claim, campaign: Campaign) -> _Room:
        if rule.look is Look.OPEN:
            return cls()
        if rule.look is not Look.GIVEN and _SEARCH in stage.panels:
            return cls(introductions=True)
        assert claim.highlight_id is not None, "only where one may search is an import verified"
        highlight = Highlight.objects.select_related("page__content").get(pk=claim.highlight_id)
        own = highlight.page.title
        if rule.look is Look.GIVEN:
            return cls(frozenset({own}), parts=frozenset(highlight.addresses))
        assert campaign.corpus is not None
        document = document_of(highlight.page)
        linked = {
            link.target
            for block in document.blocks
            if isinstance(block, Sentence) and not sections_of(document, block.address)
            for link in block.links
        }
        reached = resolve_titles(campaign.corpus, linked).values()
        return cls(frozenset({own, *reached}), introductions=True)

    def holds(self, document: PageDocument, address: str) -> bool:
        if self.titles is not None and document.title not in self.titles:
            return False
        if self.introductions and sections_of(document, address):
            return False
        return self.parts is None or bool(self.parts & {address, _block_of(document, address)})


def _block_of(document: PageDocument, address: str) -> str:
    element = document.find(address)
    if isinstance(element, Cell | Caption):
        return addresses.table(element.table)
    if not isinstance(element, Item):
        return address
    around = document.find(addresses.list_block(element.list_number))
    # A list inside a cell stands where its cell stands.
    in_cell = around.parent if isinstance(around, ListBlock) else None
    return _block_of(document, in_cell) if in_cell else addresses.list_block(element.list_number)


def _check(
    rule: EvidenceRule, room: _Room, read: LoadedPage | None, one: Element, number: int
) -> None:
    def refuse(code: str, message: str) -> JudgementRefusedError:
        return JudgementRefusedError(code, message, set_number=number, element=one)

    if read is None:
        raise refuse("no_page", f"There is no page “{one.page}” here.")
    if read.page.is_flagged:
        raise refuse("flagged_page", f"“{one.page}” lacks references, so it is no evidence.")
    kind = kind_at(read.document, one.address)
    if kind is None:
        raise refuse("no_element", f"There is nothing at {one.address} of “{one.page}”.")
    if kind not in rule.elements:
        raise refuse("wrong_kind", f"A {kind.value.replace('_', ' ')} cannot be evidence here.")
    if set(sections_of(read.document, one.address)) & set(read.document.flagged_sections):
        raise refuse(
            "flagged_section",
            f"The section of {one} lacks references, so it is no evidence.",
        )
    if not room.holds(read.document, one.address):
        raise refuse("out_of_room", f"{one} is not among what this claim is verified with.")
