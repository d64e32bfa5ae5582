"""The units of systemd start what is there, as a user of their own."""

from __future__ import annotations

import configparser
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config.environment import VARIABLES
from config.variables import PROJECT_ROOT
from tests import servers

UNITS = sorted((PROJECT_ROOT / "systemd").glob("*.service"))


def read_unit(path: Path) -> configparser.ConfigParser:
    unit = configparser.ConfigParser(strict=False, interpolation=None, delimiters=["="])
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string(path.read_text())
    return unit


def test_there_is_a_unit_for_the_web_server_and_one_for_workers() -> None:
    assert [path.name for path in UNITS] == [
        "touchstone-web.service",
        "touchstone-worker@.service",
    ]


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_units_start_our_scripts_privately_and_again_after_a_crash(path: Path) -> None:
    service = read_unit(path)["Service"]
    folder = service["WorkingDirectory"]
    program = PROJECT_ROOT / Path(service["ExecStart"]).relative_to(folder)
    assert program.is_file()
    assert program.stat().st_mode & 0o100
    assert service["User"] == "touchstone"
    assert (service["UMask"], service["StateDirectoryMode"]) == ("0077", "0700")
    assert service["Restart"] == "always"
    assert service["EnvironmentFile"] == "/etc/touchstone.env"
    # Nothing but the home folder can be written.
    assert (service["ProtectSystem"], service["StateDirectory"]) == ("strict", "touchstone")
    # The first process is told to stop, and tells its children.
    assert service["KillMode"] == "mixed"


def installed(path: Path, folder: Path) -> Path:
    """Copy a unit as it is installed, a worker with its number, for a project that is here."""
    environment = folder / "touchstone.env"
    environment.touch()
    text = path.read_text().replace("/opt/touchstone", str(PROJECT_ROOT))
    copy = folder / path.name.replace("@.", "@1.")
    copy.write_text(text.replace("/etc/touchstone.env", str(environment)))
    return copy


def verify(*units: Path) -> subprocess.CompletedProcess[str]:
    program = shutil.which("systemd-analyze")
    if program is None:
        servers.refuse("systemd-analyze is not installed")
    return subprocess.run(
        [program, "verify", "--man=no", *map(str, units)],
        capture_output=True,
        text=True,
        check=False,
    )


def test_systemd_has_nothing_against_the_units(tmp_path: Path) -> None:
    done = verify(*(installed(path, tmp_path) for path in UNITS))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_systemd_would_name_a_key_that_does_not_exist(tmp_path: Path) -> None:
    unit = installed(UNITS[0], tmp_path)
    unit.write_text(unit.read_text().replace("RestartSec=", "RestartSeconds="))
    assert "Unknown key 'RestartSeconds' in section [Service]" in verify(unit).stderr


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_what_the_units_start_names_what_is_missing(path: Path, tmp_path: Path) -> None:
    service = read_unit(installed(path, tmp_path))["Service"]
    # As systemd starts it: with the variables of the unit, and nothing else but an empty file.
    variables = {**dict.fromkeys(VARIABLES, ""), "PATH": str(Path(sys.executable).parent)}
    variables["PATH"] += ":/usr/bin:/bin"
    variables["DJANGO_SETTINGS_MODULE"] = "config.settings.production"
    done = subprocess.run(
        [service["ExecStart"]],
        cwd=service["WorkingDirectory"],
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "TOUCHSTONE_DATABASE_URL is not set (example: " in done.stderr
    assert "Traceback" not in done.stderr
