"""Checks of stored data that `manage.py check_integrity` runs beside its own.

An app adds its checks in its module `contributions`: add_check(find_misplaced_acts)
"""

from __future__ import annotations

from collections.abc import Callable

from core.contributions import load_contributions

# Returns what is wrong as a sentence that says how to mend it; empty if nothing is.
IntegrityCheck = Callable[[], str]

_checks: list[IntegrityCheck] = []


def add_check(check: IntegrityCheck) -> None:
    """Add a check, once."""
    if check not in _checks:
        _checks.append(check)


def find_faults() -> list[str]:
    """Return what the checks of all apps find, a sentence each."""
    load_contributions()
    return [fault for check in _checks if (fault := check())]
