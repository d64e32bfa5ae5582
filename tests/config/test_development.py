"""`make dev`: only on loopback, and with a worker that restarts with the code."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from config import development, preparation
from config.development import CodeWatcher
from config.variables import PROJECT_ROOT
from tests.config.programs import environment_of, run


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.0.1", "::1", "localhost"])
def test_own_machine_is_loopback(host: str) -> None:
    assert development.is_loopback(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7", "touchstone.example.org"])
def test_others_are_not_loopback(host: str) -> None:
    assert not development.is_loopback(host)


@pytest.mark.django_db
def test_debug_pages_are_not_shown_to_other_machines(settings: Settings, tmp_path: Path) -> None:
    settings.DEBUG, settings.HOME = True, tmp_path / "home"
    with pytest.raises(CommandError, match=r"Use 127\.0\.0\.1 instead of 0\.0\.0\.0"):
        call_command("start", host="0.0.0.0")
    assert not (tmp_path / "home").exists()


def test_static_files_are_not_collected_for_developers(settings: Settings) -> None:
    assert [step.name for step in preparation.steps()] == ["Database tables", "Static files"]
    settings.DEBUG = True
    assert [step.name for step in preparation.steps()] == ["Database tables"]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for package in ("wiki", "tests", "var"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "code.py").write_text("1")
    for package in ("wiki", "tests"):
        (tmp_path / package / "__init__.py").touch()
    return tmp_path


def test_changed_new_and_removed_code_is_noticed_once(project: Path) -> None:
    watcher = CodeWatcher(project, every_seconds=0)
    assert not watcher.has_changed()
    os.utime(project / "wiki" / "code.py", (1, 1))
    assert watcher.has_changed()
    assert not watcher.has_changed()
    (project / "wiki" / "new.py").write_text("2")
    assert watcher.has_changed()
    (project / "wiki" / "new.py").unlink()
    assert watcher.has_changed()
    assert not watcher.has_changed()


def test_what_no_worker_runs_is_not_watched(project: Path) -> None:
    watcher = CodeWatcher(project, every_seconds=0)
    os.utime(project / "tests" / "code.py", (1, 1))
    os.utime(project / "var" / "code.py", (1, 1))
    (project / "wiki" / "page.html").write_text("<p>")
    assert not watcher.has_changed()


def test_code_is_looked_at_only_now_and_then(project: Path) -> None:
    watcher = CodeWatcher(project, every_seconds=3600)
    os.utime(project / "wiki" / "code.py", (1, 1))
    assert not watcher.has_changed()


def test_all_our_packages_are_watched() -> None:
    watched = {path.relative_to(PROJECT_ROOT).parts[0] for path in CodeWatcher(PROJECT_ROOT)._seen}
    assert {"config", "jobs", "wiki", "search", "annotation", "releases", "metrics"} <= watched
    assert not watched & {"tests", "benchmarks", ".venv", "var"}


def test_development_settings_keep_the_policy_of_production(tmp_path: Path) -> None:
    program = (
        "import importlib, sys; print(importlib.import_module(sys.argv[1]).CONTENT_SECURITY_POLICY)"
    )
    environment = environment_of(tmp_path)
    policies = {
        run("-c", program, f"config.settings.{name}", environment=environment).stdout
        for name in ("development", "embedded")
    }
    assert len(policies) == 1
    assert "default-src" in policies.pop()


def test_development_settings_pass_the_system_checks(tmp_path: Path) -> None:
    variables = environment_of(tmp_path, DJANGO_SETTINGS_MODULE="config.settings.development")
    done = run("manage.py", "check", "--fail-level", "WARNING", environment=variables)
    assert done.returncode == 0, done.stderr
