"""The verifier, measured on a part of a release or of an imported dataset.

Each claim is checked as on the page *Check a claim*, and once more with its gold evidence. Imports
NumPy and scikit-learn: only the command that measures imports this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from zlib import crc32

from assist.selectors.corpus_source import CorpusSource
from assist.selectors.loaded import verifier_in_use
from assist.selectors.stored_pages import StoredPages
from assist.selectors.versions import learned_claims
from jobs.runs import Run
from metrics.probes import probe_lengths
from metrics.scores import FEVER_SCORE, JudgedClaim, Scores, Tally
from releases.dataset.rows import records_of
from releases.dataset.rules.records import EvidencePiece, EvidencePieces, Record
from releases.formats.feverous.scoring import FeverousScoring
from releases.formats.labels import LABELS, VERDICTS
from releases.models import Release, ReleaseItem
from releases.scoring.score_files import kept
from releases.storage.kept_predictions import KeptPrediction
from verifier.combination import ClaimJudgement, ClaimVerifier, linearise
from verifier.retrieval.recall import ClaimRetrieval, RecallFigures, recall_at
from verifier.retrieval.retriever import RetrievalSize, RetrievedEvidence, retrieve
from verifier.retrieval.source import SourceSentence, SourceTable
from wiki.models import Corpus
from wiki.parsing.addresses import AddressKind, parse

BINS = 5
# The numbers of pages, sentences and tables at which recall is told.
AT = {"pages": (1, 3, 5, 8), "sentences": (1, 3, 5), "tables": (1, 3)}


@dataclass(frozen=True, slots=True)
class Variant:
    """The verifier as it is, or without a part of it."""

    name: str = "both"
    size: RetrievalSize = field(default_factory=RetrievalSize)
    with_sentences: bool = True
    with_tables: bool = True


# An answer that is at least so probable is sure.
SURE = 0.8


@dataclass(frozen=True, slots=True)
class SureOtherwise:
    """A claim about which the verifier is sure, and the dataset says otherwise."""

    record: int
    claim: str
    label: str
    predicted: str
    probability: float
    # The likeliest program of what decided; empty where sentences did.
    english: str


ABLATIONS = (
    Variant("sentences only", with_tables=False),
    Variant("tables only", with_sentences=False),
    Variant("no entity match", RetrievalSize(match_titles=False)),
    Variant("no sentence selection", RetrievalSize(sentences=10_000)),
)


@dataclass(slots=True)
class CalibrationBin:
    """Answers of about the same probability, and how many of them were right."""

    claims: int = 0
    right: int = 0


@dataclass(slots=True)
class VerifierScores:
    """The figures of a variant on a part."""

    variant: Variant
    feverous: Tally = field(default_factory=FeverousScoring.scorer.tally)
    fever: Tally = field(default_factory=FEVER_SCORE.tally)
    # By true and predicted label.
    confusion: Counter[tuple[str, str]] = field(default_factory=Counter)
    calibration: list[CalibrationBin] = field(
        default_factory=lambda: [CalibrationBin() for _ in range(BINS)]
    )
    abstained: int = 0
    sure_otherwise: list[SureOtherwise] = field(default_factory=list)
    # How many of the claims the model learned from; None if that was not stored.
    learned: int | None = None
    sought: dict[str, list[ClaimRetrieval]] = field(
        default_factory=lambda: {name: [] for name in AT}
    )
    # With gold evidence: the labels and texts, and how many were right.
    gold_texts: list[str] = field(default_factory=list)
    gold_labels: list[str] = field(default_factory=list)
    gold_right: int = 0
    # Cells of gold evidence, and those of them that programs over their tables touched.
    gold_cells: int = 0
    cells_found: int = 0
    # By the ids of their claims.
    predictions: list[KeptPrediction] = field(default_factory=list)

    def recall(self) -> dict[str, list[RecallFigures]]:
        """Return the recall of pages, sentences and tables at each k."""
        return {name: [recall_at(self.sought[name], k) for k in AT[name]] for name in AT}

    def right_by_length(self) -> float | None:
        """Return the accuracy of a probe that sees nothing but the length of the evidence."""
        groups = list(range(len(self.gold_texts)))
        return probe_lengths(self.gold_texts, self.gold_labels, groups).accuracy.value

    def by_challenge(self) -> Mapping[str, Scores]:
        """Return the FEVEROUS score of each challenge."""
        return self.feverous.by_group()


def measure(
    *, release: Release, part: str, most: int, run: Run, variant: Variant
) -> VerifierScores:
    """Check at most so many claims of a part, drawn by lot. Raises NoModelError, SearchError."""
    corpus = release.campaign.corpus
    assert corpus is not None
    version, verifier = verifier_in_use()
    learned = learned_claims(version)
    if not variant.with_tables:
        verifier = ClaimVerifier(verifier.text, ranker=verifier.ranker)
    scores = VerifierScores(variant, learned=None if learned is None else 0)
    pages = StoredPages(corpus)
    drawn = _drawn(release, part, most)
    for number, record in enumerate(_records(release, part, drawn)):
        run.stop_if_cancelled()
        run.progress(number, len(drawn), variant.name)
        _measure_claim(scores, record, verifier, corpus)
        _measure_gold(scores, record, verifier, pages)
        if learned is not None and scores.learned is not None:
            scores.learned += record.claim in learned
    return scores


def _drawn(release: Release, part: str, most: int) -> set[int]:
    items = ReleaseItem.objects.filter(release=release, split=part, verdict__in=LABELS)
    keys = items.values_list("record_id", flat=True)
    return set(sorted(keys, key=lambda key: (crc32(str(key).encode()), key))[:most])


def _records(release: Release, part: str, drawn: set[int]) -> Iterator[Record]:
    return (record for record in records_of(release, part) if record.id in drawn)


def _measure_claim(
    scores: VerifierScores, record: Record, verifier: ClaimVerifier, corpus: Corpus
) -> None:
    variant = scores.variant
    source = CorpusSource(corpus, record.claim)
    found = retrieve(record.claim, source, size=variant.size, ranker=verifier.ranker)
    judged = verifier.judge(
        record.claim, found if variant.with_sentences else _without_sentences(found)
    )
    predicted = list(_predicted(found, judged, variant))
    claim = FeverousScoring().judge(record, VERDICTS[judged.label], predicted)
    scores.feverous.add(claim, record.tags.get("challenge", ""))
    scores.fever.add(claim)
    scores.predictions.append(
        kept(FeverousScoring.scorer, claim, record.id, VERDICTS[judged.label], predicted)
    )
    _count(scores, claim, judged)
    share = judged.probabilities[judged.label]
    if judged.abstention is None and claim.label != claim.predicted_label and share >= SURE:
        english = next((one.english for one in judged.deciding if one.english), "")
        scores.sure_otherwise.append(
            SureOtherwise(
                record.id, record.claim, claim.label, claim.predicted_label, share, english
            )
        )
    for name, sets, answer in _sought(record, found):
        is_verifiable = record.verdict != VERDICTS["NOT ENOUGH INFO"]
        scores.sought[name].append(ClaimRetrieval(sets, answer, is_verifiable))


def _without_sentences(found: RetrievedEvidence) -> RetrievedEvidence:
    return RetrievedEvidence(found.pages, (), found.tables)


def _predicted(
    found: RetrievedEvidence, judged: ClaimJudgement, variant: Variant
) -> Iterator[EvidencePiece]:
    """Yield the evidence of a prediction: sentences as they rank, then cells of programs."""
    if variant.with_sentences:
        yield from (EvidencePiece(one.page, one.address) for one in found.sentences)
    for opinion in judged.opinions:
        if opinion.english:
            for address in opinion.addresses:
                if parse(address).may_be_evidence:
                    yield EvidencePiece(opinion.page, address)


def _count(scores: VerifierScores, claim: JudgedClaim, judged: ClaimJudgement) -> None:
    scores.confusion[claim.label, claim.predicted_label] += 1
    scores.abstained += judged.abstention is not None
    share = judged.probabilities[judged.label]
    chosen = scores.calibration[min(int(share * BINS), BINS - 1)]
    chosen.claims += 1
    chosen.right += claim.label == claim.predicted_label


def _sought(
    record: Record, found: RetrievedEvidence
) -> Iterator[tuple[str, tuple[frozenset[tuple[str, ...]], ...], list[tuple[str, ...]]]]:
    yield (
        "pages",
        tuple(frozenset((piece.page,) for piece in pieces) for pieces in record.sets),
        [(page,) for page in found.pages],
    )
    yield (
        "sentences",
        tuple(frozenset(_sentences_in(pieces)) for pieces in record.sets),
        [(one.page, one.address) for one in found.sentences],
    )
    yield (
        "tables",
        tuple(frozenset(_tables_in(pieces)) for pieces in record.sets),
        [(one.page, one.address) for one in found.tables],
    )


def _sentences_in(pieces: EvidencePieces) -> Iterator[tuple[str, str]]:
    return ((piece.page, piece.address) for piece in pieces if piece.kind is AddressKind.SENTENCE)


def _tables_in(pieces: EvidencePieces) -> Iterator[tuple[str, str]]:
    blocks = ((piece.page, parse(piece.address).block) for piece in pieces)
    return ((page, str(block)) for page, block in blocks if block.kind is AddressKind.TABLE)


def _measure_gold(
    scores: VerifierScores, record: Record, verifier: ClaimVerifier, pages: StoredPages
) -> None:
    """Judge a claim by its first evidence set, if the corpus has it."""
    if not record.sets:
        return
    sentences, tables = _gold_evidence(record.sets[0], pages)
    if not sentences and not tables:
        return
    judged = verifier.judge(record.claim, RetrievedEvidence((), sentences, tables))
    label = LABELS[record.verdict]
    scores.gold_texts.append(linearise(sentences))
    scores.gold_labels.append(label)
    scores.gold_right += judged.label == label
    touched = {(one.page, address) for one in judged.opinions for address in one.addresses}
    cells = {(one.page, one.address) for one in record.sets[0] if one.kind is AddressKind.CELL}
    scores.gold_cells += len(cells)
    scores.cells_found += len(cells & touched)


def _gold_evidence(
    pieces: EvidencePieces, pages: StoredPages
) -> tuple[tuple[SourceSentence, ...], tuple[SourceTable, ...]]:
    sentences: list[SourceSentence] = []
    tables: dict[tuple[str, str], SourceTable] = {}
    wanted: Sequence[tuple[str, str]] = list(_tables_in(pieces))
    for piece in pieces:
        page = pages.page(piece.page)
        if page is not None:
            sentences += [one for one in page.sentences if one.address == piece.address]
            tables |= {
                (piece.page, one.address): one
                for one in page.tables
                if (piece.page, one.address) in wanted
            }
    return tuple(sentences), tuple(tables.values())
