"""The verdict on a claim from all that was found: sentences, list items and tables together.

Each piece of evidence has an opinion. Opinions are pooled by the mean of their log-probabilities:
of all sentences read as one text, of the most telling sentence, and of the most telling table,
which counts as much as it explains of the claim. Where no verdict is likely enough, the verifier
abstains and says why.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from verifier.retrieval.retriever import RetrievedEvidence, SentenceRanker
from verifier.retrieval.source import SourceSentence, SourceTable
from verifier.tables.model import TableModel
from verifier.tables.table import UnreadableTableError, read_table
from verifier.text.model import (
    LABELS,
    NOT_ENOUGH,
    REFUTES,
    SUPPORTS,
    TextJudge,
    likeliest_label,
)
from verifier.text.titles import with_titles
from verifier.text.tokens import words_of

# Below this probability of its label, a verdict would be a guess.
LEAST_CONFIDENCE = 0.5
MOST_DECIDING = 3
_LEAST_PROBABILITY = 1e-6


class Abstention(StrEnum):
    """The reasons not to judge."""

    NO_WORDS = "no_words"
    NO_EVIDENCE = "no_evidence"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class EvidenceOpinion:
    """The probabilities of the labels by a piece of evidence, and the program behind them."""

    page: str
    addresses: tuple[str, ...]
    probabilities: dict[str, float]
    # The share of the claim that it speaks about.
    weight: float = 1.0
    english: str = ""


@dataclass(frozen=True, slots=True)
class ClaimJudgement:
    """The verdict on a claim, or why there is none, and the evidence that decided."""

    label: str
    probabilities: dict[str, float]
    abstention: Abstention | None
    deciding: tuple[EvidenceOpinion, ...]
    # Of every sentence and table that was read.
    opinions: tuple[EvidenceOpinion, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimVerifier:
    """The models that judge a claim; without a model of tables, tables are not read."""

    text: TextJudge
    tables: TableModel | None = None
    # Ranks the sentences that retrieval finds; with a reader only.
    ranker: SentenceRanker | None = None

    def judge(self, claim: str, evidence: RetrievedEvidence) -> ClaimJudgement:
        """Judge a claim by evidence that was found or selected for it."""
        unknown = {**dict.fromkeys(LABELS, 0.0), NOT_ENOUGH: 1.0}
        if not any(word.is_word for word in words_of(claim)):
            return ClaimJudgement(NOT_ENOUGH, unknown, Abstention.NO_WORDS, ())
        sentences = [self._sentence_opinion(claim, one) for one in evidence.sentences]
        tables = [
            opinion
            for table in evidence.tables
            if (opinion := self._table_opinion(claim, table)) is not None
        ]
        pooled: list[EvidenceOpinion] = []
        if sentences:
            whole = self.text.judge(claim, linearise(evidence.sentences)).probabilities
            pooled += [EvidenceOpinion("", (), whole), _most_telling(sentences)]
        if tables:
            pooled.append(_most_telling(tables))
        if not pooled:
            return ClaimJudgement(NOT_ENOUGH, unknown, Abstention.NO_EVIDENCE, ())
        probabilities = pool(pooled)
        label = likeliest_label(probabilities)
        unsure = probabilities[label] < LEAST_CONFIDENCE
        return ClaimJudgement(
            label=label,
            probabilities=probabilities,
            abstention=Abstention.UNSURE if unsure else None,
            deciding=_deciding(label, [*sentences, *tables]),
            opinions=(*sentences, *tables),
        )

    def _sentence_opinion(self, claim: str, sentence: SourceSentence) -> EvidenceOpinion:
        judged = self.text.judge(claim, linearise([sentence]))
        return EvidenceOpinion(sentence.page, (sentence.address,), judged.probabilities)

    def _table_opinion(self, claim: str, table: SourceTable) -> EvidenceOpinion | None:
        if self.tables is None:
            return None
        try:
            read = read_table(table.header, table.rows)
        except UnreadableTableError:
            return None
        caption = " ".join((table.page, *table.sections, table.caption))
        judged = self.tables.judge(claim, caption, read)
        if judged.program is None:
            return None
        # Programs know only true and false: what the table does not explain stays open.
        explained = judged.explained
        return EvidenceOpinion(
            page=table.page,
            addresses=_cell_addresses(table, judged.cells),
            probabilities={
                SUPPORTS: judged.probability * explained,
                REFUTES: (1 - judged.probability) * explained,
                NOT_ENOUGH: 1 - explained,
            },
            weight=explained,
            english=judged.english,
        )


def linearise(sentences: Sequence[SourceSentence]) -> str:
    """Return sentences as one text: a page's title once, before its first sentence."""
    return with_titles((sentence.page, sentence.text) for sentence in sentences)


def pool(opinions: Sequence[EvidenceOpinion]) -> dict[str, float]:
    """Return the mean of opinions in log-probabilities, each with its weight."""
    total = sum(opinion.weight for opinion in opinions)
    powers = {
        label: math.exp(
            sum(
                opinion.weight * math.log(max(opinion.probabilities[label], _LEAST_PROBABILITY))
                for opinion in opinions
            )
            / max(total, _LEAST_PROBABILITY)
        )
        for label in LABELS
    }
    whole = sum(powers.values())
    return {label: power / whole for label, power in powers.items()}


def _most_telling(opinions: Sequence[EvidenceOpinion]) -> EvidenceOpinion:
    """Return the opinion that leaves least open; of equals the first."""
    return min(opinions, key=lambda opinion: opinion.probabilities[NOT_ENOUGH])


def _deciding(label: str, opinions: Sequence[EvidenceOpinion]) -> tuple[EvidenceOpinion, ...]:
    """Return the evidence that speaks for the verdict, most decided first."""
    if label == NOT_ENOUGH:
        return ()
    speaking = [one for one in opinions if likeliest_label(one.probabilities) == label]
    speaking.sort(key=lambda opinion: -opinion.probabilities[label])
    return tuple(speaking[:MOST_DECIDING])


def _cell_addresses(table: SourceTable, cells: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    addresses = (
        table.addresses[row][column]
        for row, column in cells
        if row < len(table.addresses) and column < len(table.addresses[row])
    )
    found = dict.fromkeys(address for address in addresses if address)
    return tuple(found) or (table.address,)
