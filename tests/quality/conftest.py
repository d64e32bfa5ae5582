"""Settings of the tests of simulated annotators."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_django import Settings


@pytest.fixture
def home(settings: Settings, tmp_path: Path) -> Path:
    """A folder of its own for the files of releases."""
    folder = tmp_path / "home"
    folder.mkdir()
    settings.HOME = folder
    return folder


@pytest.fixture(autouse=True)
def rare_heartbeats(settings: Settings) -> None:
    """The tests stand in a transaction: on SQLite, a heartbeat beside it waits for its end."""
    settings.JOB_HEARTBEAT_SECONDS = 60
