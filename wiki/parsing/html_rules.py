"""What rendered HTML holds besides the article: names of classes, and what becomes of each.

MediaWiki, Parsoid and the English Wikipedia's modules mark by classes what they add around the
text. A page has a few hundred elements with a few dozen different class attributes, so the verdict
on each attribute is remembered.
"""

import re
from enum import IntEnum
from functools import lru_cache

from lxml.etree import _Element


class Verdict(IntEnum):
    """What becomes of an element."""

    KEEP = 0
    # Left out without a trace.
    DROP = 1
    # Left out, and the punctuation around it mended.
    GAP = 2
    HATNOTE = 3
    # A maintenance box: left out, but it may flag the page or section.
    MAINTENANCE = 4
    # A full citation outside a reference.
    CITATION = 5
    MATH = 6
    COORDINATES = 7
    # An error message in place of what a template should have shown.
    ERROR = 8
    DISAMBIGUATION = 9
    # Takes its place, but shows nothing (figures are lined up with it).
    BLANK = 10


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NAVIGATION = _words("""
    navbox navbox-styles vertical-navbox sidebar navbar toc toclimit mw-editsection mw-jump-link
    mw-indicators mw-indicator catlinks printfooter mw-authority-control authority-control portal
    portalbox portal-bar sistersitebox side-box succession-box shortdescription selfreference
    mw-collapsible-toggle mw-empty-elt metadata mbox-small ombox tmbox cmbox imbox fmbox asbox stub
""")
_REFERENCES = _words("reference references reflist mw-references-wrap mw-ref mw-cite-backlink")
_MEDIA = _words("""
    gallery gallerybox thumb thumbinner thumbimage thumbcaption tmulti infobox-image infobox-caption
    mw-broken-media mw-file-element locmap listen haudio mediaContainer PopUpMediaTransform
    mw-tmh-player timeline-wrapper mw-graph mw-kartographer-container mw-kartographer-map
    mw-kartographer-maplink mw-ext-score mw-hiero-table mw-highlight
""")
_VERDICTS: dict[str, Verdict] = {
    name: verdict
    for verdict, names in (
        (Verdict.DROP, _NAVIGATION | _REFERENCES | _MEDIA),
        (Verdict.GAP, _words("noprint Inline-Template ext-phonos autonumber")),
        (Verdict.HATNOTE, _words("hatnote dablink rellink")),
        (Verdict.MAINTENANCE, _words("ambox")),
        (Verdict.CITATION, _words("citation")),
        (Verdict.MATH, _words("mwe-math-element")),
        (Verdict.COORDINATES, _words("geo-inline geo-default geo-nondefault geo-dms geo-dec geo")),
        (Verdict.GAP, _words("geo-multi-punct")),
        (Verdict.ERROR, _words("scribunto-error")),
        (Verdict.DISAMBIGUATION, _words("dmbox")),
    )
    for name in names
}
# Where an element has several of these classes, the first in this order decides.
_ORDER = (
    Verdict.MAINTENANCE,
    Verdict.DISAMBIGUATION,
    Verdict.HATNOTE,
    Verdict.DROP,
    Verdict.COORDINATES,
    Verdict.GAP,
    Verdict.CITATION,
    Verdict.MATH,
    Verdict.ERROR,
)
_IDS = {
    "toc": Verdict.DROP,
    "catlinks": Verdict.DROP,
    "coordinates": Verdict.GAP,
    "siteSub": Verdict.DROP,
    "contentSub": Verdict.DROP,
    "jump-to-nav": Verdict.DROP,
    "disambigbox": Verdict.DISAMBIGUATION,
    "stub": Verdict.DROP,
}
_HIDDEN = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_TRANSPARENT = re.compile(r"visibility\s*:\s*hidden", re.IGNORECASE)
_MAINTENANCE_NAME = re.compile(r"(?:^|\s)(?:am)?box-(\S+)")

# Elements of which nothing is ever read.
DROPPED_TAGS = _words("""
    head title base link meta style script noscript template figure figure-inline figcaption img
    picture video audio source track map area iframe frame frameset object embed applet canvas svg
    form input button select option textarea datalist nav col colgroup progress meter dialog
""")
HEADING_TAGS = _words("h2 h3 h4 h5 h6")
LIST_MARKS = {"ul": "*", "ol": "#", "dl": ":"}
ENTRY_TAGS = _words("li dt dd")
TERM_MARKS = {"dt": ";", "dd": ":"}
# Elements that begin and end a line of their own.
BLOCK_TAGS = (
    _words("""
        html body section article main div p center blockquote pre hr address aside header footer
        details summary fieldset legend hgroup h1 tr td th thead tbody tfoot caption
    """)
    | HEADING_TAGS
    | ENTRY_TAGS
)
# Elements that may be recognised by their role or id, not only by their class.
LANDMARK_TAGS = _words("div table span section aside ul")


def verdict_on(node: _Element) -> Verdict:
    """Return what becomes of an element."""
    attribute = node.get("class")
    verdict = verdict_on_class(attribute) if attribute else Verdict.KEEP
    if verdict is Verdict.KEEP and node.tag in LANDMARK_TAGS:
        verdict = verdict_on_landmark(node.get("role"), node.get("id"))
    if verdict is Verdict.DROP or verdict is Verdict.MATH:
        return verdict
    style = node.get("style")
    if style and is_hidden(style):
        return Verdict.DROP
    if style and is_transparent(style):
        return Verdict.BLANK
    return Verdict.DROP if node.get("hidden") is not None else verdict


def is_concealed(node: _Element) -> bool:
    """Return whether an element is not shown, and takes no place either."""
    return is_hidden(node.get("style") or "") or node.get("hidden") is not None


@lru_cache(maxsize=8_192)
def verdict_on_class(attribute: str) -> Verdict:
    """Return what becomes of an element with this class attribute."""
    names = attribute.split()
    found = {_VERDICTS[name] for name in names if name in _VERDICTS}
    if not found:
        return Verdict.KEEP
    if "dmbox-setindex" in names:
        # An index of things of one name is an article, not a disambiguation.
        return Verdict.DROP
    return next(verdict for verdict in _ORDER if verdict in found)


def verdict_on_landmark(role: str | None, identifier: str | None) -> Verdict:
    """Return what becomes of an element with this role and id."""
    if role == "navigation":
        return Verdict.DROP
    if role == "note":
        return Verdict.HATNOTE
    return _IDS.get(identifier, Verdict.KEEP) if identifier else Verdict.KEEP


def is_hidden(style: str) -> bool:
    """Return whether a style attribute keeps an element from being shown."""
    return "none" in style.lower() and _HIDDEN.search(style) is not None


def is_transparent(style: str) -> bool:
    """Return whether a style attribute keeps an element's place, but not its text."""
    return "hidden" in style.lower() and _TRANSPARENT.search(style) is not None


@lru_cache(maxsize=8_192)
def is_infobox(attribute: str) -> bool:
    """Return whether a table with this class attribute is an infobox."""
    return any(name == "infobox" or name.startswith("infobox-") for name in attribute.split())


def maintenance_names(attribute: str) -> list[str]:
    """Return the templates that a maintenance box names in its class attribute."""
    names = _MAINTENANCE_NAME.findall(attribute)
    return [" ".join(name.replace("_", " ").split()).lower() for name in names]
