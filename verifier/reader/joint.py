"""The counted model and the reader together: the mean of their probabilities; and ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from verifier.reader.model import PairReader
from verifier.retrieval.source import SourceSentence
from verifier.text.model import LABELS, NOT_ENOUGH, TextJudgement, TextModel, likeliest_label
from verifier.text.titles import with_titles
from verifier.text.tokens import words_of

# Of reciprocal ranks: how little the first places differ.
_FLATNESS = 5


@dataclass(frozen=True, slots=True)
class JointModel:
    """Judges pairs by both models, and ranks sentences by what the reader makes of them."""

    counted: TextModel
    reader: PairReader

    def judge(self, claim: str, evidence: str) -> TextJudgement:
        """Judge a claim by an evidence text. Where either has no words, nothing is known."""
        counted = self.counted.judge(claim, evidence)
        if not _has_words(claim) or not _has_words(evidence):
            return counted
        return mean_judgement(counted, self.reader.probabilities(claim, evidence))

    def rank(self, claim: str, sentences: Sequence[SourceSentence]) -> list[SourceSentence]:
        """Return sentences that come best first, ranked again.

        Both orders count the same: the one that they come in, and that of the reader, from the
        sentence that leaves least open.
        """
        still_open = [
            self.reader.probabilities(claim, with_titles([(one.page, one.text)]))[NOT_ENOUGH]
            for one in sentences
        ]
        by_reader = sorted(range(len(sentences)), key=lambda place: (still_open[place], place))
        scores = [1 / (_FLATNESS + place) for place in range(len(sentences))]
        for rank, place in enumerate(by_reader):
            scores[place] += 1 / (_FLATNESS + rank)
        order = sorted(range(len(sentences)), key=lambda place: (-scores[place], place))
        return [sentences[place] for place in order]


def mean_judgement(counted: TextJudgement, read: dict[str, float]) -> TextJudgement:
    """Return the judgement by the mean of both models' probabilities."""
    mean = {label: (counted.probabilities[label] + read[label]) / 2 for label in LABELS}
    return TextJudgement(likeliest_label(mean), mean)


def _has_words(text: str) -> bool:
    return any(word.is_word for word in words_of(text))
