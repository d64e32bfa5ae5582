"""The parser as a command: ``python -m wiki.parsing [--title T] FILE`` or ``--jsonl < pages``.

Prints pages as FEVEROUS JSON, with other facts about them under ``page``. It needs no database
and no settings.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

from wiki.parsing.feverous import write_feverous
from wiki.parsing.limits import InvalidPageError, ParsingError
from wiki.parsing.page import ParsedPage
from wiki.parsing.wikitext import EXTRACTOR_VERSION, parse_wikitext

# The number of pages that a worker is given at a time.
_CHUNK = 16


def page_json(page: ParsedPage, *, version: int | str = EXTRACTOR_VERSION) -> dict[str, Any]:
    """Return a page as FEVEROUS JSON, with other facts about it under ``page``."""
    return {
        **write_feverous(page.document),
        "page": {
            "extractor_version": version,
            "redirect": page.redirect,
            "is_disambiguation": page.is_disambiguation,
            "categories": list(page.categories),
            "lacks_references": page.lacks_references,
            "flagged_sections": list(page.flagged_sections),
            "lossy": list(page.lossy),
            "unknown_templates": dict(page.unknown_templates),
            "links": list(page.links),
            "notes": list(page.notes),
            "spans": {address: list(span) for address, span in page.spans.items()},
        },
    }


def parse_line(line: str, *, is_html: bool = False) -> str:
    """Return the JSON line of the page in a ``{"title", "text"}`` line, or of its error."""
    title = ""
    try:
        source = json.loads(line)
        if not isinstance(source, dict) or not isinstance(source.get("text"), str):
            raise InvalidPageError("", 'a line must be an object with "title" and "text"')
        title = str(source.get("title", ""))
        parse, version = _extractor(is_html=is_html)
        return _dump(page_json(parse(title, source["text"]), version=version))
    except ParsingError as error:
        return _dump({"title": title, "error": f"{type(error).__name__}: {error.reason}"})
    except Exception as error:  # one page must not end a run of a million
        return _dump({"title": title, "error": f"{type(error).__name__}: {error}"})


def _extractor(*, is_html: bool) -> tuple[Callable[[str, str], ParsedPage], int | str]:
    """Return the parsing function and its version."""
    if not is_html:
        return parse_wikitext, EXTRACTOR_VERSION
    # Wikitext does not need lxml.html.
    from wiki.parsing.html import HTML_EXTRACTOR_VERSION, parse_html

    return parse_html, f"{EXTRACTOR_VERSION}-html-{HTML_EXTRACTOR_VERSION}"


def _parse_html_line(line: str) -> str:
    return parse_line(line, is_html=True)


def _parse_lines(lines: Iterable[str], *, workers: int, is_html: bool) -> Iterator[str]:
    """Yield the results in the order of the lines, never holding more than a few chunks."""
    parse = _parse_html_line if is_html else parse_line
    wanted = (line for line in lines if line.strip())
    if workers <= 1:
        yield from map(parse, wanted)
        return
    with ProcessPoolExecutor(workers) as pool:
        while batch := list(islice(wanted, workers * _CHUNK * 4)):
            yield from pool.map(parse, batch, chunksize=_CHUNK)


def _dump(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


def _print_file(path: Path, title: str, *, is_html: bool) -> int:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 2
    parse, version = _extractor(is_html=is_html)
    try:
        page = parse(title, text)
    except ParsingError as error:
        print(error, file=sys.stderr)
        return 1
    print(json.dumps(page_json(page, version=version), ensure_ascii=False, indent=1))
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m wiki.parsing", description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the source of one page")
    parser.add_argument("--title", help="the page's title (default: the file's name)")
    parser.add_argument("--html", action="store_true", help="the source is rendered HTML")
    parser.add_argument(
        "--jsonl",
        action="store_true",
        help='read {"title", "text"} lines from standard input and write one page per line',
    )
    parser.add_argument(
        "--workers", type=int, default=1, metavar="N", help="number of processes for --jsonl"
    )
    options = parser.parse_args(arguments)
    if options.jsonl == (options.file is not None):
        parser.error("give either a FILE or --jsonl")
    try:
        status = _run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has closed the pipe, as ``head`` does; discard what is still to be flushed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def _run(options: argparse.Namespace) -> int:
    if options.jsonl:
        for line in _parse_lines(sys.stdin, workers=options.workers, is_html=options.html):
            print(line)
        return 0
    return _print_file(options.file, options.title or options.file.stem, is_html=options.html)


if __name__ == "__main__":
    sys.exit(main())
