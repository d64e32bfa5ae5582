"""The verifier on its own, without a database: train and apply models of table statements."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from verifier.lines import LineError, StatementLine, TableLine, read_lines, read_stream
from verifier.tables.model import ModelFileError, TableModel, load_model, save_model
from verifier.tables.table import DataTable, UnreadableTableError, read_table


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
    return parser


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
        sys.stdout.buffer.write(msgspec.json.encode(_prediction(model, line, tables[line.table])))
        sys.stdout.buffer.write(b"\n")


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
        print(f"\r{done} of {total} statements read ", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
