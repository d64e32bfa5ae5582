"""Settings of the tests of simulated annotators."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_django import Settings


@pytest.fixture
def home(settings: Settings, tmp_path: Path) -> Path:
    """Give the files of releases a folder of their own."""
    folder = tmp_path / "home"
    folder.mkdir()
    settings.HOME = folder
    return folder


@pytest.fixture(autouse=True)
def rare_heartbeats(settings: Settings) -> None:
    """Make heartbeats rare: on SQLite one waits for the end of the transaction of the tests."""
    settings.JOB_HEARTBEAT_SECONDS = 60
