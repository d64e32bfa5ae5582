"""Waiting takes no time here."""

from __future__ import annotations

import time

import pytest


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the seconds that the client would have waited."""
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    return waited
