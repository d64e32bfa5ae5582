"""The quality and speed of parsing: ``python -m benchmarks --only parsing``.

Reads real articles, tables and sentences from the folder that TOUCHSTONE_DATA names; without it
only speed is measured, on the demo dump. mwparserfromhell's bare parse runs beside ours over the
same pages in the same run, so that the two can be compared on any machine.
"""

import gzip
import json
import re
import resource
import time
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import mwparserfromhell

from benchmarks.harness import ROOT, Figure, data_folder
from wiki.parsing.expansion import Expansion
from wiki.parsing.inline import render_lines
from wiki.parsing.limits import DEFAULT_LIMITS
from wiki.parsing.markers import BOX_CLOSE, BOX_OPEN
from wiki.parsing.sentences import split_sentences
from wiki.parsing.tables import RawCell, RawTable, find_tables, scan_table
from wiki.parsing.wikitext import mark_up, parse_wikitext

TITLE = "Parsing wikitext"
DEMO_DUMP = ROOT / "demo" / "demo-pages-articles.xml"
ARTICLES_ON_WIKIPEDIA = 6_000_000
# The gold texts leave out what these tags hold.
_LEFT_OUT_BY_GOLD = re.compile(r"<(?:math|pre|nowiki|hiero)\b", re.IGNORECASE)

_NESTED = re.compile(f"{BOX_OPEN}\\d+{BOX_CLOSE}")

GridCell = tuple[bool, int, int, int]


def run() -> list[Figure]:
    """Measure everything that can be measured here."""
    folder = data_folder()
    figures: list[Figure] = []
    if folder is None:
        print("There is no folder with real data (TOUCHSTONE_DATA): the demo dump is measured.")
        pages = list(_demo_pages())
    else:
        wiki = folder / "wiki"
        pages = [(page["title"], page["text"]) for page in _lines(wiki / "articles.jsonl.gz")]
        figures += measure_tables(wiki / "tables.jsonl.gz")
        figures.append(measure_sentences(wiki / "sentences.jsonl"))
    if pages:
        figures.append(measure_losses(pages))
        figures += measure_speed(pages)
    return figures


def measure_tables(path: Path) -> list[Figure]:
    """Compare grids and cell texts with those that Parsoid makes of the same wikitext."""
    tables = exact = captioned = captions = 0
    texts: list[bool] = []
    plain_texts: list[bool] = []
    for entry in _lines(path):
        tables += 1
        table = _first_table(entry["wikitext"])
        gold = _gold_grid(entry["rows"])
        ours = [[_as_grid_cell(cell) for cell in row] for row in table.rows]
        if ours != [[cell for cell, _ in row] for row in gold]:
            continue
        exact += 1
        if "{{" in entry["wikitext"]:
            continue
        captioned += 1
        captions += _letters(table.caption or "") == (entry["caption"] or "")
        hits = [
            _letters(cell.text) == text
            for row, gold_row in zip(table.rows, gold, strict=True)
            for cell, (_, text) in zip(row, gold_row, strict=True)
        ]
        texts += hits
        if not _LEFT_OUT_BY_GOLD.search(entry["wikitext"]):
            plain_texts += hits
    return [
        Figure(f"exact grids of {tables:,} tables", exact / tables, must=0.99, aim=0.997),
        Figure("cell texts, tables without templates", sum(texts) / len(texts)),
        Figure("… formulas and verbatim text aside", sum(plain_texts) / len(plain_texts)),
        Figure("captions", captions / captioned),
    ]


def measure_sentences(path: Path) -> Figure:
    """Compare the boundaries between sentences with those of hard cases."""
    hits = extra = missed = 0
    for line in path.read_text(encoding="utf-8").splitlines():
        sentences = json.loads(line)
        text = " ".join(sentences)
        wanted = set()
        position = 0
        for sentence in sentences[:-1]:
            position += len(sentence) + 1
            wanted.add(position)
        found = {start for start, _ in split_sentences(text)} - {0}
        hits += len(found & wanted)
        extra += len(found - wanted)
        missed += len(wanted - found)
    score = 2 * hits / (2 * hits + extra + missed)
    return Figure("sentence boundaries, F1", score, must=0.96, aim=0.98)


