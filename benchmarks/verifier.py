"""The verifier on published data: table statements by five folds, texts on parts held out.

Needs the real data. TabFact's validation part is judged fold by fold, split by table, after
training on the rewritten statements and the other folds; texts are learned from VitaminC's
training fold. With the models of all this, claims are then checked on the demo corpus and on a
generated one, in a process of its own, and the memory of a web process is read in another.

Times are of the processor and of one thread, so that other work on the machine does not count.
`TOUCHSTONE_BENCH_PAGES` sets the pages of the generated corpus, for quick trials. It takes long, so
the figures of each part are printed when they are there.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from threadpoolctl import threadpool_limits

from benchmarks._child import run_in_child
from benchmarks.harness import Figure, data_folder, table
from metrics.probes import probe_lengths, probe_texts
from verifier.lines import PairLine, StatementLine, TableLine, read_lines
from verifier.tables.model import TableModel, save_model
from verifier.tables.table import read_table
from verifier.tables.training import (
    DescribedExamples,
    TableExample,
    describe_examples,
    fit_tables,
)
from verifier.text.model import LABELS, TextModel, save_text_model
from verifier.text.sampling import TextExample
from verifier.text.training import train_text

TITLE = "The verifier"
FOLDS = 5
# Statements and pairs whose time is taken, cold, on one core.
TIMED = 1_000
# Pages of the generated corpus.
PAGES = 200_000
TEXT_MODEL, TABLES_MODEL = "text.model", "tables.model"


def run() -> list[Figure]:
    folder = data_folder()
    if folder is None or not (folder / "verifier").is_dir():
        print("No real data: set TOUCHSTONE_DATA to its folder.")
        return []
    data = folder / "verifier"
    with (
        threadpool_limits(1),
        tempfile.TemporaryDirectory(prefix="touchstone-bench-models-") as models,
    ):
        table_figures, table_seconds = tables(data, Path(models))
        _show(table_figures)
        text_figures, text_seconds = texts(data, Path(models))
        training = Figure(
            "training on everything above, one core",
            table_seconds + text_seconds,
            "s",
            120,
            60,
            True,
        )
        _show([*text_figures, training])
        return [*table_figures, *text_figures, training, *checks(models)]


def _show(figures: list[Figure]) -> None:
    print(f"{datetime.now(UTC):%-d %B %Y}\n\n{table(figures)}\n", flush=True)


def tables(folder: Path, models: Path) -> tuple[list[Figure], float]:
    """Measure the statements about tables, and write a model of all of them."""
    lines = {line.table: line for line in read_lines(folder / "tabfact_tables.jsonl.gz", TableLine)}
    contents = {name: read_table(line.header, line.rows) for name, line in lines.items()}
    judged = list(read_lines(folder / "tabfact_val.jsonl.gz", StatementLine))
    others = list(read_lines(folder / "tabfact_train_pairs.jsonl.gz", StatementLine))
    started = time.process_time()
    described = describe_examples(map(_example, (*judged, *others)), contents)
    seconds = time.process_time() - started
    channels = {(line.table, line.statement): line.channel for line in judged}
    answers: list[tuple[str, float, bool]] = []
    for fold in range(FOLDS):
        model = fit_tables(described.chosen(_rows(described, channels, fold, held=False)))
        held = described.chosen(_rows(described, channels, fold, held=True))
        answers += [
            (channels[example.table, example.statement], probability, example.label)
            for example, probability in zip(held.examples, _probabilities(model, held), strict=True)
        ]
        print(f"fold {fold + 1} of {FOLDS}: {len(answers)} statements judged", flush=True)
    started = time.process_time()
    model = fit_tables(described)
    seconds += time.process_time() - started
    save_model(model, models / TABLES_MODEL)
    return [
        *_table_figures(answers),
        *_times(
            "table statement, cold, one core",
            _judging(model, judged, lines),
            bounds=((10, 3), (40, 10)),
            paper="about 2,500 ms (LPA)",
        ),
    ], seconds


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
    print(f"{len(answers)} statements of TabFact: {matrix}\n")
    name = "TabFact validation, five folds over tables"
    return [
        Figure(
            f"{name}, all",
            share(answers),
            "%",
            70,
            73,
            paper="65.1 (LPA, validation); 65.3 (LPA), 65.1 (Table-BERT), both on test",
        ),
        Figure(
            f"{name}, simple", share(by_channel["simple"]), "%", 82, 85, paper="78.7 (LPA, test)"
        ),
        Figure(
            f"{name}, complex", share(by_channel["complex"]), "%", 63, 67, paper="58.5 (LPA, test)"
        ),
        Figure("most confident quarter right", share(surest), "%", 92, 95),
    ]


def _judging(
    model: TableModel, statements: list[StatementLine], tables: dict[str, TableLine]
) -> Iterator[Callable[[], object]]:
    """Yield calls that read a table and judge a statement about it."""
    for line in statements[:: max(1, len(statements) // TIMED)]:
        yield partial(_judge_cold, model, line, tables[line.table])


def _judge_cold(model: TableModel, line: StatementLine, table: TableLine) -> object:
    return model.judge(line.statement, line.caption, read_table(table.header, table.rows))


def _times(
    name: str,
    calls: Iterator[Callable[[], object]],
    *,
    bounds: tuple[tuple[float, float], tuple[float, float]] | None = None,
    paper: str = "",
) -> list[Figure]:
    taken: list[float] = []
    for call in calls:
        started = time.process_time()
        call()
        taken.append(1000 * (time.process_time() - started))
    mean = Figure(f"{name}, mean", float(np.mean(taken)), "ms", less_is_better=True, paper=paper)
    slow = Figure(f"{name}, p99", float(np.quantile(taken, 0.99)), "ms", less_is_better=True)
    if bounds is None:
        return [mean, slow]
    return [
        replace(figure, must=must, aim=aim)
        for figure, (must, aim) in zip((mean, slow), bounds, strict=True)
    ]


class _FoldLine(PairLine):
    """A pair that names the fold it is in."""

    fold: str = ""


def texts(folder: Path, models: Path) -> tuple[list[Figure], float]:
    """Measure the pairs of claim and evidence, and write the model."""
    lines = list(read_lines(folder / "vitaminc.jsonl.gz", _FoldLine))
    pairs = [
        TextExample(line.claim, line.sentences, line.label or "", line.page)
        for line in lines
        if line.fold == "train"
    ]
    started = time.process_time()
    model = train_text(pairs)
    seconds = time.process_time() - started
    save_text_model(model, models / TEXT_MODEL)
    held = [line for line in lines if line.fold == "dev"]
    symmetric = list(read_lines(folder / "fever_symmetric_dev.jsonl.gz", PairLine))
    return [
        Figure("VitaminC, held-out pages, three labels", _right(model, held), "%", 68, 72),
        *_probes("VitaminC", held),
        Figure("FeverSymmetric", _right(model, symmetric), "%", 69, 73),
        *_probes("FeverSymmetric", symmetric),
        *_times("pair of claim and evidence, one core", _pair_judging(model, held)),
    ], seconds


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


def checks(models: str) -> list[Figure]:
    """Measure the check of a claim as on its page, and the memory that the model takes."""
    pages = int(os.environ.get("TOUCHSTONE_BENCH_PAGES", PAGES))
    with tempfile.TemporaryDirectory(prefix="touchstone-bench-") as home:
        child = partial(run_in_child, environment={"TOUCHSTONE_HOME": home}, shows_progress=True)
        times = child("_verifier_child", models, pages)
        memory = child("_verifier_memory_child")
    demo, large = times["demo"], times["large"]
    name = "check of a claim"
    return [
        Figure(f"{name} on the demo corpus, p50", demo["p50"], "ms"),
        Figure(f"{name} on the demo corpus, p95", demo["p95"], "ms", 300, 100, True),
        Figure(f"{name} on {pages:,} pages, p50", large["p50"], "ms"),
        Figure(f"{name} on {pages:,} pages, p95", large["p95"], "ms", 1_000, 400, True),
        Figure("a web process before its first check", memory["before"], "MB"),
        Figure("on top with the model loaded", memory["on_top"], "MB", 150, 60, True),
    ]
