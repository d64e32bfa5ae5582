"""A small encyclopedia to check claims in, and a model for it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec

import search
from assist import storage
from assist.figures import PartFigures, TrainingFigures
from assist.models import ModelVersion
from assist.training_data import TrainingData
from tests.people import NOW
from tests.verifier.tables.examples import CAPTION, HEADER, ROWS, STATEMENTS
from tests.verifier.tables.examples import rivers as river_table
from tests.wiki.pages import make_corpus, make_page
from verifier.fitting import ForestShape
from verifier.tables.model import save_model
from verifier.tables.training import TableExample, train_tables
from verifier.text.model import save_text_model
from verifier.text.sampling import TextExample
from verifier.text.training import train_text
from wiki.models import Corpus, Redirect

LAKES = """
{| class="wikitable"
|+ Lakes on the river
! Lake !! Depth !! Area
|-
| Brienz || 259 m || 30 km2
|-
| Thun || 217 m || 48 km2
|-
| Biel || 74 m || 39 km2
|}
"""


def make_rivers(count: int = 40, name: str = "Rivers") -> Corpus:
    """Return an indexed corpus of short articles with years, one of them with a table."""
    corpus = make_corpus(name)
    for number in range(count):
        title = f"Velm{_letters(number)}"
        make_page(
            title,
            f"{title} is a river of {100 + number} km in the north. "
            f"{title} was mapped in {1800 + number} by a surveyor from the coast.\n"
            f"{_table(number)}",
            corpus=corpus,
        )
    make_page(
        "Aare",
        "The Aare is a river of Switzerland. The Aare has a length of 288 km. It was"
        f" straightened in 1868.\n\n== Lakes ==\n{LAKES}",
        corpus=corpus,
    )
    make_page("Aare (film)", "Aare is a film of 1987 about a ferryman.", corpus=corpus)
    Redirect.objects.create(corpus=corpus, title="River Aare", target="Aare")
    search.rebuild_index(corpus=corpus, clock=lambda: NOW)
    return corpus


def _letters(number: int) -> str:
    return "".join(chr(97 + int(digit)) for digit in f"{number:02}") + "ar"


def _table(number: int) -> str:
    rows = "".join(
        f"|-\n| {town} || {1000 + 37 * number + 11 * place}\n"
        for place, town in enumerate(("Orsk", "Tolm", "Brenn"))
    )
    return f'{{| class="wikitable"\n! Town !! Houses\n{rows}|}}\n'


def store_version(
    files: Path, *, number: int = 1, is_in_use: bool = True, **changes: object
) -> ModelVersion:
    """Return a finished version with copies of these files."""
    version = ModelVersion(
        number=number,
        data=msgspec.to_builtins(TrainingData()),
        requested_at=NOW,
        is_in_use=is_in_use,
        first_used_at=NOW if is_in_use else None,
    )
    folder = storage.folder_of(version)
    shutil.copytree(files, folder)
    version.files = storage.describe_files(folder)
    version.finished_at = NOW
    version.seconds = 1.0
    version.code_version = "1"
    version.figures = msgspec.to_builtins(
        TrainingFigures(
            claims=60,
            pages=30,
            text=PartFigures(examples=60, held_out=20, right=15, right_by_length=0.4, majority=0.5),
            tables=PartFigures(),
        )
    )
    for name, value in changes.items():
        setattr(version, name, value)
    version.save()
    return version


def years() -> Iterator[tuple[str, str, str]]:
    """Yield claims, sentences and labels that differ in a year, or in everything."""
    for number in range(40):
        title = f"Velm{_letters(number)}"
        sentence = f"{title} . {title} was mapped in {1800 + number} by a surveyor from the coast."
        other = f"Orsk . Orsk lies on a hill that {number} shepherds share."
        yield f"{title} was mapped in {1800 + number}.", sentence, "SUPPORTS"
        yield f"{title} was mapped in {1807 + number}.", sentence, "REFUTES"
        yield f"{title} was mapped in {1800 + number}.", other, "NOT ENOUGH INFO"


def train_small_model(folder: Path) -> None:
    """Write a model that knows about years into a folder."""
    pairs = [TextExample(claim, (text,), label) for claim, text, label in years()]
    shape = ForestShape(trees=30, leaves=6, rate=0.2, least_rows=10)
    save_text_model(train_text(pairs, shape=shape), folder / storage.TEXT_MODEL)


def train_small_tables(folder: Path) -> None:
    """Write a model that knows about tables of rivers into a folder."""
    tables = {f"rivers {number}": river_table() for number in range(8)}
    statements = [
        TableExample(name, statement, CAPTION, label)
        for name in tables
        for statement, label in STATEMENTS
    ]
    small = ForestShape(trees=20, leaves=6, rate=0.2, least_rows=4)
    trained = train_tables(statements, tables, ranker_shape=small, decision_shape=small)
    save_model(trained, folder / storage.TABLES_MODEL)


def make_river_table(corpus: Corpus) -> str:
    """Add the page with the table that the small model knows about; return its title."""
    rows = "".join(f"|-\n| {' || '.join(row)}\n" for row in ROWS)
    title = "Rivers of the north"
    make_page(
        title,
        f"These are rivers.\n{{|\n|+ {CAPTION}\n! {' !! '.join(HEADER)}\n{rows}|}}\n",
        corpus=corpus,
    )
    return title
