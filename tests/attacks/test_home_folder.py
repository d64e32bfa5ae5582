"""The home folder: nobody else on the machine reads it."""

from __future__ import annotations

import os
from pathlib import Path

from pytest_django import Settings

from config import home_folder, preparation
from tests.config.programs import environment_of, run


def modes(folder: Path) -> dict[str, str]:
    """Return the rights in and below a folder, except of symbolic links, which have none."""
    found = [folder, *sorted(folder.rglob("*"))]
    return {
        str(path.relative_to(folder)): oct(path.lstat().st_mode & 0o777)
        for path in found
        if not path.is_symlink()
    }


def open_to_others(folder: Path) -> dict[str, str]:
    return {name: mode for name, mode in modes(folder).items() if int(mode, 8) & 0o077}


def test_commands_write_for_their_owner_only(tmp_path: Path) -> None:
    home = tmp_path / "home"
    before = os.umask(0o000)
    try:
        environment = environment_of(home)
        assert run("manage.py", "migrate", "-v0", environment=environment).returncode == 0
        dump = tmp_path / "tiny.xml"
        dump.write_text(
            "<mediawiki><page><title>Aare</title><ns>0</ns><id>1</id><revision><id>2</id>"
            "<timestamp>2026-01-01T00:00:00Z</timestamp><text>The Aare is a river in Bern."
            "</text></revision></page></mediawiki>"
        )
        done = run(
            *("manage.py", "import_dump", str(dump), "--corpus", "Tiny", "--workers", "1"),
            environment=environment,
        )
        assert done.returncode == 0, done.stderr
        done = run("manage.py", "search_rebuild", "--corpus", "Tiny", environment=environment)
        assert done.returncode == 0, done.stderr
    finally:
        os.umask(before)
    assert (home / "touchstone.sqlite3").exists()
    assert list((home / "index").iterdir())
    assert open_to_others(home) == {}


def test_what_was_open_before_is_closed_and_links_are_not_followed(
    tmp_path: Path, settings: Settings
) -> None:
    home, outside = tmp_path / "home", tmp_path / "outside.xml"
    (home / "releases" / "1").mkdir(parents=True)
    (home / "releases" / "1" / "train.jsonl").write_text("x")
    (home / "touchstone.sqlite3").write_text("x")
    (home / "run.sh").write_text("x")
    (home / "run.sh").chmod(0o755)
    outside.write_text("x")
    outside.chmod(0o644)
    (home / "link.xml").symlink_to(outside)
    (home / "gone.xml").symlink_to(tmp_path / "gone")
    for path in (home, home / "releases", home / "releases" / "1"):
        path.chmod(0o755)
    settings.HOME, settings.SECRET_KEY_FILE = home, None
    before = os.umask(0o022)
    try:
        home_folder.make_home()
        (home / "later").write_text("x")
    finally:
        os.umask(before)
    assert open_to_others(home) == {}
    assert modes(home)["run.sh"] == "0o700"
    assert outside.stat().st_mode & 0o777 == 0o644


def test_static_files_in_the_home_folder_are_private_too(
    tmp_path: Path, settings: Settings
) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "one.txt").write_text("x")
    settings.HOME = tmp_path / "home"
    settings.STATIC_ROOT = settings.HOME / "static"
    settings.STATICFILES_DIRS = [tmp_path / "own"]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    preparation.collect_static(lambda _words: None)
    assert (settings.STATIC_ROOT / "one.txt").exists()
    assert open_to_others(settings.STATIC_ROOT) == {}


def test_scripts_of_production_write_for_their_owner_only() -> None:
    folder = Path(home_folder.__file__).parents[1] / "docker"
    for name in ("web.sh", "worker.sh"):
        assert "\numask 077\n" in (folder / name).read_text()
