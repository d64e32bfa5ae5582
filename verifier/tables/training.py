"""Training of the model: out-of-fold opinions of the ranker, then the decision."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np

from verifier.arrays import Reals
from verifier.fitting import ForestShape, OnProgress, fit_forest
from verifier.forests import Forest
from verifier.tables.decision import decision_features
from verifier.tables.features import program_features, statement_features
from verifier.tables.model import TableModel
from verifier.tables.search import search
from verifier.tables.table import DataTable

RANKER = ForestShape(trees=150, leaves=31, rate=0.1, least_rows=60)
DECISION = ForestShape(trees=300, leaves=8, rate=0.05, least_rows=60, penalty=3.0)
PARTS = 2
# Programs of one statement beyond this many are drawn at random for the ranker.
MOST_PROGRAMS = 20


@dataclass(frozen=True, slots=True)
class TableExample:
    """A statement with its table's name and its label."""

    table: str
    statement: str
    caption: str
    label: bool
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class DescribedExamples:
    """The features of all examples: programs in one block, with the range of each statement."""

    examples: list[TableExample]
    programs: Reals
    starts: np.ndarray
    statements: Reals

    def chosen(self, rows: Sequence[int]) -> DescribedExamples:
        """Return some of the examples, in their order."""
        ranges = [np.arange(self.starts[row], self.starts[row + 1]) for row in rows]
        sizes = [len(programs) for programs in ranges]
        return DescribedExamples(
            examples=[self.examples[row] for row in rows],
            programs=self.programs[np.concatenate(ranges)],
            starts=np.cumsum([0, *sizes]),
            statements=self.statements[list(rows)],
        )

    @property
    def labels(self) -> np.ndarray:
        """Return the label of each example."""
        return np.array([example.label for example in self.examples])


def train_tables(
    examples: Iterable[TableExample],
    tables: Mapping[str, DataTable],
    *,
    seed: int = 0,
    progress: OnProgress | None = None,
    ranker_shape: ForestShape = RANKER,
    decision_shape: ForestShape = DECISION,
) -> TableModel:
    """Train a model. All statements of a table are in the same part, so that none is recognised."""
    described = describe_examples(examples, tables, progress=progress)
    return fit_tables(
        described, seed=seed, ranker_shape=ranker_shape, decision_shape=decision_shape
    )


def fit_tables(
    described: DescribedExamples,
    *,
    seed: int = 0,
    ranker_shape: ForestShape = RANKER,
    decision_shape: ForestShape = DECISION,
) -> TableModel:
    """Fit ranker and decision to examples that are described already."""
    examples = described.examples
    table_parts = np.array([crc32(example.table.encode()) % PARTS for example in examples])
    rankers: list[Forest] = []
    opinions = np.zeros(len(described.programs))
    owners = np.repeat(np.arange(len(examples)), np.diff(described.starts))
    parts = table_parts[owners]
    for part in range(PARTS):
        others = parts != part
        # With few tables all may be in one part.
        chosen = others if others.any() else ~others
        ranker = _fit_ranker(described, owners, chosen, ranker_shape, seed + part)
        opinions[parts == part] = _in_blocks(ranker, described.programs[parts == part])
        rankers.append(ranker)
    features = np.stack(
        [
            decision_features(
                opinions[start:end], described.programs[start:end], described.statements[row]
            )
            for row, (start, end) in enumerate(
                zip(described.starts, described.starts[1:], strict=False)
            )
        ]
    )
    decision = fit_forest(
        features,
        described.labels,
        shape=decision_shape,
        seed=seed,
        weights=np.array([example.weight for example in examples]),
    )
    return TableModel(
        ranker=_mean(rankers),
        decision=decision,
        facts={"examples": len(examples), "tables": len({one.table for one in examples})},
    )


def describe_examples(
    examples: Iterable[TableExample],
    tables: Mapping[str, DataTable],
    *,
    progress: OnProgress | None = None,
) -> DescribedExamples:
    """Search the programs of all examples, in an order that does not depend on theirs."""
    ordered = sorted(
        examples, key=lambda example: (example.table, example.statement, example.label)
    )
    programs, statements, starts = [], [], [0]
    for number, example in enumerate(ordered):
        context = search(example.statement, example.caption, tables[example.table])
        rows = program_features(context)
        programs.append(rows)
        statements.append(statement_features(context))
        starts.append(starts[-1] + len(rows))
        if progress is not None and number % 500 == 0:
            progress(number, len(ordered))
    return DescribedExamples(
        examples=ordered,
        programs=np.concatenate(programs),
        starts=np.array(starts),
        statements=np.stack(statements),
    )


def _fit_ranker(
    described: DescribedExamples,
    owners: np.ndarray,
    chosen: np.ndarray,
    shape: ForestShape,
    seed: int,
) -> Forest:
    sizes = np.diff(described.starts)[owners]
    drawn = np.random.default_rng(seed).random(len(owners)) < MOST_PROGRAMS / sizes
    rows = np.flatnonzero(chosen & drawn)
    labels = described.labels
    is_right = (described.programs[rows, 1] > 0) == labels[owners[rows]]
    weights = 1 / np.sqrt(np.minimum(sizes[rows], MOST_PROGRAMS))
    return fit_forest(described.programs[rows], is_right, shape=shape, seed=seed, weights=weights)


def _in_blocks(forest: Forest, rows: Reals, size: int = 4_000) -> Reals:
    blocks = [forest.log_odds(rows[start : start + size]) for start in range(0, len(rows), size)]
    return np.concatenate(blocks) if blocks else np.zeros(0)


def _mean(forests: list[Forest]) -> Forest:
    """Return the forest whose log-odds are the mean of these forests'."""
    offsets = np.cumsum([0, *(len(forest.feature) for forest in forests)])
    share = 1 / len(forests)
    return Forest(
        feature=np.concatenate([forest.feature for forest in forests]),
        threshold=np.concatenate([forest.threshold for forest in forests]),
        left=np.concatenate([f.left + o for f, o in zip(forests, offsets, strict=False)]).astype(
            np.int32
        ),
        right=np.concatenate([f.right + o for f, o in zip(forests, offsets, strict=False)]).astype(
            np.int32
        ),
        value=np.concatenate([forest.value * share for forest in forests]),
        roots=np.concatenate([f.roots + o for f, o in zip(forests, offsets, strict=False)]).astype(
            np.int32
        ),
        baseline=sum(forest.baseline for forest in forests) * share,
        depth=max(forest.depth for forest in forests),
        width=forests[0].width,
    )
