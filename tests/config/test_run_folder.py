"""A test run leaves nothing in the temporary folder, however it ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from config.variables import PROJECT_ROOT
from tests.run_folder import VARIABLE

TELL_HOME = "from django.conf import settings; print(settings.HOME, flush=True);"


def environment_with(temporary: Path) -> dict[str, str]:
    """Return the environment of a separate run with this temporary folder."""
    kept = {name: value for name, value in os.environ.items() if name != VARIABLE}
    settings = "config.settings.test"
    return {**kept, "TMPDIR": str(temporary), "DJANGO_SETTINGS_MODULE": settings}


def start(code: str, temporary: Path) -> subprocess.Popen[str]:
    """Start a process with the test settings that prints its home folder, then runs this code."""
    return subprocess.Popen(
        [sys.executable, "-c", TELL_HOME + code],
        cwd=PROJECT_ROOT,
        env=environment_with(temporary),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def run(code: str, temporary: Path) -> list[str]:
    process = start(code, temporary)
    said, _ = process.communicate()
    assert process.returncode == 0
    return said.splitlines()


def home_of(process: subprocess.Popen[str]) -> Path:
    assert process.stdout is not None
    return Path(process.stdout.readline().strip())


def test_what_a_run_wrote_goes_with_it(tmp_path: Path) -> None:
    home, temporary = run("import tempfile; print(tempfile.mkdtemp())", tmp_path)
    assert tmp_path in Path(home).parents
    assert tmp_path in Path(temporary).parents
    assert list(tmp_path.iterdir()) == []


def test_a_killed_program_of_a_run_has_a_home_of_its_own_that_goes_with_the_run(
    tmp_path: Path,
) -> None:
    child = TELL_HOME + "import os; os.kill(os.getpid(), 9)"
    code = f"import subprocess, sys; print(subprocess.call([sys.executable, '-c', '{child}']))"
    first, second, status = run(code, tmp_path)
    assert status == "-9"
    assert first != second
    assert Path(first).parent == Path(second).parent
    assert list(tmp_path.iterdir()) == []


def test_a_killed_run_is_tidied_up_by_the_next(tmp_path: Path) -> None:
    killed = start("input()", tmp_path)
    home = home_of(killed)
    killed.kill()
    killed.communicate()
    assert home.is_dir()
    run("", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_run_spares_another_that_still_goes_on(tmp_path: Path) -> None:
    going_on = start("input()", tmp_path)
    home = home_of(going_on)
    run("", tmp_path)
    assert home.is_dir()
    going_on.communicate("\n")
    assert list(tmp_path.iterdir()) == []
