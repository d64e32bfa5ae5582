"""The sources of the articles, and the rules that they must follow.

A source file has header lines (`title:`, and optionally `redirects:`), a line `---`, and
wikitext. Nothing is repaired: a file that cannot be read raises `SourceError`, and `find_faults`
lists everything that is not allowed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from demo.tables import expand_placeholders

NAMESPACES: dict[int, str] = {
    -2: "Media",
    -1: "Special",
    0: "",
    1: "Talk",
    2: "User",
    3: "User talk",
    4: "Project",
    5: "Project talk",
    6: "File",
    7: "File talk",
    8: "MediaWiki",
    9: "MediaWiki talk",
    10: "Template",
    11: "Template talk",
    12: "Help",
    13: "Help talk",
    14: "Category",
    15: "Category talk",
}
NAMESPACE_KEYS = {name: key for key, name in NAMESPACES.items() if name}
FORBIDDEN_IN_TITLES = re.compile(r"[#<>\[\]|{}_\n\t]")
PAIRS = (("[[", "]]"), ("{{", "}}"), ("{|", "|}"), ("<ref", None), ("<!--", "-->"))


class SourceError(Exception):
    """The source file is not a header and wikitext."""


@dataclass(frozen=True)
class SourceRedirect:
    """Another title that leads to a page, or to a section of it."""

    title: str
    section: str | None = None


@dataclass(frozen=True)
class ArticleSource:
    """A page as its author wrote it, with table placeholders replaced."""

    path: str
    title: str
    redirects: tuple[SourceRedirect, ...]
    text: str

    @property
    def namespace(self) -> int:
        return namespace_of(self.title)


def namespace_of(title: str) -> int:
    """Return the namespace number of a title's prefix, 0 for an article."""
    prefix, colon, _ = title.partition(":")
    return NAMESPACE_KEYS.get(prefix, 0) if colon else 0


def read_source(content: str, *, path: str, facts: Path) -> ArticleSource:
    """Return the content of a file as an `ArticleSource`."""
    header, separator, body = content.partition("\n---\n")
    if not separator:
        raise SourceError(f"{path}: no line '---' between header and wikitext")
    fields: dict[str, str] = {}
    for line in header.splitlines():
        name, colon, value = line.partition(":")
        if not colon or name not in {"title", "redirects"} or name in fields:
            raise SourceError(f"{path}: unexpected header line {line!r}")
        fields[name] = value.strip()
    if not fields.get("title"):
        raise SourceError(f"{path}: no title")
    return ArticleSource(
        path=path,
        title=fields["title"],
        redirects=tuple(read_redirects(fields.get("redirects", ""))),
        text=expand_placeholders(body.strip("\n"), facts=facts),
    )


def read_redirects(value: str) -> Iterable[SourceRedirect]:
    """Yield the redirects in `A | B > Section`, where B leads to a section."""
    for entry in filter(None, (part.strip() for part in value.split("|"))):
        title, _, section = entry.partition(">")
        yield SourceRedirect(title=title.strip(), section=section.strip() or None)


def load_sources(root: Path) -> list[ArticleSource]:
    """Return all articles and pages of other namespaces below `root`, ordered by title."""
    paths = [*root.glob("articles/*/*.wiki"), *root.glob("other-pages/*.wiki")]
    sources = [
        read_source(
            path.read_text(encoding="utf-8"),
            path=path.relative_to(root).as_posix(),
            facts=root / "facts",
        )
        for path in sorted(paths)
    ]
    return sorted(sources, key=lambda source: (source.title, source.path))


def find_faults(sources: Sequence[ArticleSource]) -> list[str]:
    """Return one line for each broken rule."""
    faults: list[str] = []
    owners: dict[str, str] = {}
    for source in sources:
        for title in (source.title, *(redirect.title for redirect in source.redirects)):
            faults += [f"{source.path}: {fault}" for fault in title_faults(title)]
            if title in owners:
                faults.append(f"{source.path}: title {title!r} is already used by {owners[title]}")
            owners.setdefault(title, source.path)
        faults += [f"{source.path}: {fault}" for fault in text_faults(source)]
    return faults


def title_faults(title: str) -> Iterable[str]:
    if not title or title != title.strip():
        yield f"title {title!r} is empty or has spaces around it"
    elif title[0] != title[0].upper():
        yield f"title {title!r} starts with a lower-case letter"
    if FORBIDDEN_IN_TITLES.search(title):
        yield f"title {title!r} contains a character that is not allowed in titles"
    if unicodedata.normalize("NFC", title) != title:
        yield f"title {title!r} is not in NFC"


def text_faults(source: ArticleSource) -> Iterable[str]:
    text = source.text
    if unicodedata.normalize("NFC", text) != text:
        yield "text is not in NFC"
    if text.count("<ref") != text.count("</ref>") + len(re.findall(r"<ref[^<>]*/>", text)):
        yield "a <ref> is not closed"
    for opening, closing in PAIRS:
        if closing and text.count(opening) != text.count(closing):
            # `{{{1|}}}` and `|}}` make `{|` and `|}` ambiguous: count those at line starts.
            if opening == "{|":
                opened = len(re.findall(r"^[:*\s]*\{\|", text, re.M))
                if opened == len(re.findall(r"^\s*\|\}(?!\})", text, re.M)):
                    continue
            yield f"{opening} and {closing} do not match"
    if source.namespace != 0:
        return
    if "[[Category:" not in text:
        yield "no category"
    for section in (redirect.section for redirect in source.redirects if redirect.section):
        if not re.search(rf"^=+\s*{re.escape(section)}\s*=+$", text, re.M):
            yield f"redirect to a missing section {section!r}"
