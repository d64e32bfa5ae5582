"""Targets of rendered links, inside the wiki or outside it."""

import re
from urllib.parse import unquote

from lxml.etree import _Element

from wiki.parsing.expansion import resolve_target

_ABSOLUTE = re.compile(
    r"(?:https?:)?//([^/?#]+)([^?#]*)(\?[^#]*)?(#.*)?", re.IGNORECASE | re.DOTALL
)
_QUERY_TITLE = re.compile(r"[?&]title=([^&#]*)")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_ARTICLE_PATH = "/wiki/"
# MediaWiki titles have at most 255 bytes; prefixes and fragments add to that.
_LONGEST = 1_000
_FOREIGN_RELATIONS = ("mw:ExtLink", "mw:WikiLink/Interwiki", "mw:MediaLink")
_FOREIGN_CLASSES = frozenset(
    ["external", "extiw", "mw-selflink-fragment", "mw-magiclink-isbn", "internal", "image"]
)


def host_of(href: str) -> str:
    """Return the host of a URL without its mobile part, or "" if it has none."""
    match = _ABSOLUTE.match(href)
    return match[1].lower().replace(".m.", ".") if match else ""


def link_target(node: _Element, *, title: str, host: str) -> str:
    """Return the title (and fragment) that an ``<a>`` leads to, or "" if it leaves the wiki."""
    classes = (node.get("class") or "").split()
    if not _FOREIGN_CLASSES.isdisjoint(classes) or (node.get("rel") or "").startswith(
        _FOREIGN_RELATIONS
    ):
        return ""
    href = node.get("href")
    if href is None:
        return title if "selflink" in classes or "mw-selflink" in classes else ""
    target = resolve_href(href, host=host)
    # "[[#History]]" leads to the same page and is not a link; Parsoid writes it with the title.
    return "" if target.startswith(f"{title}#") else target


def resolve_href(href: str, *, host: str) -> str:
    """Return the title (and fragment) of a URL within the wiki."""
    if len(href) > _LONGEST:
        return ""
    if href.startswith("./"):
        path = href[2:]
    elif href.startswith(_ARTICLE_PATH):
        path = href[len(_ARTICLE_PATH) :]
    elif href.startswith("../"):
        path = href.lstrip("./")
    elif href.startswith("/") and not href.startswith("//"):
        return _from_query(href)
    else:
        return _resolve_absolute(href, host)
    if "redlink=1" not in path and "?" in path and "title=" in path:
        return _from_query(path)
    name, _, fragment = path.partition("#")
    return _resolve(name.partition("?")[0], fragment)


def _resolve_absolute(href: str, host: str) -> str:
    match = _ABSOLUTE.fullmatch(href)
    if match is None:
        return ""
    found = host_of(href)
    # A page that does not name its host may link to any Wikipedia.
    if found != host if host else not found.endswith(".wikipedia.org"):
        return ""
    path, fragment = match[2], (match[4] or "").removeprefix("#")
    if path.startswith(_ARTICLE_PATH):
        return _resolve(path[len(_ARTICLE_PATH) :], fragment)
    return _from_query(href)


def _from_query(href: str) -> str:
    """Return the title in ``/w/index.php?title=…``; URLs of actions count only for red links."""
    match = _QUERY_TITLE.search(href)
    if match is None or ("action=" in href and "redlink=1" not in href):
        return ""
    return _resolve(match[1], href.partition("#")[2])


def _resolve(name: str, fragment: str) -> str:
    target = name
    if fragment:
        target = f"{name}#{fragment}"
    if "%" in target:
        # An escaped "#" would be part of the title, where it is not allowed: not a page.
        if "%23" in name:
            return ""
        target = unquote(target)
    if _CONTROL.search(target):
        return ""
    return resolve_target(target.replace("&", "&amp;"))
