"""Measures the desk in a process of its own, on a fresh site; prints what it measured as JSON."""

from __future__ import annotations

import django


def main() -> None:
    django.setup()
    from benchmarks._desk_measuring import main as measure

    measure()


if __name__ == "__main__":
    main()
