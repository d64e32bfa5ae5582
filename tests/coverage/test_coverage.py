"""Coverage counts what ran in any process of the tests, and files that no test imports."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import coverage as measuring
from tests.coverage import __main__ as report
from tests.coverage import measured_packages

PROJECT = {
    "rivers/__init__.py": "",
    "rivers/length.py": """
def longer(one: int, other: int) -> int:
    if one > other:
        return one
    return other


def shorter(one: int, other: int) -> int:
    return min(one, other)
""",
    "rivers/unused.py": "DANUBE = 2850\nRHINE = 1230\n",
    "tests/test_longer.py": """
from rivers.length import longer


def test_first() -> None:
    assert longer(2, 1) == 2


def test_second() -> None:
    assert longer(1, 2) == 2
""",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Create a small project, with our plugin beside its own tests."""
    for name, text in PROJECT.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    copied = tmp_path / "tests" / "coverage"
    copied.mkdir()
    for name in ("__init__.py", "plugin.py", "__main__.py"):
        (copied / name).write_text(Path(measuring.__file__).with_name(name).read_text())
    (tmp_path / "tests" / "__init__.py").touch()
    return tmp_path


def test_lines_of_all_processes_are_counted_together(project: Path) -> None:
    environment = {**os.environ, "PYTEST_PLUGINS": "tests.coverage.plugin"}
    environment.pop("PYTEST_XDIST_WORKER", None)
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:django", "-n", "2"]
    subprocess.run(tests, cwd=project, env=environment, check=True, capture_output=True)
    told = subprocess.run(
        [sys.executable, "-m", "tests.coverage"],
        cwd=project,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    # One of six lines never ran, and neither did the two of the file that nothing imports.
    assert told.splitlines()[-5:] == [
        "package         lines   missed    covered",
        "rivers              8        3     62.5%",
        "in all              8        3     62.5%",
        "",
        "Every line: .coverage/html/index.html",
    ]
    assert (project / ".coverage" / "html" / "index.html").exists()


def test_tests_and_benchmarks_are_not_measured() -> None:
    packages = set(measured_packages())
    assert {"config", "core", "jobs", "wiki", "search", "annotation", "metrics"} <= packages
    assert not packages & {"tests", "benchmarks", "scripts"}


def test_nothing_measured_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(report, "FOLDER", tmp_path)
    with pytest.raises(SystemExit, match="No test has been measured"):
        report.main()
