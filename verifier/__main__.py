"""The verifier on its own, without a database: train models, and judge with them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from verifier.archives import ModelFileError
from verifier.combination import ClaimVerifier
from verifier.lines import (
    ClaimLine,
    LineError,
    PairLine,
    StatementLine,
    TableLine,
    read_lines,
    read_stream,
)
from verifier.retrieval.index import PageIndex
from verifier.retrieval.pages import UnreadablePageError, read_page
from verifier.retrieval.retriever import SentenceRanker, retrieve
from verifier.retrieval.source import ReadPage
from verifier.tables.model import TableModel, load_model, save_model
from verifier.tables.table import DataTable, UnreadableTableError, read_table
from verifier.text.model import LABELS, NOT_ENOUGH, TextJudge, load_text_model, save_text_model
from verifier.text.sampling import (
    NoEvidenceError,
    Sampling,
    TextExample,
    give_evidence,
    remove_evidence,
)


class UsageError(ValueError):
    """The files given do not fit together."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return 0, or 2 with a sentence on what is wrong."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
    except (LineError, ModelFileError, UsageError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m verifier", description=__doc__)
    commands = parser.add_subparsers(required=True)
    train = commands.add_parser("train-tables", help="train on statements about tables")
    train.add_argument("--statements", type=Path, nargs="+", required=True)
    train.add_argument("--tables", type=Path, required=True)
    train.add_argument("--model", type=Path, required=True)
    train.add_argument("--seed", type=int, default=0)
    train.set_defaults(run=_train_tables)
    predict = commands.add_parser("predict-tables", help="judge statements from standard input")
    predict.add_argument("--model", type=Path, required=True)
    predict.add_argument("--tables", type=Path, required=True)
    predict.set_defaults(run=_predict_tables)
    _add_text_commands(commands)
    return parser


def _add_text_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    train = commands.add_parser("train-text", help="train on pairs of a claim and its evidence")
    _add_pair_options(train)
    train.set_defaults(run=_train_text)
    reader = commands.add_parser("train-reader", help="fine-tune a reader on pairs (an extra)")
    _add_pair_options(reader)
    reader.add_argument("--epochs", type=_at_least_one, default=1)
    reader.add_argument("--checkpoint", type=Path, help="where a stopped training continues from")
    reader.set_defaults(run=_train_reader)
    predict = commands.add_parser("predict-text", help="judge pairs from standard input")
    predict.add_argument("--model", type=Path, required=True)
    predict.add_argument("--reader", type=Path, help="a reader, to judge by the mean of both")
    predict.set_defaults(run=_predict_text)
    check = commands.add_parser("check-claims", help="find evidence for claims and judge them")
    check.add_argument("--pages", type=Path, nargs="+", required=True)
    check.add_argument("--text-model", type=Path, required=True)
    check.add_argument("--tables-model", type=Path)
    check.add_argument("--reader", type=Path, help="a reader, to judge and rank sentences with")
    check.set_defaults(run=_check_claims)


def _add_pair_options(train: argparse.ArgumentParser) -> None:
    train.add_argument("--pairs", type=Path, nargs="+", required=True)
    train.add_argument("--model", type=Path, required=True)
    train.add_argument("--seed", type=int, default=0)
    train.add_argument(
        "--remove-evidence",
        action="store_true",
        help="also learn from pairs of several sentences with one removed, as not enough",
    )
    train.add_argument(
        "--sample-evidence",
        type=Sampling,
        choices=list(Sampling),
        default=Sampling.NEAREST,
        help="what claims without evidence are given: a sentence of the nearest page, or any",
    )


def _at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def _train_tables(options: argparse.Namespace) -> None:
    # Only training needs scikit-learn.
    from verifier.tables.training import TableExample, train_tables

    lines = [line for path in options.statements for line in read_lines(path, StatementLine)]
    unlabelled = next((line.id for line in lines if line.label is None), None)
    if unlabelled is not None:
        raise UsageError(f"Statement {unlabelled} has no label.")
    tables = _tables(options.tables, {line.table for line in lines})
    examples = [
        TableExample(line.table, line.statement, line.caption, bool(line.label)) for line in lines
    ]
    if len({example.label for example in examples}) < 2:
        raise UsageError("Training needs statements of both labels.")
    model = train_tables(examples, tables, seed=options.seed, progress=_show)
    save_model(model, options.model)
    print(
        f"Trained on {len(examples)} statements about {len(tables)} tables: {options.model}",
        file=sys.stderr,
    )


def _predict_tables(options: argparse.Namespace) -> None:
    model = load_model(options.model)
    lines = list(read_stream(sys.stdin.buffer, StatementLine, name="standard input"))
    tables = _tables(options.tables, {line.table for line in lines})
    for line in lines:
        _write(_prediction(model, line, tables[line.table]))


def _prediction(model: TableModel, line: StatementLine, table: DataTable) -> dict[str, object]:
    judged = model.judge(line.statement, line.caption, table)
    return {
        "id": line.id,
        "label": int(judged.label),
        "probability": round(judged.probability, 6),
        "abstains": judged.abstains,
        "program": judged.program.truth if judged.program else None,
        "english": judged.english,
        "cells": judged.cells,
    }


def _train_text(options: argparse.Namespace) -> None:
    from verifier.text.training import train_text

    examples = _examples(options)
    model = train_text(examples, seed=options.seed, progress=_show)
    save_text_model(model, options.model)
    print(f"Trained on {len(examples)} pairs: {options.model}", file=sys.stderr)


def _train_reader(options: argparse.Namespace) -> None:
    from verifier.reader.fitting import fit_reader
    from verifier.reader.packages import missing_packages
    from verifier.reader.training import CheckpointPlace, TrainingPlan

    missing = missing_packages()
    if missing:
        raise UsageError(
            "A reader needs an extra: pip install --no-deps -r requirements-reader.txt"
            f" (missing: {', '.join(missing)})."
        )
    examples = _examples(options)
    place = options.checkpoint or options.model.with_name(f"{options.model.name}.checkpoint")
    fit_reader(
        examples,
        options.model,
        plan=TrainingPlan(epochs=options.epochs),
        seed=options.seed,
        progress=_show_steps,
        checkpoints=CheckpointPlace(place),
    )
    place.unlink(missing_ok=True)
    print(f"Trained on {len(examples)} pairs: {options.model}", file=sys.stderr)


def _examples(options: argparse.Namespace) -> list[TextExample]:
    """Return the pairs of all files, with the evidence that was asked for."""
    lines = [line for path in options.pairs for line in read_lines(path, PairLine)]
    examples = [_example(line) for line in lines]
    if options.remove_evidence:
        examples += remove_evidence(examples, seed=options.seed)
    if len({example.label for example in examples}) < 2:
        raise UsageError("Training needs pairs of at least two labels.")
    if not all(example.evidence for example in examples):
        try:
            examples = give_evidence(examples, how=options.sample_evidence, seed=options.seed)
        except NoEvidenceError as error:
            raise UsageError("No pair has evidence.") from error
    return examples


def _text_judge(model: Path, reader: Path | None) -> tuple[TextJudge, SentenceRanker | None]:
    """Return the counted model, or it together with a reader, which also ranks."""
    counted = load_text_model(model)
    if reader is None:
        return counted, None
    from verifier.reader.joint import JointModel
    from verifier.reader.model import load_reader

    joint = JointModel(counted, load_reader(reader))
    return joint, joint


def _example(line: PairLine) -> TextExample:
    if line.label is None:
        raise UsageError(f"Pair {line.id} has no label.")
    if line.label not in LABELS:
        raise UsageError(f"Pair {line.id} has the unknown label {line.label}.")
    if not line.sentences and line.label != NOT_ENOUGH:
        raise UsageError(f"Pair {line.id} has no evidence.")
    return TextExample(line.claim, line.sentences, line.label, line.page or line.case)


def _predict_text(options: argparse.Namespace) -> None:
    model, _ = _text_judge(options.model, options.reader)
    for line in read_stream(sys.stdin.buffer, PairLine, name="standard input"):
        judged = model.judge(line.claim, " ".join(line.sentences))
        _write(
            {
                "id": line.id,
                "label": judged.label,
                "probabilities": _rounded(judged.probabilities),
            }
        )


def _check_claims(options: argparse.Namespace) -> None:
    text, ranker = _text_judge(options.text_model, options.reader)
    verifier = ClaimVerifier(
        text,
        load_model(options.tables_model) if options.tables_model else None,
        ranker,
    )
    index = PageIndex(_pages(options.pages))
    for line in read_stream(sys.stdin.buffer, ClaimLine, name="standard input"):
        found = retrieve(line.claim, index, ranker=ranker)
        judged = verifier.judge(line.claim, found)
        _write(
            {
                "id": line.id,
                "label": judged.label,
                "probabilities": _rounded(judged.probabilities),
                "abstains": judged.abstention,
                "pages": found.pages,
                "sentences": [[one.page, one.address] for one in found.sentences],
                "tables": [[one.page, one.address] for one in found.tables],
                "decided_by": [
                    {"page": one.page, "addresses": one.addresses, "english": one.english}
                    for one in judged.deciding
                ],
            }
        )


def _pages(paths: Sequence[Path]) -> Iterator[ReadPage]:
    for path in paths:
        for number, document in enumerate(read_lines(path, dict[str, Any]), start=1):
            try:
                yield read_page(document)
            except UnreadablePageError as error:
                raise UsageError(f"{path.name}, page {number}: {error}") from error


def _rounded(probabilities: Mapping[str, float]) -> dict[str, float]:
    return {label: round(probability, 6) for label, probability in probabilities.items()}


def _write(answer: Mapping[str, object]) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(answer))
    sys.stdout.buffer.write(b"\n")


def _tables(path: Path, wanted: set[str]) -> dict[str, DataTable]:
    tables: dict[str, DataTable] = {}
    for line in read_lines(path, TableLine):
        if line.table in wanted:
            try:
                tables[line.table] = read_table(line.header, line.rows)
            except UnreadableTableError as error:
                raise UsageError(f"Table {line.table} has no cells.") from error
    missing = sorted(wanted - tables.keys())
    if missing:
        raise UsageError(f"{path.name} has no table {missing[0]}.")
    return tables


def _show(done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {total} lines read ", end="", file=sys.stderr, flush=True)


def _show_steps(done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\rStep {done} of {total} ", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
