"""Files of every accepted format with an injection in every field, one field at a time."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from demo.export import TIMESTAMP, siteinfo
from tests.attacks.test_fuzzed_files import enterprise_line
from tests.attacks.test_hostile_pages import PAGE, places, with_value

# What a browser would ask for, run or show if any of it became more than text.
INJECTION = (
    'x" hx-post="/hostile/" hx-trigger="load" onclick="window.hostile=1" data-hostile="x"'
    " ' data-hostile='x' data-hostile=x><script>window.hostile=1</script><img src=/hostile/ "
    "onerror=window.hostile=1><form action=/hostile/><a href='javascript:window.hostile=1'>x</a>"
    "<hostile>"
)
# Short enough for a name: titles have at most 255 bytes.
NAME = 'N" hx-get="/hostile/" hx-trigger="load" onclick="window.hostile=1"><img src=/hostile/>'
SCRIPT = "javascript:window.hostile=1"
VALUES = (INJECTION, NAME, SCRIPT)
WIKITEXT = (
    "%s",
    "== %s ==\nText.",
    "[[%s|%s]] [[Rhine|%s]] [%s %s]",
    '{| class="%s" onclick="%s"\n|+ %s\n! id="%s" | %s\n|-\n| colspan="%s" style="%s" | %s\n|}',
    "{{Infobox %s\n| %s = %s\n}}",
    "* %s\n** %s\n; %s : %s",
    '<span id="%s" onclick="%s">%s</span><ref name="%s">%s</ref><math>%s</math>',
    "[[File:%s|thumb|%s]]\n[[Category:%s]]",
    "{{%s|%s=%s}} {{main|%s}}",
)
HTML = (
    "<p>%s</p>",
    "<h2 id='%s'>%s</h2><p>Text.</p>",
    "<p><a href='%s' title='%s' rel='%s'>%s</a> <a href='./%s'>%s</a></p>",
    "<table class='%s' onclick='%s'><caption>%s</caption>"
    "<tr><th id='%s' scope='%s'>%s</th><td rowspan='%s'>%s</td></tr></table>",
    "<ul><li id='%s'>%s<ol><li>%s</li></ol></li></ul>",
    "<p><b onclick='%s'>%s</b><script>%s</script><style>%s</style><img src='%s' alt='%s'></p>",
)


def hostile_records(record: dict[str, Any], name: str) -> Iterator[dict[str, Any]]:
    """Yield copies of a record, each with an injection at one place, and another title each."""
    for number, path in enumerate(places(record)):
        for kind, value in enumerate(VALUES):
            changed = json.loads(json.dumps(record))
            changed[name] = f"Page {number}.{kind}"
            at: Any = changed
            for step in path[:-1]:
                at = at[step]
            at[path[-1]] = f"{value} {number}.{kind}" if path == (name,) else value
            yield changed


def hostile_feverous() -> list[dict[str, Any]]:
    return list(hostile_records(with_value(("title",), "Aare"), "title"))


def write_feverous_lines(folder: Path) -> Path:
    path = folder / "a.jsonl"
    path.write_text("\n".join(json.dumps(page) for page in hostile_feverous()))
    return path


def write_feverous_database(folder: Path) -> Path:
    path = folder / "a.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE wiki (id, data json)")
    rows = [(str(page["title"]), json.dumps(page)) for page in hostile_feverous()]
    # The name of the row differs from that in the page.
    rows += [(f"{value} row", json.dumps({**PAGE, "title": value})) for value in VALUES]
    connection.executemany("INSERT INTO wiki VALUES (?, ?)", rows)
    connection.commit()
    connection.close()
    return path


def write_enterprise_lines(folder: Path) -> Path:
    record = json.loads(enterprise_line("Aare"))
    record["categories"] = [{"name": "Category:Rivers", "url": "x"}]
    records = list(hostile_records(record, "name"))
    for number, pattern in enumerate(HTML):
        for kind, value in enumerate(VALUES):
            html = pattern.replace("%s", value)
            name = f"Body {number}.{kind}"
            records.append({**record, "name": name, "article_body": {"html": html}})
    path = folder / "a.ndjson"
    path.write_text("\n".join(json.dumps(one) for one in records))
    return path


def write_xml(folder: Path) -> Path:
    """Write a dump of wikitext: hostile texts, and each field of a page and of the site."""
    pages = []
    for kind, value in enumerate(VALUES):
        for number, pattern in enumerate(WIKITEXT):
            text = pattern.replace("%s", value)
            pages.append(page_xml(f"Text {number}.{kind}", text=text))
        pages += [
            page_xml(f"{value} {kind}"),
            page_xml(f"Redirect {kind}", redirect=value, text=f"#REDIRECT [[{value}#{value}]]"),
            page_xml(f"Revision {kind}", revision=value),
            page_xml(f"Number {kind}", number=value),
            page_xml(f"Time {kind}", timestamp=value),
            page_xml(f"Author {kind}", username=value),
            page_xml(f"Model {kind}", model=value),
            page_xml(f"Namespace {kind}", namespace=value),
        ]
    site = siteinfo().replace("Touchstone demo", escape(INJECTION)).replace("_demo", escape(NAME))
    head = f'<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" xml:lang="en">{site}'
    path = folder / "a.xml"
    path.write_text(f"{head}{''.join(pages)}</mediawiki>", encoding="utf-8")
    return path


def page_xml(
    title: str,
    *,
    text: str = "A plain sentence about a river that is long.",
    number: str = "1",
    revision: str = "7",
    timestamp: str = TIMESTAMP,
    username: str = "Somebody",
    model: str = "wikitext",
    namespace: str = "0",
    redirect: str = "",
) -> str:
    redirected = f"<redirect title={quoteattr(redirect)} />" if redirect else ""
    return (
        f"<page><title>{escape(title)}</title><ns>{escape(namespace)}</ns>"
        f"<id>{escape(number)}</id>{redirected}<revision><id>{escape(revision)}</id>"
        f"<timestamp>{escape(timestamp)}</timestamp>"
        f"<contributor><username>{escape(username)}</username><id>1</id></contributor>"
        f"<comment>{escape(username)}</comment><model>{escape(model)}</model>"
        f"<format>{escape(model)}</format>"
        f'<text xml:space="preserve">{escape(text)}</text></revision></page>'
    )


DUMPS: dict[str, Callable[[Path], Path]] = {
    "wikitext dump": write_xml,
    "feverous lines": write_feverous_lines,
    "feverous database": write_feverous_database,
    "enterprise lines": write_enterprise_lines,
}


def hostile_lines(line: dict[str, Any]) -> Iterator[bytes]:
    """Yield a line of claims or predictions for each of its places and each injection."""
    number = 1
    for path in places(line):
        for value in VALUES:
            changed = json.loads(json.dumps({**line, "id": number}))
            at: Any = changed
            for step in path[:-1]:
                at = at[step]
            # Two claims with the same text would be one too many.
            at[path[-1]] = f"{value} {number}" if path == ("claim",) else value
            if path != ("claim",) and "claim" in changed:
                changed["claim"] = f"The river number {number} is long."
            yield json.dumps(changed).encode()
            number += 1
