"""Export of pages as a MediaWiki XML dump (export schema 0.11), always with the same bytes.

Page ids are in the order of the titles and the timestamp is fixed, so the dump only changes if a
source changes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from demo.sources import NAMESPACES, ArticleSource, namespace_of

TIMESTAMP = "2026-01-01T00:00:00Z"
FIRST_REVISION = 100_000
BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz"
SCHEMA = "http://www.mediawiki.org/xml/export-0.11"


@dataclass(frozen=True)
class DumpPage:
    """A page of the dump; `redirect` is the title of its target."""

    title: str
    text: str
    redirect: str | None = None


def pages_of(sources: Iterable[ArticleSource]) -> list[DumpPage]:
    """Return the pages of the dump, including redirects, ordered by title."""
    pages: list[DumpPage] = []
    for source in sources:
        pages.append(DumpPage(title=source.title, text=source.text))
        for redirect in source.redirects:
            target = f"{source.title}#{redirect.section}" if redirect.section else source.title
            text = f"#REDIRECT [[{target}]]"
            pages.append(DumpPage(title=redirect.title, text=text, redirect=source.title))
    return sorted(pages, key=lambda page: page.title)


def write_dump(pages: Sequence[DumpPage]) -> str:
    parts = [siteinfo()]
    parts += [page_xml(page, number) for number, page in enumerate(pages, start=1)]
    return (
        f'<mediawiki xmlns="{SCHEMA}/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
        f' xsi:schemaLocation="{SCHEMA}/ {SCHEMA}.xsd" version="0.11" xml:lang="en">\n'
        f"{''.join(parts)}</mediawiki>\n"
    )


def siteinfo() -> str:
    namespaces = "".join(
        f'      <namespace key="{key}" case="first-letter"'
        + (f">{name}</namespace>\n" if name else " />\n")
        for key, name in NAMESPACES.items()
    )
    return (
        "  <siteinfo>\n"
        "    <sitename>Touchstone demo</sitename>\n"
        "    <dbname>touchstone_demo</dbname>\n"
        "    <base>https://demo.touchstone.example/wiki/Aare</base>\n"
        "    <generator>Touchstone demo.build</generator>\n"
        "    <case>first-letter</case>\n"
        f"    <namespaces>\n{namespaces}    </namespaces>\n"
        "  </siteinfo>\n"
    )


def page_xml(page: DumpPage, number: int) -> str:
    revision = FIRST_REVISION + number
    size = len(page.text.encode())
    digest = sha1_base36(page.text)
    redirect = f"    <redirect title={quoteattr(page.redirect)} />\n" if page.redirect else ""
    return (
        "  <page>\n"
        f"    <title>{escape(page.title)}</title>\n"
        f"    <ns>{namespace_of(page.title)}</ns>\n"
        f"    <id>{number}</id>\n"
        f"{redirect}"
        "    <revision>\n"
        f"      <id>{revision}</id>\n"
        f"      <timestamp>{TIMESTAMP}</timestamp>\n"
        "      <contributor>\n"
        "        <username>Touchstone authors</username>\n"
        "        <id>1</id>\n"
        "      </contributor>\n"
        "      <comment>Built from demo/articles</comment>\n"
        f"      <origin>{revision}</origin>\n"
        "      <model>wikitext</model>\n"
        "      <format>text/x-wiki</format>\n"
        f'      <text bytes="{size}" sha1="{digest}" xml:space="preserve">'
        f"{escape(page.text)}</text>\n"
        f"      <sha1>{digest}</sha1>\n"
        "    </revision>\n"
        "  </page>\n"
    )


def sha1_base36(text: str) -> str:
    """Return the SHA-1 as MediaWiki writes it: base 36, padded to 31 digits."""
    number = int(hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest(), 16)
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = BASE36[digit] + digits
    return digits.rjust(31, "0")
