"""The verifier's verdict on a claim, by evidence that it finds itself. Imports NumPy."""

from __future__ import annotations

from dataclasses import dataclass

from assist.selectors.corpus_source import CorpusSource
from verifier.combination import ClaimVerifier, EvidenceOpinion
from verifier.retrieval.retriever import retrieve
from wiki.models import Corpus
from wiki.parsing.addresses import parse

_VERDICTS = {
    "SUPPORTS": "supported",
    "REFUTES": "refuted",
    "NOT ENOUGH INFO": "not_enough_information",
}


@dataclass(frozen=True, slots=True)
class DecidingTable:
    """A table that decided, and its likeliest program."""

    page: str
    address: str
    english: str


@dataclass(frozen=True, slots=True)
class MachineVerdict:
    """A verdict by its name in the study designs, with its probability."""

    verdict: str
    probability: float
    # None where sentences decided.
    table: DecidingTable | None = None


def judge_claim(corpus: Corpus, claim: str, verifier: ClaimVerifier) -> MachineVerdict | None:
    """Return the verdict on a claim, or None if there is none. Raises SearchError."""
    found = retrieve(claim, CorpusSource(corpus, claim), ranker=verifier.ranker)
    judged = verifier.judge(claim, found)
    if judged.abstention is not None:
        return None
    tables = (_table(opinion) for opinion in judged.deciding if opinion.english)
    return MachineVerdict(
        _VERDICTS[judged.label], judged.probabilities[judged.label], next(tables, None)
    )


def _table(opinion: EvidenceOpinion) -> DecidingTable:
    return DecidingTable(opinion.page, str(parse(opinion.addresses[0]).block), opinion.english)
