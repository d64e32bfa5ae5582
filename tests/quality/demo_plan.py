"""A small plan for the simulated campaign of the demo."""

from __future__ import annotations

import pytest

from quality.services import demo
from quality.simulation.people import TWELVE, SimulationPlan

SMALL = SimulationPlan(people=TWELVE[:4], days=6, highlights=24, left=2)


def use_small_plan(monkeypatch: pytest.MonkeyPatch) -> SimulationPlan:
    """Have the demo simulate few people for a few days."""
    monkeypatch.setattr(demo, "PLAN", SMALL)
    return SMALL
