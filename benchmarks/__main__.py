"""`python -m benchmarks [--only NAME]`: run the benchmarks, print tables, write results."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import time

import benchmarks
from benchmarks.harness import ROOT, table, write_results

NOT_BENCHMARKS = {"harness", "__main__"}


def names() -> list[str]:
    found = (module.name for module in pkgutil.iter_modules(benchmarks.__path__))
    return sorted(name for name in found if name not in NOT_BENCHMARKS and not name.startswith("_"))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--only", choices=names(), help="run just this one")
    chosen = parser.parse_args().only
    for name in [chosen] if chosen else names():
        module = importlib.import_module(f"benchmarks.{name}")
        started = time.monotonic()
        print(f"\n## {module.TITLE} (`make bench ONLY={name}`)\n", flush=True)
        figures = module.run()
        print(table(figures))
        path = write_results(name, module.TITLE, figures)
        print(f"\n{time.monotonic() - started:.0f} s; figures in {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
