"""Reading what a judgement's evidence is checked against: its pages, and where one may look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.models import Claim, Highlight
from annotation.rules.verifying.elements import Element, sections_of
from annotation.rules.verifying.evidence import EvidenceScope, EvidenceSource
from annotation.rules.verifying.faults import checked_sets
from annotation.rules.verifying.judgements import Judgement
from annotation.selectors.elements import LoadedPage, read_pages
from campaigns.protocols.judging import EvidenceRule
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.words import Look
from campaigns.protocols.work import Stage
from wiki.models import Corpus
from wiki.parsing.elements import PageDocument, Sentence
from wiki.selectors.pages import document_of, resolve_titles

# A desk with this panel lets people look for more pages than those that are given.
_SEARCH = "search"


@dataclass(frozen=True, slots=True)
class LoadedEvidence(EvidenceSource):
    """An evidence source with the rows of its pages."""

    pages: dict[str, LoadedPage]

    @property
    def documents(self) -> dict[str, PageDocument]:
        return {title: page.document for title, page in self.pages.items()}


def evidence_of(
    judgement: Judgement, claim: Claim, protocol: Protocol, stage: Stage
) -> LoadedEvidence:
    """Return what the evidence of a judgement is checked against."""
    corpus = claim.campaign.corpus
    assert corpus is not None
    sets = checked_sets(judgement, protocol)
    return LoadedEvidence(
        read_pages(corpus, titles_in(sets)),
        _scope_of(protocol.evidence, stage, claim, corpus),
    )


def titles_in(sets: Sequence[Sequence[Element]]) -> set[str]:
    """Return the titles of the pages of all elements."""
    return {element.page for elements in sets for element in elements}


def _scope_of(rule: EvidenceRule, stage: Stage, claim: Claim, corpus: Corpus) -> EvidenceScope:
    if rule.look is Look.OPEN:
        return EvidenceScope()
    if rule.look is not Look.GIVEN and _SEARCH in stage.panels:
        return EvidenceScope(introductions_only=True)
    assert claim.highlight_id is not None, "only where one may search is an import verified"
    highlight = Highlight.objects.select_related("page__content").get(pk=claim.highlight_id)
    own = highlight.page.title
    if rule.look is Look.GIVEN:
        return EvidenceScope(frozenset({own}), parts=frozenset(highlight.addresses))
    document = document_of(highlight.page)
    linked = {
        link.target
        for block in document.blocks
        if isinstance(block, Sentence) and not sections_of(document, block.address)
        for link in block.links
    }
    reached = resolve_titles(corpus, linked).values()
    return EvidenceScope(frozenset({own, *reached}), introductions_only=True)
