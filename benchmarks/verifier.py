"""The verifier on published data: table statements by five folds, texts on parts held out.

Needs the real data. TabFact's validation part is judged fold by fold, split by table, after
training on the rewritten statements and the other folds; texts are learned from VitaminC's
training fold.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from benchmarks.harness import Figure, data_folder
from metrics.probes import probe_lengths, probe_texts
from verifier.lines import PairLine, StatementLine, TableLine, read_lines
from verifier.tables.model import TableModel
from verifier.tables.table import DataTable, read_table
from verifier.tables.training import (
    DescribedExamples,
    TableExample,
    describe_examples,
    fit_tables,
)
from verifier.text.model import LABELS, TextModel
from verifier.text.sampling import TextExample
from verifier.text.training import train_text

TITLE = "The verifier"
FOLDS = 5
# Statements and pairs whose time is taken, cold, on one core.
TIMED = 1_000
PAPER = "The paper's LPA: 65.1 on the validation part; on the test part 65.3 / 78.7 / 58.5"


def run() -> list[Figure]:
    folder = data_folder()
    if folder is None:
        print("No real data: set TOUCHSTONE_DATA to its folder.")
        return []
    return [*tables(folder / "verifier"), *texts(folder / "verifier")]


def tables(folder: Path) -> list[Figure]:
    """Measure the statements about tables."""
    contents = {
        line.table: read_table(line.header, line.rows)
        for line in read_lines(folder / "tabfact_tables.jsonl.gz", TableLine)
    }
    judged = list(read_lines(folder / "tabfact_val.jsonl.gz", StatementLine))
    others = list(read_lines(folder / "tabfact_train_pairs.jsonl.gz", StatementLine))
    started = time.process_time()
    described = describe_examples(map(_example, (*judged, *others)), contents)
    searching = time.process_time() - started
    channels = {(line.table, line.statement): line.channel for line in judged}
    answers: list[tuple[str, float, bool]] = []
    model: TableModel | None = None
    fitting = 0.0
    for fold in range(FOLDS):
        started = time.process_time()
        model = fit_tables(described.chosen(_rows(described, channels, fold, held=False)))
        fitting = time.process_time() - started
        held = described.chosen(_rows(described, channels, fold, held=True))
        answers += [
            (channels[example.table, example.statement], probability, example.label)
            for example, probability in zip(held.examples, _probabilities(model, held), strict=True)
        ]
    assert model is not None
    return [
        *_table_figures(answers),
        *_times("table statement", _judging(model, judged, contents)),
        Figure("training on all statements, one core", searching + fitting, "s"),
    ]


def _example(line: StatementLine) -> TableExample:
    return TableExample(line.table, line.statement, line.caption, bool(line.label))


def _rows(
    described: DescribedExamples, channels: dict[tuple[str, str], str], fold: int, *, held: bool
) -> list[int]:
    return [
        row
        for row, example in enumerate(described.examples)
        if held
        == (
            (example.table, example.statement) in channels
            and crc32(example.table.encode()) // 2 % FOLDS == fold
        )
    ]


def _probabilities(model: TableModel, held: DescribedExamples) -> Iterator[float]:
    for row, statement in enumerate(held.statements):
        programs = held.programs[held.starts[row] : held.starts[row + 1]]
        yield model.opinion(programs, statement)[0]


def _table_figures(answers: list[tuple[str, float, bool]]) -> list[Figure]:
    def share(chosen: list[tuple[str, float, bool]]) -> float:
        return 100 * float(np.mean([(odds >= 0.5) == label for _, odds, label in chosen]))

    surest = sorted(answers, key=lambda answer: -abs(answer[1] - 0.5))[: len(answers) // 4]
    by_channel = {
        name: [one for one in answers if one[0] == name] for name in ("simple", "complex")
    }
    matrix = ", ".join(
        f"{word} judged true {sum(p >= 0.5 for _, p, y in answers if y is label)}"
        f" and false {sum(p < 0.5 for _, p, y in answers if y is label)}"
        for word, label in (("entailed", True), ("refuted", False))
    )
    print(f"{PAPER}; of ours: {matrix}\n")
    return [
        Figure("TabFact validation, all", share(answers), "%", 70, 73),
        Figure("TabFact validation, simple", share(by_channel["simple"]), "%", 82, 85),
        Figure("TabFact validation, complex", share(by_channel["complex"]), "%", 63, 67),
        Figure("most confident quarter right", share(surest), "%", 92, 95),
    ]


def _judging(
    model: TableModel, lines: list[StatementLine], contents: dict[str, DataTable]
) -> Iterator[Callable[[], object]]:
    for line in lines[:: max(1, len(lines) // TIMED)]:
        yield partial(model.judge, line.statement, line.caption, contents[line.table])


def _times(
    name: str,
    calls: Iterator[Callable[[], object]],
) -> list[Figure]:
    taken: list[float] = []
    for call in calls:
        # Time on the processor: other work on the machine does not count.
        started = time.process_time()
        call()
        taken.append(1000 * (time.process_time() - started))
    return [
        Figure(f"{name}, mean", float(np.mean(taken)), "ms", 10, 3, True),
        Figure(f"{name}, p99", float(np.quantile(taken, 0.99)), "ms", 40, 10, True),
    ]


class _FoldLine(PairLine):
    """A pair that names the fold it is in."""

    fold: str = ""


def texts(folder: Path) -> list[Figure]:
    """Measure the pairs of claim and evidence."""
    lines = list(read_lines(folder / "vitaminc.jsonl.gz", _FoldLine))
    pairs = [
        TextExample(line.claim, line.sentences, line.label or "", line.page)
        for line in lines
        if line.fold == "train"
    ]
    started = time.process_time()
    model = train_text(pairs)
    training = time.process_time() - started
    held = [line for line in lines if line.fold == "dev"]
    symmetric = list(read_lines(folder / "fever_symmetric_dev.jsonl.gz", PairLine))
    return [
        Figure("VitaminC, held-out pages, three labels", _right(model, held), "%", 68, 72),
        *_probes("VitaminC", held),
        Figure("FeverSymmetric", _right(model, symmetric), "%", 69, 73),
        *_probes("FeverSymmetric", symmetric),
        *_times("pair of claim and evidence", _pair_judging(model, held)),
        Figure("training on all pairs, one core", training, "s"),
    ]


def _right(model: TextModel, lines: list[Any]) -> float:
    counts = np.zeros((len(LABELS), len(LABELS)), dtype=int)
    for line in lines:
        judged = model.judge(line.claim, " ".join(line.sentences)).label
        counts[LABELS.index(line.label), LABELS.index(judged)] += 1
    print(f"rows are true, columns judged {', '.join(LABELS)}: {counts.tolist()}\n")
    return 100 * float(np.trace(counts)) / int(counts.sum())


def _probes(name: str, lines: list[Any]) -> list[Figure]:
    """Return what the evidence's length and the claim alone give away, by cross-validation."""
    labels = [line.label for line in lines]
    groups = [line.page or line.claim for line in lines]
    lengths = probe_lengths([" ".join(line.sentences) for line in lines], labels, groups)
    claims = probe_texts([line.claim for line in lines], labels, groups)
    return [
        Figure(f"{name}, the evidence's length alone", 100 * (lengths.accuracy.value or 0), "%"),
        Figure(f"{name}, the claim alone", 100 * (claims.accuracy.value or 0), "%"),
    ]


def _pair_judging(model: TextModel, lines: list[Any]) -> Iterator[Callable[[], object]]:
    for line in lines[:: max(1, len(lines) // TIMED)]:
        yield partial(model.judge, line.claim, " ".join(line.sentences))
