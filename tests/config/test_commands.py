"""Every command explains errors in a sentence; commands that only read create nothing."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command, get_commands, load_command_class
from django.db import InterfaceError, OperationalError

from config.variables import PROJECT_ROOT
from core.commands import DatabaseCommand, TouchstoneCommand
from tests.config.programs import PRODUCTION, environment_of, run
from tests.wiki.pages import make_corpus

# Those that need the database, with what they must be given.
ON_THE_DATABASE = {
    "check_integrity": [],
    "backup": ["absent.tar.gz"],
    "corpora": [],
    "evaluate_verifier": ["Rivers"],
    "import_dataset": ["Name", "a=b", "--format=fever", "--corpus=Rivers", "--manager=ada"],
    "import_dump": ["absent.xml"],
    "load_demo": [],
    "mend_log_times": [],
    "release": ["Rivers", "--out=absent"],
    "seal_corpus": ["Rivers"],
    "search": ["river"],
    "search_check": [],
    "search_rebuild": [],
    "simulate": ["Rivers"],
    "worker_alive": [],
}
# Those that wait for it, or can do without.
ON_NO_DATABASE = {
    "collectstatic",
    "makemigrations",
    "migrate",
    "migrate_once",
    "reset_demo",
    "restore",
    "settings_doc",
    "start",
    "wait_for_migrations",
}
# One process for all of them: each would take a second to start.
CALL_EACH = """
import contextlib, io, json, sys, django
from django.core.management import execute_from_command_line

django.setup()
ends = {}
for name, *arguments in json.loads(sys.argv[1]):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            execute_from_command_line(["manage.py", name, *arguments])
            code = 0
        except SystemExit as end:
            code = end.code or 0
    ends[name] = [code, out.getvalue(), err.getvalue()]
