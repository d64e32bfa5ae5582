"""MediaWiki's XML export, streamed: pages are yielded one by one and freed.

The parser is fed in blocks, so that its memory is bounded: no page may be larger than
`LARGEST_PAGE`. With that bound, libxml2's own limit of 10 MB per text can be lifted; one huge
page would otherwise end the whole import. A document type declaration, and with it every
entity bomb, is refused before the parser sees it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from lxml import etree

from core.file_limits import DEFAULT_FILE_LIMITS, FileLimits
from wiki.dump.records import Damage, DumpError, SourcePage

LARGEST_PAGE = 128 * 2**20
_ARTICLES = "0"
_LONGEST_PROLOG = 64 * 1024

_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_ROOT = re.compile(rb"<([A-Za-z_][^\s/>]*)[^>]*>")
_ENCODING = re.compile(rb"""^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']""")
_UTF8 = {"utf-8", "utf8", "us-ascii"}

# None is a page of another namespace, or a page that is not wikitext.
DumpEntry = SourcePage | Damage | None


def read_pages(
    blocks: Iterable[bytes],
    path: Path,
    *,
    namespaces: tuple[str, ...] = (),
    limits: FileLimits = DEFAULT_FILE_LIMITS,
) -> Iterator[DumpEntry]:
    """Yield every page of an export. Raise DumpError if the export is damaged."""
    return _Reader(path, namespaces, limits).read(_checked(blocks, path))


def read_fragment(
    content: Iterable[bytes],
    path: Path,
    *,
    namespaces: tuple[str, ...] = (),
    namespace: str = _ARTICLES,
) -> Iterator[DumpEntry]:
    """Yield the pages of a part of an export without its root element.

    Pages of other namespaces than the one with this number are None. Exports older than 2010
    state no numbers: see `namespaces`, the names of all other ones.
    """

    def wrapped() -> Iterator[bytes]:
        yield b"<mediawiki>"
        yield from content
        yield b"</mediawiki>"

    return _Reader(path, namespaces, DEFAULT_FILE_LIMITS, namespace).read(wrapped())


def _checked(blocks: Iterable[bytes], path: Path) -> Iterator[bytes]:
    """Yield the same blocks, after checking that they begin like a dump."""
    prolog = b""
    remaining = iter(blocks)
    for block in remaining:
        prolog += block
        check_prolog_encoding(prolog, path)
        bare = _COMMENT.sub(b"", prolog)
        root = _ROOT.search(bare)
        before_root = bare if root is None else bare[: root.start()]
        if b"<!" in before_root:
            raise DumpError(path, "it declares a document type or entities, which dumps never do")
        if root is not None:
            if root[1] != b"mediawiki":
                name = root[1][:40].decode("ascii", "replace")
                raise DumpError(path, f"it is not a MediaWiki dump (its root element is <{name}>)")
            break
        if len(prolog) > _LONGEST_PROLOG:
            raise DumpError(path, "it is not a MediaWiki dump (no root element)")
    else:
        raise DumpError(path, "it is not a MediaWiki dump (no root element)")
    yield prolog
    yield from remaining


