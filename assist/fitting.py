"""The fitting of the models, with figures from pages that were held out.

Imports scikit-learn: only training does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from assist.examples import CollectedExamples
from assist.figures import PartFigures, TrainingFigures
from metrics.probes import probe_lengths
from verifier.fitting import OnProgress
from verifier.reader.fitting import fit_reader
from verifier.reader.joint import mean_judgement
from verifier.reader.model import load_reader
from verifier.reader.training import CheckpointPlace
from verifier.tables.model import TableModel
from verifier.tables.training import TableExample, train_tables
from verifier.text.model import LABELS, TextJudgement, TextModel, likeliest_label
from verifier.text.sampling import (
    NoEvidenceError,
    Sampling,
    TextExample,
    give_evidence,
    remove_evidence,
)
from verifier.text.training import train_text

# One page (or table) in this many is held out for the figures.
HELD_OUT = 5
LEAST_HELD_OUT = 20
# Fewer are no training.
LEAST_EXAMPLES = 30
# Steps of a reader's training, some two seconds each.
CHECKPOINT_EVERY = 50


class TooFewExamplesError(ValueError):
    """The sources have too few claims whose evidence is sentences, or all of one label."""

    def __init__(self, *, pairs: int, statements: int) -> None:
        super().__init__(pairs, statements)
        self.pairs = pairs
        self.statements = statements


@dataclass(frozen=True, slots=True)
class ReaderFiles:
    """The files of a reader that is to be trained: its own, and that of its checkpoint."""

    model: Path
    checkpoint: Path


@dataclass(frozen=True, slots=True)
class FittedModels:
    """Both counted models; without enough statements about tables there is none of them."""

    text: TextModel
    tables: TableModel | None
    figures: TrainingFigures


def fit_models(
    examples: CollectedExamples,
    *,
    seed: int,
    progress: Callable[[str], OnProgress],
    reader: ReaderFiles | None = None,
) -> FittedModels:
    """Fit the models. `progress` returns a listener for each of the stages.

    A reader is written to its file, and continues from its checkpoint.
    """
    pairs = prepare_pairs(examples.pairs, seed=seed)
    if len(pairs) < LEAST_EXAMPLES or len({pair.label for pair in pairs}) < 2:
        raise TooFewExamplesError(pairs=len(examples.pairs), statements=len(examples.statements))
    text_figures, answers = _measure_pairs(pairs, seed, progress("measuring_text"))
    text = train_text(pairs, seed=seed, progress=progress("fitting_text"))
    reader_figures, joint_figures = None, None
    if reader is not None:
        _fit_reader(pairs, reader, seed, progress("fitting_reader"))
        reader_figures, joint_figures = _measure_reader(
            pairs, reader.model, answers, progress("measuring_reader")
        )
    tables, table_figures = None, PartFigures(examples=len(examples.statements))
    if _can_learn(examples.statements):
        table_figures = _measure_statements(examples, seed, progress("measuring_tables"))
        tables = train_tables(
            examples.statements, examples.tables, seed=seed, progress=progress("fitting_tables")
        )
    figures = TrainingFigures(
        claims=examples.claims,
        pages=len(examples.pages),
        text=text_figures,
        tables=table_figures,
        reader=reader_figures,
        joint=joint_figures,
        left_out=examples.left_out,
    )
    return FittedModels(text, tables, figures)


def prepare_pairs(pairs: list[TextExample], *, seed: int) -> list[TextExample]:
    """Return the pairs with those that are not enough: evidence removed, or of another page."""
    distinct = sorted(set(pairs), key=lambda pair: (pair.page, pair.claim, pair.text, pair.label))
    prepared = [*distinct, *remove_evidence(distinct, seed=seed)]
    try:
        return give_evidence(prepared, how=Sampling.NEAREST, seed=seed)
    except NoEvidenceError:
        return []


def _can_learn(statements: Iterable[TableExample]) -> bool:
    counts = Counter(statement.label for statement in statements)
    return len(counts) == 2 and counts.total() >= LEAST_EXAMPLES


def _is_held_out(key: str) -> bool:
    return crc32(key.encode()) % HELD_OUT == 0


def _parted(pairs: list[TextExample]) -> tuple[list[TextExample], list[TextExample]]:
    """Return the pairs of pages that are held out, and the rest."""
    held = [pair for pair in pairs if _is_held_out(pair.page or pair.claim)]
    rest = [pair for pair in pairs if not _is_held_out(pair.page or pair.claim)]
    if len(held) < LEAST_HELD_OUT or len({pair.label for pair in rest}) < 2:
        return [], pairs
    return held, rest


def _measure_pairs(
    pairs: list[TextExample], seed: int, progress: OnProgress
) -> tuple[PartFigures, list[TextJudgement]]:
    """Return the figures of the counted model, and what it says of the pairs held out."""
    labels = dict(Counter(pair.label for pair in pairs))
    held, rest = _parted(pairs)
    if not held:
        return PartFigures(examples=len(pairs), labels=labels), []
    model = train_text(rest, seed=seed, progress=lambda done, total: progress(done, 2 * total))
    judged = []
    for number, pair in enumerate(held):
        progress(len(held) + number, 2 * len(held))
        judged.append(model.judge(pair.claim, pair.text))
    answers = [(pair.label, one.label) for pair, one in zip(held, judged, strict=True)]
    probed = probe_lengths(
        [pair.text for pair in pairs],
        [pair.label for pair in pairs],
        [pair.page or pair.claim for pair in pairs],
        seed=seed,
    )
    figures = _figures_of(answers, len(pairs), labels, right_by_length=probed.accuracy.value)
    return figures, judged


def _fit_reader(
    pairs: list[TextExample], files: ReaderFiles, seed: int, progress: OnProgress
) -> None:
    """Train the reader. It never sees the pages held out: a second training would take hours."""
    _, rest = _parted(pairs)
    fit_reader(
        rest,
        files.model,
        seed=seed,
        progress=progress,
        checkpoints=CheckpointPlace(files.checkpoint, CHECKPOINT_EVERY),
    )


def _measure_reader(
    pairs: list[TextExample], path: Path, counted: list[TextJudgement], progress: OnProgress
) -> tuple[PartFigures, PartFigures]:
    """Return the figures of the reader alone, and of the mean with the counted model."""
    held, rest = _parted(pairs)
    labels = dict(Counter(pair.label for pair in rest))
    if not held:
        empty = PartFigures(examples=len(rest), labels=labels)
        return empty, empty
    reader = load_reader(path)
    alone, together = [], []
    for number, (pair, judged) in enumerate(zip(held, counted, strict=True)):
        progress(number, len(held))
        read = reader.probabilities(pair.claim, pair.text)
        alone.append((pair.label, likeliest_label(read)))
        together.append((pair.label, mean_judgement(judged, read).label))
    return _figures_of(alone, len(rest), labels), _figures_of(together, len(rest), labels)


def _measure_statements(
    examples: CollectedExamples, seed: int, progress: OnProgress
) -> PartFigures:
    statements = examples.statements
    names = {True: LABELS[0], False: LABELS[1]}
    labels = dict(Counter(names[statement.label] for statement in statements))
    held = [one for one in statements if _is_held_out(one.table)]
    rest = [one for one in statements if not _is_held_out(one.table)]
    if len(held) < LEAST_HELD_OUT or not _can_learn(rest):
        return PartFigures(examples=len(statements), labels=labels)
    model = train_tables(
        rest,
        examples.tables,
        seed=seed,
        progress=lambda done, total: progress(done, 2 * total),
    )
    answers = []
    for number, example in enumerate(held):
        progress(len(held) + number, 2 * len(held))
        judged = model.judge(example.statement, example.caption, examples.tables[example.table])
        answers.append((names[example.label], names[judged.label]))
    return _figures_of(answers, len(statements), labels)


def _figures_of(
    answers: list[tuple[str, str]],
    examples: int,
    labels: dict[str, int],
    right_by_length: float | None = None,
) -> PartFigures:
    """Return the figures of true and predicted labels."""
    true = Counter(label for label, _ in answers)
    confusion: dict[str, dict[str, int]] = {}
    for label, predicted in answers:
        row = confusion.setdefault(label, {})
        row[predicted] = row.get(predicted, 0) + 1
    return PartFigures(
        examples=examples,
        labels=labels,
        held_out=len(answers),
        right=sum(label == predicted for label, predicted in answers),
        right_by_length=right_by_length,
        majority=max(true.values()) / len(answers),
        confusion=confusion,
    )
