"""An environment variable as it is declared: name, default, description and check."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from config import faults
from config.faults import Check

PROJECT_ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Variable:
    """An environment variable: its default, its description, and a check of its values."""

    name: str
    default: str
    help: str
    required_in_production: bool = False
    example: str = ""
    check: Check = faults.no_check
