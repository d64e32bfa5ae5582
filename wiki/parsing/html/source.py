"""The HTML of a page, decoded, cleaned and parsed, and its metadata.

Nothing is fetched and no entity of a document type is expanded: libxml2's HTML parser knows only
HTML's own entities, and its network access is off.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree
from lxml.etree import _Element

from wiki.parsing.html.links import host_of, resolve_href
from wiki.parsing.limits import InvalidPageError, Limits, PageTooLargeError
from wiki.parsing.markers import ENTRY_MARK
from wiki.parsing.titles import normalise_title

# Marks and line ends of later stages, and characters that UTF-8 cannot encode.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufeff\ud800-\udfff]")
_CONTROL_REFERENCE = re.compile(
    r"&#(?:0*(?:\d|[12]\d|3[01]|127)(?!\d)|[xX]0*(?:[01]?[0-9a-fA-F]|7[fF])(?![0-9a-fA-F]));?"
)
# Attributes as HTML's tokeniser splits them. For each, libxml2 goes through all earlier ones.
_ATTRIBUTE = (
    r"""(?:[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+)?+)?+)"""
)
_MOST_ATTRIBUTES = 2_000
# A text this short cannot have enough attributes to take long.
_HARMLESS = 50_000
_TAG = re.compile(rf"<[a-zA-Z][^\s/>]*+{_ATTRIBUTE}{{{0},{_MOST_ATTRIBUTES}}}+({_ATTRIBUTE})?")
_CHARSET = re.compile(rb"<meta[^<>]{0,200}?charset\s*=\s*[\"']?\s*([\w-]{1,40})", re.IGNORECASE)
_BYTE_ORDER_MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_INVISIBLE = re.compile(rf"(?:{ENTRY_MARK}[*#:;]+{ENTRY_MARK}|[\s\x00-\x1b])*+")
_COUNT = etree.XPath("count(//*)")
_CATEGORY_LINKS = etree.XPath("//*[@id='mw-normal-catlinks']//li//a/@href")
_REDIRECT_LINKS = etree.XPath("//*[contains(@class, 'redirectText')]//a/@href")
_WHEREABOUTS = frozenset(["canonical", "dc:isVersionOf"])


@dataclass(slots=True)
class HtmlSource:
    """The state shared by the readers of one page."""

    title: str
    limits: Limits
    host: str = ""
    boxes: list[object] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    unknown: Counter[str] = field(default_factory=Counter)
    is_disambiguation: bool = False
    cells: int = 0
    # Positions that spans may still cover.
    span_budget: int = 0

    def note(self, text: str) -> None:
        """Add a note, once."""
        if text not in self.notes:
            self.notes.append(text)


@dataclass(frozen=True, slots=True)
class HtmlMetadata:
    """The metadata of a page: its host, redirect and categories."""

    host: str = ""
    redirect: str | None = None
    is_disambiguation: bool = False
    categories: tuple[str, ...] = ()


def escape(text: str) -> str:
    """Return text for marked text, where "&" always starts an entity."""
    return text.replace("&", "&amp;") if "&" in text else text


def is_invisible(text: str) -> bool:
    """Return whether marked text shows nothing."""
    return _INVISIBLE.fullmatch(text) is not None


def read_source(html: str | bytes, source: HtmlSource) -> str:
    """Return the HTML as clean text. Raise PageTooLargeError if it is too large."""
    limit = source.limits.expanded_characters
    if len(html) > limit:
        kind = "bytes" if isinstance(html, bytes) else "characters"
        raise PageTooLargeError(
            source.title, f"{len(html):,} {kind} of HTML, more than the {limit:,} allowed"
        )
    text = html if isinstance(html, str) else _decode(html, source)
    if not unicodedata.is_normalized("NFC", text):
        text = unicodedata.normalize("NFC", text)
    text = _CONTROL.sub("", text)
    return _CONTROL_REFERENCE.sub(" ", text) if "&#" in text else text


def parse_tree(text: str, source: HtmlSource) -> _Element:
    """Return the root of the parsed HTML; libxml2 repairs broken HTML."""
    if not text or text.isspace():
        return etree.Element("html")
    if len(text) > _HARMLESS and any(tag[1] for tag in _TAG.finditer(text)):
        raise InvalidPageError(source.title, f"a tag has more than {_MOST_ATTRIBUTES:,} attributes")
    # Without "huge_tree", the limit on depth would cut off ordinary pages with a broken table.
    parser = etree.HTMLParser(
        encoding="utf-8",
        remove_comments=True,
        remove_pis=True,
        no_network=True,
        huge_tree=True,
    )
    try:
        root = etree.fromstring(text.encode(), parser)
    except (etree.LxmlError, ValueError) as error:
        raise InvalidPageError(source.title, f"it is not HTML ({error})") from error
    if root is None:
        return etree.Element("html")
    count, most = int(float(str(_COUNT(root)))), source.limits.elements + source.limits.cells
    if count > most:
        raise PageTooLargeError(
            source.title, f"{count:,} HTML elements, more than the {most:,} allowed"
        )
    if any("depth" in entry.message for entry in parser.error_log):
        source.note("truncated: elements nested too deeply end the page")
    return root


def content_of(root: _Element, text: str) -> _Element:
    """Return the element that contains the article, without the skin around it."""
    if "mw-content-text" in text:
        for node in root.iter("div", "main"):
            if node.get("id") == "mw-content-text":
                return node
    if "mw-parser-output" in text:
        for node in root.iter("body", "div", "section"):
            if "mw-parser-output" in (node.get("class") or "").split():
                return node
    body = root.find("body")
    return body if body is not None else root


def metadata_of(root: _Element, text: str) -> HtmlMetadata:
    """Return the page's metadata."""
    host = _host(root)
    redirect: str | None = None
    categories: dict[str, None] = {}
    for link in root.iter("link"):
        relation, href = link.get("rel") or "", link.get("href") or ""
        if "mw:PageProp/Category" in relation:
            categories.setdefault(_category(href, host))
        elif "mw:PageProp/redirect" in relation:
            redirect = resolve_href(href, host=host)
    if "catlinks" in text:
        for href in _strings(_CATEGORY_LINKS(root)):
            categories.setdefault(_category(href, host))
    if redirect is None and "redirectText" in text:
        redirect = next((resolve_href(h, host=host) for h in _strings(_REDIRECT_LINKS(root))), None)
    categories.pop("", None)
    return HtmlMetadata(
        host,
        normalise_title(redirect.partition("#")[0]) if redirect else None,
        any(
            (meta.get("property") or meta.get("name")) == "mw:PageProp/disambiguation"
            for meta in root.iter("meta")
        ),
        tuple(categories),
    )


def _host(root: _Element) -> str:
    for base in root.iter("base"):
        host = host_of(base.get("href") or "")
        if host:
            return host
    for link in root.iter("link"):
        if link.get("rel") in _WHEREABOUTS:
            host = host_of(link.get("href") or "")
            if host:
                return host
    return ""


def _category(href: str, host: str) -> str:
    target = resolve_href(href, host=host).partition("#")[0]
    return normalise_title(target.partition(":")[2])


def _decode(html: bytes, source: HtmlSource) -> str:
    """Decode bytes as UTF-8, else as the page declares, else as UTF-8 with replacements."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if html.startswith(mark):
            return html.decode(encoding, errors="replace")
    try:
        return html.decode("utf-8")
    except UnicodeDecodeError:
        declared = _CHARSET.search(html[:2048])
    source.note("repaired: bytes that are not UTF-8")
    if declared:
        try:
            return html.decode(declared[1].decode("ascii"))
        except (LookupError, UnicodeError, ValueError):
            pass
    return html.decode("utf-8", errors="replace")


def _strings(found: object) -> Iterator[str]:
    if isinstance(found, list):
        yield from (str(item) for item in found if isinstance(item, str))
