"""A small plan for the simulated campaign of the demo."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from config import demo as demo_world
from quality.services import demo
from quality.simulation.people import TWELVE, SimulationPlan
from tests.people import NOW

SMALL = SimulationPlan(people=TWELVE[:4], days=8, highlights=24, left=2)


def use_small_plan(monkeypatch: pytest.MonkeyPatch) -> SimulationPlan:
    """Have the demo simulate few people for a few days, always the same ones.

    On which days they work follows from the dates.
    """
    monkeypatch.setattr(demo, "PLAN", SMALL)
    monkeypatch.setattr(demo_world, "timezone", SimpleNamespace(now=lambda: NOW))
    return SMALL