def check_prolog_encoding(head: bytes, path: Path) -> None:
    """Raise DumpError if the first bytes or the XML declaration say that it is not UTF-8."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff", b"<\x00", b"\x00<", b"\x00\x00")):
        raise DumpError(path, "it is in UTF-16 or UTF-32; dumps are in UTF-8")
    declared = _ENCODING.match(head.removeprefix(b"\xef\xbb\xbf"))
    if declared is not None:
        name = declared[1].decode("ascii", "replace")
        if name.lower() not in _UTF8:
            raise DumpError(path, f"it declares the encoding {name}; dumps are in UTF-8")


class _Reader:
    """A reader of one file, used once."""

    def __init__(
        self,
        path: Path,
        namespaces: tuple[str, ...],
        limits: FileLimits,
        namespace: str = _ARTICLES,
    ) -> None:
        self.namespace = namespace
        self.path = path
        self.limits = limits
        # Only for exports older than 2010, in which pages do not state their namespace.
        self.prefixes = tuple(f"{name}:" for name in namespaces)
        self.after = ""

    def read(self, blocks: Iterable[bytes]) -> Iterator[DumpEntry]:
        parser = etree.XMLPullParser(
            events=("end",),
            tag=("{*}page", "{*}siteinfo"),
            encoding="utf-8",
            huge_tree=True,
            # No entity can be declared here, and an undeclared one is an error at once. With
            # False, lxml would swallow the rest of the file and report it only at the end.
            resolve_entities="internal",  # type: ignore[arg-type]
            no_network=True,
            load_dtd=False,
            remove_comments=True,
            remove_pis=True,
        )
        held = tags = 0
        for block in blocks:
            held += len(block)
            # Before the parser sees them: an element takes fifty times its four bytes. Nothing
            # but tags begins with this character, which is escaped in the text of a page.
            tags += block.count(b"<")
            if tags > self.limits.elements:
                raise self._broken(f"a page has more than {self.limits.elements:,} XML elements")
            try:
                parser.feed(block)
            except etree.XMLSyntaxError as error:
                yield from self._drain(parser)
                raise self._error(error) from error
            found = False
            for entry in self._drain(parser):
                found = True
                yield entry
            if found:
                held = tags = 0
            elif held > LARGEST_PAGE:
                raise self._broken(f"a page is larger than {LARGEST_PAGE // 2**20} MB")
        try:
            parser.close()
        except etree.XMLSyntaxError as error:
            yield from self._drain(parser)
            reason = "the file is truncated in the middle of the export"
            raise self._broken(reason) from error

    def _drain(self, parser: Any) -> Iterator[DumpEntry]:
        for _event, element in parser.read_events():
            if etree.QName(element).localname == "siteinfo":
                self.prefixes = tuple(f"{name}:" for name in namespaces_of(element))
            else:
                yield self._entry(element)
            forget(element)

    def _entry(self, element: Any) -> DumpEntry:
        title = element.findtext("{*}title") or ""
        self.after = title or self.after
        namespace = element.findtext("{*}ns")
        if namespace is None:
            elsewhere = title.startswith(self.prefixes)
        else:
            elsewhere = namespace.strip() != self.namespace
        if elsewhere:
            return None
        revision = element.find("{*}revision[last()]")
        if revision is None:
            return Damage(title, "it has no revision")
        if (revision.findtext("{*}model") or "wikitext") != "wikitext":
            return None
        text = revision.find("{*}text")
        if text is None or text.get("deleted") is not None:
            return Damage(title, "its text was deleted")
        redirect = element.find("{*}redirect")
        try:
            return SourcePage(
                title=title,
                source_id=int(element.findtext("{*}id") or 0),
                revision=int(revision.findtext("{*}id") or 0),
                revised_at=revision.findtext("{*}timestamp") or "",
                text=text.text or "",
                redirect="" if redirect is None else redirect.get("title", ""),
            )
        except ValueError:
            return Damage(title, "its page id or revision id is not a number")

    def _error(self, error: etree.XMLSyntaxError) -> DumpError:
        message = (error.msg or "").split("\n")[0]
        if "encoding" in message.lower() or "invalid bytes" in message.lower():
            return self._broken(f"it contains text that is not UTF-8 ({message})")
        return self._broken(f"the XML is broken ({message})")

    def _broken(self, reason: str) -> DumpError:
        return DumpError(self.path, reason, after=self.after)


def namespaces_of(siteinfo: Any) -> list[str]:
    """Return the names of all namespaces except that of articles."""
    return [
        namespace.text
        for namespace in siteinfo.iterfind("{*}namespaces/{*}namespace")
        if namespace.get("key") != "0" and namespace.text
    ]


def forget(element: Any) -> None:
    """Free the element and those before it, so that the tree does not grow with the file."""
    element.clear()
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]