def measure_losses(pages: list[tuple[str, str]]) -> Figure:
    """Return the share of articles in which no element lost anything to an unknown template."""
    unknown: Counter[str] = Counter()
    whole = 0
    for title, text in pages:
        page = parse_wikitext(title, text)
        whole += not page.lossy
        unknown.update(page.unknown_templates)
    frequent = ", ".join(f"{name} ({count})" for name, count in unknown.most_common(10))
    print(f"Most frequent unknown templates: {frequent or 'none'}\n")
    return Figure("articles without a lossy element", whole / len(pages))


def measure_speed(pages: list[tuple[str, str]]) -> list[Figure]:
    """Time our whole extraction beside mwparserfromhell's bare parse, three rounds each."""
    megabytes = sum(len(text.encode()) for _, text in pages) / 1e6
    # The least disturbed of three rounds counts, for both alike.
    ours = min(_seconds(pages, parse_wikitext) for _ in range(3))
    bare = min(_seconds(pages, lambda _, text: mwparserfromhell.parse(text)) for _ in range(3))
    hours = ARTICLES_ON_WIKIPEDIA * ours / len(pages) / 3600
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return [
        Figure("pages", len(pages) / ours, "1/s a core"),
        Figure("wikitext", megabytes / ours, "MB/s a core"),
        Figure("mwparserfromhell alone", megabytes / bare, "MB/s a core"),
        Figure("speed against mwparserfromhell alone", bare / ours, "times", must=1, aim=1.5),
        *(Figure(f"six million articles, {n} cores", hours / n, "hours") for n in (2, 8, 16)),
        Figure("peak memory", memory, "MB"),
    ]


def _seconds(pages: list[tuple[str, str]], parse: Callable[[str, str], object]) -> float:
    start = time.process_time()
    for title, text in pages:
        parse(title, text)
    return time.process_time() - start


def _first_table(wikitext: str) -> RawTable:
    """Return the table that a piece of wikitext consists of, as the scanner cuts it out.

    Tables of pictures alone are left out of pages, but their grids are compared all the same.
    """
    expansion = Expansion("Table", DEFAULT_LIMITS)
    marked = mark_up(wikitext, expansion)
    spans = find_tables(marked)
    if not spans:
        return RawTable()
    return scan_table(marked[spans[0].start : spans[0].end], lambda _: 0)


def _as_grid_cell(cell: RawCell) -> GridCell:
    return cell.is_header, cell.row_span, cell.column_span, cell.column


def _gold_grid(rows: list[list[list[Any]]]) -> list[list[tuple[GridCell, str]]]:
    """Lay gold cells out by HTML's rules: empty rows dropped, spans clamped to the grid."""
    kept = [row for row in rows if row]
    taken: set[tuple[int, int]] = set()
    placed: list[list[tuple[int, list[Any]]]] = []
    for number, row in enumerate(kept):
        line = []
        column = 0
        for cell in row:
            while (number, column) in taken:
                column += 1
            line.append((column, cell))
            rows_left = len(kept) - number
            span = rows_left if int(cell[1]) == 0 else min(int(cell[1]), rows_left)
            for below in range(span):
                taken.update((number + below, column + right) for right in range(int(cell[2])))
            column += int(cell[2])
        placed.append(line)
    width = max((column + 1 for line in placed for column, _ in line), default=0)
    return [
        [
            (
                (
                    bool(cell[0]),
                    min(int(cell[1]) or len(kept), len(kept) - number),
                    min(int(cell[2]), width - column),
                    column,
                ),
                cell[3],
            )
            for column, cell in line
        ]
        for number, line in enumerate(placed)
    ]


def _letters(text: str) -> str:
    """Return the letters and digits of marked text; those of nested tables are not its own."""
    plain = render_lines(_NESTED.sub("", text)).text.lower()
    return "".join(char for char in plain if char.isalnum())


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _demo_pages() -> Iterator[tuple[str, str]]:
    if not DEMO_DUMP.exists():
        return
    for _, element in ET.iterparse(DEMO_DUMP):
        if element.tag.endswith("}page") or element.tag == "page":
            parts = {child.tag.rpartition("}")[2]: child.text or "" for child in element.iter()}
            yield parts.get("title", ""), parts.get("text", "")
            element.clear()
