"""The units of systemd start what is there, as a user of their own."""

from __future__ import annotations

import configparser
from pathlib import Path

import pytest

from config.environment import PROJECT_ROOT

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
