"""The builder of the demo dump: `python -m demo.build`, with `--check` or `--links`.

The dump is committed beside its sources; `--check` fails if the two differ or a source breaks a
rule, and `--links` lists links to missing pages.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from demo.export import pages_of, write_dump
from demo.sources import ArticleSource, SourceError, find_faults, load_sources
from demo.survey import missing_links, survey
from demo.tables import TableError

ROOT = Path(__file__).parent
DUMP_NAME = "demo-pages-articles.xml"


def main(arguments: Sequence[str] | None = None, *, root: Path = ROOT) -> int:
    parser = argparse.ArgumentParser(prog="python -m demo.build", description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="write nothing, and fail if the dump differs"
    )
    parser.add_argument("--links", action="store_true", help="list links to missing pages")
    options = parser.parse_args(arguments)
    try:
        sources = load_sources(root)
    except (SourceError, TableError) as error:
        print(error, file=sys.stderr)
        return 1
    faults = find_faults(sources)
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        return 1
    if options.links:
        print_missing_links(sources)
    dump = write_dump(pages_of(sources)).encode()
    path = root / DUMP_NAME
    if options.check:
        if not path.is_file() or path.read_bytes() != dump:
            print(f"{DUMP_NAME} is out of date: run python -m demo.build", file=sys.stderr)
            return 1
    else:
        path.write_bytes(dump)
    print(", ".join(f"{count} {name}" for name, count in survey(sources).items()))
    return 0


def print_missing_links(sources: Sequence[ArticleSource]) -> None:
    missing = missing_links(sources)
    for title, count in sorted(missing.items()):
        print(f"{count:4} {title}")
    print(f"{missing.total()} links to {len(missing)} titles that are not in the demo")


if __name__ == "__main__":
    sys.exit(main())
