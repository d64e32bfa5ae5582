"""The check of a claim against a corpus: evidence, its opinions, and the verdict.

Imports NumPy: pages that check no claim do not import this.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assist.models import ModelVersion
from assist.selectors.corpus_source import CorpusSource
from assist.selectors.loaded import verifier_in_use
from verifier.combination import Abstention, ClaimJudgement, EvidenceOpinion
from verifier.retrieval.retriever import RetrievedEvidence, retrieve
from verifier.retrieval.source import SourceSentence, SourceTable
from verifier.text.model import likeliest_label
from wiki.models import Corpus

# Rows of a table that are shown beside a program.
MOST_ROWS = 6


@dataclass(frozen=True, slots=True)
class ShownOpinion:
    """The label that a piece of evidence speaks for, with its probability."""

    label: str
    probability: float
    is_deciding: bool


@dataclass(frozen=True, slots=True)
class CheckedSentence:
    """A sentence or list item, under its sections."""

    page: str
    address: str
    sections: Sequence[str]
    text: str
    opinion: ShownOpinion


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell of a table that was read; `is_touched` if the program used it."""

    text: str
    address: str
    is_touched: bool


@dataclass(frozen=True, slots=True)
class CheckedTable:
    """A table, the rows that its program used, and the program in English."""

    page: str
    address: str
    sections: Sequence[str]
    caption: str
    header: Sequence[str]
    rows: Sequence[Sequence[TableCell]]
    english: str
    # None if no program says anything about the claim.
    opinion: ShownOpinion | None


@dataclass(frozen=True, slots=True)
class ClaimAnswer:
    """The answer to a claim; `abstention` says why there is no verdict."""

    claim: str
    version: ModelVersion
    label: str
    probability: float
    probabilities: Mapping[str, float]
    abstention: Abstention | None
    pages: Sequence[str]
    sentences: Sequence[CheckedSentence]
    tables: Sequence[CheckedTable]


def check_claim(*, corpus: Corpus, claim: str) -> ClaimAnswer:
    """Check a claim by the model in use. Raises NoModelError or SearchError."""
    version, verifier = verifier_in_use()
    found = retrieve(claim, CorpusSource(corpus, claim), ranker=verifier.ranker)
    judged = verifier.judge(claim, found)
    return ClaimAnswer(
        claim=claim,
        version=version,
        label=judged.label,
        probability=judged.probabilities[judged.label],
        probabilities=judged.probabilities,
        abstention=judged.abstention,
        pages=found.pages,
        sentences=list(_sentences(found, judged)),
        tables=list(_tables(found, judged)),
    )


def _shown(opinion: EvidenceOpinion, judged: ClaimJudgement) -> ShownOpinion:
    label = likeliest_label(opinion.probabilities)
    return ShownOpinion(label, opinion.probabilities[label], opinion in judged.deciding)


def _sentences(found: RetrievedEvidence, judged: ClaimJudgement) -> Sequence[CheckedSentence]:
    opinions = {(one.page, one.addresses): one for one in judged.opinions if not one.english}
    return [
        _sentence(sentence, _shown(opinions[sentence.page, (sentence.address,)], judged))
        for sentence in found.sentences
        if (sentence.page, (sentence.address,)) in opinions
    ]


def _sentence(sentence: SourceSentence, opinion: ShownOpinion) -> CheckedSentence:
    return CheckedSentence(
        sentence.page, sentence.address, sentence.sections, sentence.text, opinion
    )


def _tables(found: RetrievedEvidence, judged: ClaimJudgement) -> Sequence[CheckedTable]:
    return [_table(table, judged) for table in found.tables]


def _table(table: SourceTable, judged: ClaimJudgement) -> CheckedTable:
    own = {address for row in table.addresses for address in row} | {table.address}
    opinion = next(
        (
            one
            for one in judged.opinions
            if one.english and one.page == table.page and own.issuperset(one.addresses)
        ),
        None,
    )
    touched = frozenset(opinion.addresses) if opinion else frozenset[str]()
    rows = [
        [
            TableCell(text, address, address in touched)
            for text, address in zip(texts, addresses, strict=True)
        ]
        for texts, addresses in zip(table.rows, table.addresses, strict=True)
        if touched.intersection(addresses)
    ]
    return CheckedTable(
        page=table.page,
        address=table.address,
        sections=table.sections,
        caption=table.caption,
        header=table.header,
        rows=rows[:MOST_ROWS],
        english=opinion.english if opinion else "",
        opinion=_shown(opinion, judged) if opinion else None,
    )
