"""An import that is killed, again and again, ends with the rows of one that was left alone."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from demo.export import DumpPage
from tests.config.programs import PATIENCE_SECONDS, heed_ctrl_c
from tests.wiki.dumps import article, articles, multistream_dump, xml_dump

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
SEED = 20260314
CHUNKS = 81
# Everything that an import writes, by names that do not depend on the order of events.
TABLES = {
    "pages": (
        "SELECT c.name, p.title, p.source_id, p.revision, p.revised_at, p.source_digest,"
        " p.extractor, p.content_id, p.is_disambiguation, p.is_flagged, p.sentences, p.tables,"
        " p.lists, p.lossy_elements FROM wiki_page p JOIN wiki_corpus c ON c.id = p.corpus_id"
    ),
    "tables": (
        "SELECT p.title, t.number, t.rows, t.columns, t.is_infobox, t.is_flagged"
        " FROM wiki_pagetable t JOIN wiki_page p ON p.id = t.page_id"
    ),
    "runs": (
        "SELECT p.title, r.first, r.length, r.is_flagged"
        " FROM wiki_sentencerun r JOIN wiki_page p ON p.id = r.page_id"
    ),
    "categories": (
        "SELECT p.title, g.name FROM wiki_pagecategory g JOIN wiki_page p ON p.id = g.page_id"
    ),
    "redirects": "SELECT title, target, fragment FROM wiki_redirect",
    "outbox": "SELECT p.title FROM wiki_outboxentry o JOIN wiki_page p ON p.id = o.page_id",
    "contents": "SELECT digest, document, size FROM wiki_pagecontent",
    "imports": "SELECT file_name, fingerprint, options, extractor, state, reason FROM wiki_import",
    "chunks": (
        "SELECT number, position, pages, taken_over, lossy, redirects, present, failed,"
        " skipped FROM wiki_importchunk"
    ),
    "problems": "SELECT chunk, place, title, reason, is_damage FROM wiki_importproblem",
}

Query = Callable[[str], list[tuple[Any, ...]]]


class ImportEnvironment:
    """A separate database, and the commands that run against it."""

    def __init__(self, environment: dict[str, str], query: Query) -> None:
        # The command must not find the database of the test that runs it.
        inherited = {
            name: value for name, value in os.environ.items() if not name.startswith("TOUCHSTONE")
        }
        self.environment = {**inherited, "TOUCHSTONE_LOG_LEVEL": "WARNING", **environment}
        self.query = query

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            preexec_fn=heed_ctrl_c,
        )

    def run(self, *arguments: str) -> None:
        process = self.start(*arguments)
        _out, errors = process.communicate(timeout=PATIENCE_SECONDS)
        assert process.returncode == 0, errors.decode()

    def chunks(self) -> int:
        return int(self.query("SELECT count(*) FROM wiki_importchunk")[0][0])

    def rows(self) -> dict[str, list[tuple[Any, ...]]]:
        return {
            name: sorted(
                tuple(bytes(v) if isinstance(v, memoryview) else v for v in row)
                for row in self.query(query)
            )
            for name, query in TABLES.items()
        }


def sqlite_environment(home: Path) -> ImportEnvironment:
    home.mkdir(exist_ok=True)

    def query(sql: str) -> list[tuple[Any, ...]]:
        connection = sqlite3.connect(home / "touchstone.sqlite3", timeout=PATIENCE_SECONDS)
        try:
            return connection.execute(sql).fetchall()
        finally:
            connection.close()

    settings = "config.settings.embedded"
    return ImportEnvironment(
        {"DJANGO_SETTINGS_MODULE": settings, "TOUCHSTONE_HOME": str(home)}, query
    )


def postgres_environment(url: str, name: str, template: str = "template0") -> ImportEnvironment:
    import psycopg2  # type: ignore[import-untyped]

    # postgres://postgres@/<folder of the socket>/<database>
    folder = urlsplit(url).path.rpartition("/")[0].removeprefix("/")

    @contextmanager
    def cursor(database: str) -> Iterator[Any]:
        connection = psycopg2.connect(host=f"/{folder}", user="postgres", dbname=database)
        connection.autocommit = True
        try:
            yield connection.cursor()
        finally:
            connection.close()

    with cursor("postgres") as admin:
        admin.execute(f"CREATE DATABASE {name} TEMPLATE {template}")

    def query(sql: str) -> list[tuple[Any, ...]]:
        with cursor(name) as reader:
            reader.execute(sql)
            return reader.fetchall()  # type: ignore[no-any-return]

    settings = "config.settings.test"
    test_url = url.rpartition("/")[0] + f"/{name}"
    return ImportEnvironment(
        {"DJANGO_SETTINGS_MODULE": settings, "TOUCHSTONE_TEST_DATABASE_URL": test_url}, query
    )


def kill_at(
    place: ImportEnvironment, arguments: tuple[str, ...], chunks: int, moment: float
) -> None:
    """Start the import and kill it a moment after so many chunks.

    It stands still while we look, so that it cannot finish meanwhile, however busy the machine is.
    """
    process = place.start(*arguments)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while process.poll() is None:
        process.send_signal(signal.SIGSTOP)
        is_there = place.chunks() >= chunks
        process.send_signal(signal.SIGCONT)
        if is_there:
            break
        assert time.monotonic() < deadline, "The import makes no progress."
        time.sleep(0.005)
    time.sleep(moment)
    process.send_signal(signal.SIGKILL)
    process.communicate()


def kill_and_compare(
    disturbed: ImportEnvironment, undisturbed: ImportEnvironment, path: Path, kills: int
) -> None:
    arguments = ("import_dump", str(path), "--corpus", "Killed", "--workers", "2")
    undisturbed.run(*arguments)
    chance = random.Random(SEED)
    # In the first two thirds, so that the import is still running at the last kill.
    for chunks in sorted(chance.sample(range(CHUNKS * 2 // 3), kills)):
        kill_at(disturbed, arguments, chunks, moment=chance.random() * 0.04)
    # Otherwise the kills came too late to disturb anything.
    assert disturbed.query("SELECT state FROM wiki_import") == [("running",)]
    disturbed.run(*arguments)
    expected = undisturbed.rows()
    found = disturbed.rows()
    for name, rows in expected.items():
        assert found[name] == rows, name
    assert len(expected["chunks"]) == CHUNKS
    assert len(expected["pages"]) == 2402
    # Two of them were made with the templates of the dump.
    assert len({row[1] for row in expected["pages"] if "-t" in row[6]}) == 2
    assert len(expected["problems"]) == 2


def pages() -> list[DumpPage]:
    twice = [article("Article 00003", of="a double"), article("Article 02300", of="a double")]
    lossy = DumpPage("Lossy", "It has {{quux frob|7}}.\n\n{|\n| a\n|}\n\n[[Category:Lossy things]]")
    template = DumpPage("Template:Gauge", "{{{1}}} mm<noinclude>wide</noinclude>")
    plain = DumpPage("Plain", "It has {{gauge|7}} of room.")
    return [plain, *articles(2400), template, lossy, *twice]


def test_import_killed_at_ten_random_points_ends_as_if_left_alone(tmp_path: Path) -> None:
    disturbed = sqlite_environment(tmp_path / "disturbed")
    disturbed.run("migrate", "--verbosity", "0")
    shutil.copytree(tmp_path / "disturbed", tmp_path / "undisturbed")
    undisturbed = sqlite_environment(tmp_path / "undisturbed")
    path = xml_dump(tmp_path / "dump.xml", pages())
    kill_and_compare(disturbed, undisturbed, path, kills=10)


def test_multistream_import_on_postgres_killed_at_three_points_ends_as_if_left_alone(
    tmp_path: Path, postgres_url: str
) -> None:
    disturbed = postgres_environment(postgres_url, "disturbed")
    disturbed.run("migrate", "--verbosity", "0")
    undisturbed = postgres_environment(postgres_url, "undisturbed", template="disturbed")
    path = multistream_dump(tmp_path / "a-multistream.xml.bz2", pages(), in_stream=40)
    kill_and_compare(disturbed, undisturbed, path, kills=3)


def test_ctrl_c_stops_an_import_and_says_how_to_resume(tmp_path: Path) -> None:
    place = sqlite_environment(tmp_path / "home")
    place.run("migrate", "--verbosity", "0")
    path = xml_dump(tmp_path / "dump.xml", pages())
    arguments = ("import_dump", str(path), "--corpus", "Stopped", "--workers", "2")
    process = place.start(*arguments)
    while place.chunks() < 2 and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _out, errors = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 130
    assert "Run it again with the same arguments" in errors.decode()
    assert place.query("SELECT state FROM wiki_import") == [("stopped",)]
