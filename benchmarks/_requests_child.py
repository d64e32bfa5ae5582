"""Makes the database of `benchmarks/requests.py`."""

from __future__ import annotations

from typing import Any

from benchmarks._verifying_world import Size, fill


def measure(claims: int, acts: int, people: int) -> dict[str, Any]:
    """Return how to reach the campaign that was made."""
    from django.core.management import call_command

    call_command("collectstatic", verbosity=0, interactive=False)
    return fill(Size(claims, acts, people))