print(json.dumps(ends))
"""


@dataclass(frozen=True, slots=True)
class End:
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str


def call_each(
    commands: Mapping[str, Sequence[str]], home: Path, **variables: str
) -> dict[str, End]:
    environment = environment_of(
        home, **{"DJANGO_SETTINGS_MODULE": "config.settings.embedded", **variables}
    )
    calls = json.dumps([[name, *arguments] for name, arguments in commands.items()])
    done = run("-c", CALL_EACH, calls, environment=environment)
    assert done.returncode == 0, done.stderr
    return {name: End(*end) for name, end in json.loads(done.stdout).items()}


def assert_each_says(ends: Mapping[str, End], sentence: str) -> None:
    assert ends.keys() == ON_THE_DATABASE.keys()
    for name, end in ends.items():
        assert (end.code, end.out) == (1, ""), name
        assert re.fullmatch(f"CommandError: {sentence}\n", end.err), name


def ours() -> dict[str, str]:
    """Return our commands with their apps."""
    labels = {
        one.name for one in apps.get_app_configs() if str(PROJECT_ROOT / one.label) == one.path
    }
    return {name: app for name, app in get_commands().items() if app in labels}


def test_every_command_of_ours_speaks_in_sentences() -> None:
    assert ours().keys() == ON_THE_DATABASE.keys() | ON_NO_DATABASE
    for name, app in ours().items():
        kind = DatabaseCommand if name in ON_THE_DATABASE else TouchstoneCommand
        assert isinstance(load_command_class(app, name), kind), name


def test_commands_that_only_look_make_no_home_folder(tmp_path: Path) -> None:
    home = tmp_path / "home"
    looking = {
        "help": [],
        "check": [],
        "makemigrations": ["--check", "--dry-run"],
        "settings_doc": ["--check"],
        "migrate": ["--help"],
        "start": ["--port=0"],
        "reset_demo": ["--yes"],
    }
    ends = call_each(looking, home)
    codes = {name: end.code for name, end in ends.items()}
    assert codes == {**dict.fromkeys(looking, 0), "start": 1, "reset_demo": 1}
    makemigrations = ends["makemigrations"]
    assert (makemigrations.out, makemigrations.err) == ("No changes detected\n", "")
    assert ends["reset_demo"].err == (f"CommandError: Nothing to delete: {home} does not exist.\n")
    assert not home.exists()


def test_the_database_is_missed_by_commands_and_not_made(tmp_path: Path) -> None:
    home = tmp_path / "home"
    sentence = (
        re.escape(f"There is no database in {home} yet. `make run` makes one;")
        + ".* set TOUCHSTONE_HOME as it does."
    )
    assert_each_says(call_each(ON_THE_DATABASE, home), sentence)
    assert not home.exists()


def test_a_database_without_tables_is_none(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "touchstone.sqlite3").close()
    (tmp_path / "touchstone.sqlite3").touch()
    sentence = re.escape(f"There is no database in {tmp_path} yet.") + ".*"
    assert_each_says(call_each(ON_THE_DATABASE, tmp_path), sentence)


def test_a_database_of_an_older_version_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "touchstone.sqlite3") as older:
        older.execute("CREATE TABLE django_migrations (id, app, name, applied)")
        older.execute(
            "INSERT INTO django_migrations VALUES (1, 'jobs', '0001_initial', '2026-01-01')"
        )
    older.close()
    sentence = (
        r"The database is older than this version of Touchstone: it lacks \d+ migrations\."
        r" `manage.py migrate_once` applies what is missing\."
    )
    assert_each_says(call_each(ON_THE_DATABASE, tmp_path), sentence)


def test_a_file_that_is_no_database_is_named_as_such(tmp_path: Path) -> None:
    (tmp_path / "touchstone.sqlite3").write_text("It is a diary." * 100)
    sentence = (
        r"The database cannot be used: file is not a database\."
        r" TOUCHSTONE_HOME says which it is\."
    )
    assert_each_says(call_each(ON_THE_DATABASE, tmp_path), sentence)


def test_a_database_that_does_not_answer_is_named_without_its_password(tmp_path: Path) -> None:
    ends = call_each(
        {**ON_THE_DATABASE, "migrate": [], "migrate_once": ["--wait=0"]}, tmp_path, **PRODUCTION
    )
    migrate, migrate_once = ends.pop("migrate"), ends.pop("migrate_once")
    sentence = (
        r'The database cannot be used: connection to server at "127\.0\.0\.1", port 1 failed:'
        r" Connection refused\. TOUCHSTONE_DATABASE_URL says which it is\."
    )
    assert_each_says(ends, sentence)
    assert re.fullmatch(f"CommandError: {sentence}\n", migrate.err)
    assert migrate_once.err == "CommandError: The database did not answer within 0 s.\n"


def test_a_wrong_name_is_answered_with_the_right_ones(db: None) -> None:
    calls = [
        ("search", "river", "--corpus=Seas"),
        ("seal_corpus", "Seas"),
        ("import_dataset", "Name", "a=b", "--format=fever", "--corpus=Seas", "--manager=ada"),
    ]
    for call in calls:
        with pytest.raises(CommandError) as refused:
            call_command(*call)
        assert str(refused.value) == "There is no corpus “Seas”. There is none yet."
    make_corpus("Rivers")
    make_corpus("Lakes")
    for call in calls:
        with pytest.raises(CommandError) as refused:
            call_command(*call)
        assert str(refused.value) == "There is no corpus “Seas”. There are “Lakes”, “Rivers”."


class Failing(TouchstoneCommand):
    """A command that fails with this error."""

    requires_system_checks: list[str] = []

    def __init__(self, by: BaseException) -> None:
        super().__init__()
        self.by = by

    def handle(self, *args: Any, **options: Any) -> None:
        raise self.by


class Lasting(Failing):
    when_stopped = "Start it again."


def end_of(command: TouchstoneCommand, capsys: pytest.CaptureFixture[str]) -> tuple[object, str]:
    with pytest.raises(SystemExit) as ended:
        command.run_from_argv(["manage.py", "failing"])
    return ended.value.code, capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (PermissionError(errno.EACCES, "Permission denied", "a.xml"), "a.xml: Permission denied."),
        (OSError(errno.ENOSPC, "No space left on device"), "[Errno 28] No space left on device"),
        (
            OperationalError("database is locked"),
            "The database cannot be used: database is locked.",
        ),
        (
            InterfaceError("connection already closed\nand more"),
            "The database cannot be used: connection already closed.",
        ),
    ],
)
@pytest.mark.django_db(transaction=True)
def test_what_the_machine_refuses_is_said_in_a_sentence(
    error: Exception, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = end_of(Failing(error), capsys)
    assert code == 1
    assert said.startswith(f"CommandError: {sentence}")
    assert said.count("\n") == 1


@pytest.mark.django_db(transaction=True)
def test_a_fault_of_ours_keeps_its_traceback() -> None:
    with pytest.raises(ZeroDivisionError):
        Failing(ZeroDivisionError()).run_from_argv(["manage.py", "failing"])


@pytest.mark.django_db(transaction=True)
def test_ctrl_c_ends_with_130_and_how_to_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert end_of(Failing(KeyboardInterrupt()), capsys) == (130, "Stopped.\n")
    assert end_of(Lasting(KeyboardInterrupt()), capsys) == (130, "Stopped. Start it again.\n")


@pytest.mark.django_db(transaction=True)
def test_where_nobody_reads_on_only_long_work_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as pipe, redirect_stdout(pipe):
        assert end_of(Failing(BrokenPipeError()), capsys) == (141, "")
        said = "Stopped: nobody reads on. Start it again.\n"
        assert end_of(Lasting(BrokenPipeError()), capsys) == (141, said)


@pytest.fixture
def ctrl_c_is_ignored() -> Iterator[None]:
    """Ignore Ctrl-C, as a run that was started in the background does."""
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, handler)


@pytest.mark.usefixtures("ctrl_c_is_ignored")
def test_ctrl_c_while_a_command_is_loaded_leaves_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "interrupted.py").write_text(
        "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(60)\n"
    )
    environment = environment_of(
        tmp_path / "home", DJANGO_SETTINGS_MODULE="interrupted", PYTHONPATH=str(tmp_path)
    )
    for name in ("search_rebuild", "help"):
        done = run("manage.py", name, environment=environment)
        assert (done.returncode, done.stdout, done.stderr) == (130, "", "Stopped.\n"), name
