"""Rules for rendered HTML: the classes of elements around the article and their treatment.

MediaWiki, Parsoid and the English Wikipedia's modules use classes to mark what they add to the
text. A page has a few hundred elements but only a few dozen different class attributes, so the
treatment of each attribute is cached.
"""

import re
from enum import IntEnum
from functools import lru_cache

from lxml.etree import _Element


class Treatment(IntEnum):
    """The treatment of an element."""

    KEEP = 0
    # Left out completely.
    DROP = 1
    # Left out, and the punctuation around it repaired.
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
    # Takes up space but shows nothing (used to align figures).
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
_TREATMENTS: dict[str, Treatment] = {
    name: treatment
    for treatment, names in (
        (Treatment.DROP, _NAVIGATION | _REFERENCES | _MEDIA),
        (Treatment.GAP, _words("noprint Inline-Template ext-phonos autonumber")),
        (Treatment.HATNOTE, _words("hatnote dablink rellink")),
        (Treatment.MAINTENANCE, _words("ambox")),
        (Treatment.CITATION, _words("citation")),
        (Treatment.MATH, _words("mwe-math-element")),
        (
            Treatment.COORDINATES,
            _words("geo-inline geo-default geo-nondefault geo-dms geo-dec geo"),
        ),
        (Treatment.GAP, _words("geo-multi-punct")),
        (Treatment.ERROR, _words("scribunto-error")),
        (Treatment.DISAMBIGUATION, _words("dmbox")),
    )
    for name in names
}
# If an element has several of these classes, the first in this order decides.
_ORDER = (
    Treatment.MAINTENANCE,
    Treatment.DISAMBIGUATION,
    Treatment.HATNOTE,
    Treatment.DROP,
    Treatment.COORDINATES,
    Treatment.GAP,
    Treatment.CITATION,
    Treatment.MATH,
    Treatment.ERROR,
)
_IDS = {
    "toc": Treatment.DROP,
    "catlinks": Treatment.DROP,
    "coordinates": Treatment.GAP,
    "siteSub": Treatment.DROP,
    "contentSub": Treatment.DROP,
    "jump-to-nav": Treatment.DROP,
    "disambigbox": Treatment.DISAMBIGUATION,
    "stub": Treatment.DROP,
}
_HIDDEN = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_TRANSPARENT = re.compile(r"visibility\s*:\s*hidden", re.IGNORECASE)
_MAINTENANCE_NAME = re.compile(r"(?:^|\s)(?:am)?box-(\S+)")

# Elements that are never read.
DROPPED_TAGS = _words("""
    head title base link meta style script noscript template figure figure-inline figcaption img
    picture video audio source track map area iframe frame frameset object embed applet canvas svg
    form input button select option textarea datalist nav col colgroup progress meter dialog
""")
HEADING_TAGS = _words("h2 h3 h4 h5 h6")
LIST_MARKS = {"ul": "*", "ol": "#", "dl": ":"}
ENTRY_TAGS = _words("li dt dd")
TERM_MARKS = {"dt": ";", "dd": ":"}
# Elements that start and end a line.
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


def treatment_of(node: _Element) -> Treatment:
    """Return the treatment of an element."""
    attribute = node.get("class")
    treatment = treatment_of_class(attribute) if attribute else Treatment.KEEP
    if treatment is Treatment.KEEP and node.tag in LANDMARK_TAGS:
        treatment = treatment_of_landmark(node.get("role"), node.get("id"))
    if treatment is Treatment.DROP or treatment is Treatment.MATH:
        return treatment
    style = node.get("style")
    if style and is_hidden(style):
        return Treatment.DROP
    if style and is_transparent(style):
        return Treatment.BLANK
    return Treatment.DROP if node.get("hidden") is not None else treatment


def is_concealed(node: _Element) -> bool:
    """Return whether an element is not shown and takes up no space."""
    return is_hidden(node.get("style") or "") or node.get("hidden") is not None


@lru_cache(maxsize=8_192)
def treatment_of_class(attribute: str) -> Treatment:
    """Return the treatment of an element with this class attribute."""
    names = attribute.split()
    found = {_TREATMENTS[name] for name in names if name in _TREATMENTS}
    if not found:
        return Treatment.KEEP
    if "dmbox-setindex" in names:
        # A set index is an article, not a disambiguation page.
        return Treatment.DROP
    return next(treatment for treatment in _ORDER if treatment in found)


def treatment_of_landmark(role: str | None, identifier: str | None) -> Treatment:
    """Return the treatment of an element with this role and id."""
    if role == "navigation":
        return Treatment.DROP
    if role == "note":
        return Treatment.HATNOTE
    return _IDS.get(identifier, Treatment.KEEP) if identifier else Treatment.KEEP


def is_hidden(style: str) -> bool:
    """Return whether a style attribute hides an element."""
    return "none" in style.lower() and _HIDDEN.search(style) is not None


def is_transparent(style: str) -> bool:
    """Return whether a style attribute hides an element but keeps its space."""
    return "hidden" in style.lower() and _TRANSPARENT.search(style) is not None


@lru_cache(maxsize=8_192)
def is_infobox(attribute: str) -> bool:
    """Return whether a table with this class attribute is an infobox."""
    return any(name == "infobox" or name.startswith("infobox-") for name in attribute.split())


def maintenance_names(attribute: str) -> list[str]:
    """Return the names of templates in the class attribute of a maintenance box."""
    names = _MAINTENANCE_NAME.findall(attribute)
    return [" ".join(name.replace("_", " ").split()).lower() for name in names]
