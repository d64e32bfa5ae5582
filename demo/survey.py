"""Counts of the demo's pages, links, tables and rows.

Only the starts of wikitext lines are read, which is enough for our own sources.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from demo.sources import ArticleSource, namespace_of

LINK = re.compile(r"\[\[\s*:?\s*([^\[\]|#]+?)\s*(?:#[^\[\]|]*)?(?:\|[^\[\]]*)?\]\]")
COMMENT = re.compile(r"<!--.*?-->", re.S)
HIGHLIGHT_ROWS = range(5, 51)


def links_of(text: str) -> list[str]:
    """Return the article titles that a text links to, in order, with repeats."""
    targets = (target.replace("_", " ") for target in LINK.findall(COMMENT.sub("", text)))
    articles = (target for target in targets if namespace_of(target) == 0)
    return [target[0].upper() + target[1:] for target in articles]


def missing_links(sources: Sequence[ArticleSource]) -> Counter[str]:
    """Return the number of links to each title that is not a page or redirect of the demo."""
    known = {source.title for source in sources}
    known |= {redirect.title for source in sources for redirect in source.redirects}
    targets = (target for source in sources for target in links_of(source.text))
    return Counter(target for target in targets if target not in known)


def table_rows(text: str) -> list[int]:
    """Return the number of rows of each wikitable and HTML table, header rows included."""
    counts: list[int] = []
    open_tables: list[list[bool]] = []
    for line in COMMENT.sub("", text).splitlines():
        stripped = line.lstrip(" :*")
        if stripped.startswith("{|"):
            open_tables.append([False])
        elif open_tables and stripped.startswith("|}") and not stripped.startswith("|}}"):
            counts.append(sum(open_tables.pop()))
        elif open_tables and stripped.startswith("|-"):
            open_tables[-1].append(False)
        elif open_tables and stripped[:1] in {"|", "!"} and not stripped.startswith("|+"):
            open_tables[-1][-1] = True
    counts += [table.count("<tr") for table in re.findall(r"<table.*?</table>", text, re.S)]
    return counts


def is_disambiguation(source: ArticleSource) -> bool:
    return re.search(r"\{\{\s*[Dd]isambig", source.text) is not None


def survey(sources: Iterable[ArticleSource]) -> dict[str, int]:
    """Return the counts that a build prints."""
    articles = [source for source in sources if source.namespace == 0]
    rows = [count for source in articles for count in table_rows(source.text)]
    return {
        "articles": sum(not is_disambiguation(source) for source in articles),
        "disambiguation pages": sum(is_disambiguation(source) for source in articles),
        "redirects": sum(len(source.redirects) for source in articles),
        "infoboxes": sum(source.text.count("{{Infobox") for source in articles),
        "tables": len(rows),
        "tables of 5 to 50 rows": sum(count in HIGHLIGHT_ROWS for count in rows),
        "links": sum(len(links_of(source.text)) for source in articles),
    }
