"""Reading what a judgement's evidence is checked against: its pages, and where one may look."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from annotation.models import Claim, Highlight
from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.evidence import EvidenceScope, EvidenceSource
from annotation.rules.verifying.faults import checked_sets
from annotation.rules.verifying.judgements import Judgement
from annotation.selectors.verifying.elements import LoadedPage, read_pages
from campaigns.protocols.enums import Look
from campaigns.protocols.judging import EvidenceRule
from campaigns.protocols.protocol import Protocol
from wiki.parsing.elements import PageDocument


@dataclass(frozen=True, slots=True)
class LoadedEvidence(EvidenceSource):
    """An evidence source with the rows of its pages."""

    pages: dict[str, LoadedPage]

    @property
    def documents(self) -> dict[str, PageDocument]:
        return {title: page.document for title, page in self.pages.items()}


def evidence_of(judgement: Judgement, claim: Claim, protocol: Protocol) -> LoadedEvidence:
    """Return what the evidence of a judgement is checked against."""
    return source_of(titles_in(checked_sets(judgement, protocol)), claim, protocol)


def source_of(titles: set[str], claim: Claim, protocol: Protocol) -> LoadedEvidence:
    """Return these pages, and where one may look for evidence about a claim."""
    corpus = claim.campaign.corpus_id
    assert corpus is not None
    return LoadedEvidence(read_pages(corpus, titles), _scope_of(protocol.evidence, claim))


def titles_in(sets: Iterable[Iterable[ElementReference]]) -> set[str]:
    """Return the titles of the pages of all elements."""
    return {element.page for elements in sets for element in elements}


def _scope_of(rule: EvidenceRule, claim: Claim) -> EvidenceScope:
    if rule.look is Look.OPEN:
        return EvidenceScope()
    if rule.look is Look.INTRODUCTIONS:
        return EvidenceScope(introductions_only=True)
    assert claim.highlight_id is not None, "imported claims are verified with all pages"
    highlight = Highlight.with_gold.select_related("page").get(pk=claim.highlight_id)
    return EvidenceScope(frozenset({highlight.page.title}), parts=frozenset(highlight.addresses))
