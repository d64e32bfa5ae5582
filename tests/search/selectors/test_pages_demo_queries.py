"""The table of queries on the demo's encyclopedia: the same hits on both engines.

`golden/demo_queries.txt` has a query a line and, beneath it, how many pages it finds and the
first four. After an intended change, regenerate it and review the difference:

    REGENERATE_GOLDEN=1 python -m pytest -k tantivy \
        tests/search/selectors/test_pages_demo_queries.py
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from search import rebuild_index, search_pages
from search.results import Sort
from wiki.models import Corpus

GOLDEN = Path(__file__).parent / "golden" / "demo_queries.txt"
INDENT = "    "


def _found(corpus: Corpus, query: str) -> str:
    found = search_pages(corpus=corpus, text=query, limit=4)
    return " | ".join([str(found.total), *(hit.title for hit in found.hits)])


def _table() -> dict[str, str]:
    table: dict[str, str] = {}
    query = ""
    for line in GOLDEN.read_text().splitlines():
        if line.startswith(INDENT):
            table[query] = line.strip()
        else:
            query = line
            table[query] = ""
    return table


def test_queries_find_what_the_table_says(demo: Corpus, engine: str) -> None:
    rebuild_index(corpus=demo)
    expected = _table()
    found = {query: _found(demo, query) for query in expected}
    if os.environ.get("REGENERATE_GOLDEN") and engine == "tantivy":
        GOLDEN.write_text("".join(f"{query}\n{INDENT}{hits}\n" for query, hits in found.items()))
    assert len(expected) >= 80
    assert found == expected


# Queries, and what of a title makes it a match.
BY_TITLE = {
    "lake OR mount": r"\b(lakes?|mount)\b",
    "inn OR hastable:": r"\binn\b",
    '"summer olympics" OR intitle:chess': r"summer olympics|chess",
    "river (list OR inn OR po)": r"(?=.*\brivers?\b).*\b(lists?|inn|po)\b",
    "moun* OR -(lake OR -river)": r"\bmoun",
}


def test_title_matches_come_first(demo: Corpus, engine: str) -> None:
    rebuild_index(corpus=demo)
    moved = []
    for query, pattern in BY_TITLE.items():
        by_relevance, by_title = (
            [hit.title for hit in search_pages(corpus=demo, text=query, sort=sort, limit=100).hits]
            for sort in (Sort.RELEVANCE, Sort.TITLE)
        )
        matches = [bool(re.search(pattern, title.lower())) for title in by_title]
        assert matches == sorted(matches, reverse=True), query
        assert 0 < sum(matches) < len(matches), query
        moved += [query] if by_title != by_relevance else []
    # Of the others the best are title matches anyway.
    assert moved == ["lake OR mount", '"summer olympics" OR intitle:chess']
