"""Steps that are done are skipped the next time; the demo is loaded and reset."""

from __future__ import annotations

import io
import threading
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connections
from pytest_django import Settings

from accounts.demo_people import DEMO_PEOPLE
from accounts.models import User
from config import preparation
from config.steps import Progress, Step, StepPrinter
from core import database
from tests.config.programs import environment_of, run

pytestmark = pytest.mark.slow


def test_steps_are_run_until_they_are_done() -> None:
    done: list[str] = []

    def work(progress: Progress) -> None:
        progress("half")
        done.append("work")

    step = Step("Work", lambda: bool(done), work)
    out = io.StringIO()
    StepPrinter(out).run([step])
    StepPrinter(out).run([step])
    assert done == ["work"]
    assert out.getvalue().splitlines() == [
        "  … Work",
        "  ✓ Work (0.0 s)",
        "  ✓ Work: already done",
    ]


def test_progress_is_shown_on_a_terminal_in_place() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    out = Terminal()
    StepPrinter(out).run([Step("Pages", lambda: False, lambda progress: progress("7 of 9"))])
    assert "\r\x1b[K  … Pages: 7 of 9" in out.getvalue()
    assert out.getvalue().count("\n") == 1


@pytest.fixture
def own_static_files(settings: Settings, tmp_path: Path) -> Path:
    folder = tmp_path / "ours"
    folder.mkdir()
    (folder / "one.txt").write_text("1")
    settings.STATICFILES_DIRS = [folder]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = tmp_path / "collected"
    return folder


def test_static_files_are_collected_again_only_when_one_changed(own_static_files: Path) -> None:
    assert not preparation.is_static_collected()
    preparation.collect_static(lambda _words: None)
    assert preparation.is_static_collected()
    (own_static_files / "one.txt").write_text("changed")
    assert not preparation.is_static_collected()
    preparation.collect_static(lambda _words: None)
    (own_static_files / "two.txt").write_text("2")
    assert not preparation.is_static_collected()


@pytest.mark.django_db
def test_demo_is_loaded_once(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    settings.DEMO = True
    call_command("load_demo")
    names = {person.username for person in DEMO_PEOPLE}
    loaded = {user.pk: user.username for user in User.objects.filter(username__in=names)}
    assert set(loaded.values()) == names
    call_command("load_demo")
    assert {u.pk: u.username for u in User.objects.filter(username__in=names)} == loaded
    assert "Demo people: already done" in capsys.readouterr().out


@pytest.mark.django_db
@pytest.mark.parametrize("command", ["load_demo", "start"])
def test_demo_with_its_public_password_stays_out_of_production(
    monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(connections["default"], "vendor", "postgresql")
    with pytest.raises(CommandError, match=r"public|for an embedded"):
        call_command(command)


def test_migrate_makes_the_home_folder_where_it_is_missing(tmp_path: Path) -> None:
    home = tmp_path / "deep" / "home"
    done = run("manage.py", "migrate", "-v0", environment=environment_of(home))
    assert (done.returncode, done.stderr) == (0, "")
    folders = {path.name: path.stat().st_mode for path in home.iterdir() if path.is_dir()}
    assert set(folders) == {"broker", "index", "uploads", "imports"}
    # For their owner only.
    assert {mode & 0o777 for mode in folders.values()} == {home.stat().st_mode & 0o777} == {0o700}
    files = {path.name: path.stat().st_mode & 0o777 for path in home.iterdir() if path.is_file()}
    assert files == dict.fromkeys(("secret_key", "touchstone.sqlite3"), 0o600)


def test_home_folder_that_cannot_be_made_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "broker").touch()
    done = run("manage.py", "migrate", "-v0", environment=environment_of(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"CommandError: {tmp_path / 'broker'}: File exists.\n"
    home = tmp_path / "broker" / "home"
    done = run("manage.py", "migrate", "-v0", environment=environment_of(home))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        f"TOUCHSTONE_HOME must be a folder, but {tmp_path / 'broker'} is a file.",
        "docs/settings.md describes every setting.",
    ]


@pytest.mark.slow
def test_demo_is_thrown_away_and_the_key_is_kept(tmp_path: Path) -> None:
    environment = environment_of(tmp_path)
    assert run("manage.py", "migrate", "-v0", environment=environment).returncode == 0
    (tmp_path / "uploads" / "photo").write_text("x")
    (tmp_path / "models" / "old").mkdir(parents=True)
    key = (tmp_path / "secret_key").read_text()
    done = run("manage.py", "reset_demo", "--yes", environment=environment)
    assert done.returncode == 0, done.stderr
    assert not list(tmp_path.glob("touchstone.sqlite3*"))
    assert list((tmp_path / "uploads").iterdir()) == []
    assert list((tmp_path / "models").iterdir()) == []
    assert (tmp_path / "secret_key").read_text() == key


def test_reset_is_refused_while_touchstone_runs(settings: Settings, tmp_path: Path) -> None:
    settings.HOME = tmp_path
    with (
        preparation.running(),
        preparation.running(),
        pytest.raises(preparation.RunningError),
        preparation.not_running(),
    ):
        pass
    with preparation.not_running():
        pass


def test_two_starts_prepare_one_after_the_other(settings: Settings, tmp_path: Path) -> None:
    settings.HOME = tmp_path
    order: list[str] = []

    def second() -> None:
        with preparation.one_at_a_time():
            order.append("second")

    with preparation.one_at_a_time():
        thread = threading.Thread(target=second)
        thread.start()
        thread.join(timeout=0.2)
        order.append("first")
    thread.join()
    assert order == ["first", "second"]


@pytest.mark.django_db
def test_migrate_once_does_nothing_on_a_migrated_database(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("migrate_once")
    assert "Database tables: already done" in capsys.readouterr().out
    call_command("wait_for_migrations", "--wait", "1")


@pytest.mark.django_db
def test_worker_waits_only_so_long_for_the_migrations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "is_migrated", lambda: False)
    with pytest.raises(CommandError, match="The database was not migrated within 0 s"):
        call_command("wait_for_migrations", "--wait", "0.1")
