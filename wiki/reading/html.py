"""An escaping writer of HTML: text and attribute values are escaped, or they are no `Html`.

Names of tags and attributes come from our code; everything else may come from a page. Templates
would do the same, twenty times as slowly: a long article has thousands of cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape


class Html(str):
    """A piece of HTML whose values were escaped. Made only by this module's functions."""

    __slots__ = ()


Attributes = dict[str, str | int | bool | None]

NOTHING = Html()
# Most values have none of these: to look for all of them at once is five times as fast.
_has_special = re.compile("[&<>\"']").search


def _escaped(text: str) -> str:
    return escape(text) if _has_special(text) else text


def text_html(text: str) -> Html:
    """Return plain text as HTML."""
    return Html(_escaped(text))


def lines_html(text: str) -> Html:
    """Return plain text as HTML, with its line breaks."""
    return Html(_escaped(text).replace("\n", "<br>"))


def join_html(pieces: Iterable[Html], between: str = "") -> Html:
    """Return the pieces one after another; what is between them is escaped."""
    return Html(_escaped(between).join(pieces))


def element_html(
    tag: str, attributes: Attributes | Html, inner: Html = NOTHING, *more: Html
) -> Html:
    """Return an element with these attributes and contents."""
    return Html(f"<{tag}{attributes_html(attributes)}>{inner}{''.join(more)}</{tag}>")


def addressed_html(
    tag: str, kind: str, address: str, inner: Html, attributes: Attributes | Html = NOTHING
) -> Html:
    """Return an element of a page with its address."""
    place = _escaped(address)
    named = f' class="{_escaped(kind)}" id="{place}" data-address="{place}"'
    return Html(f"<{tag}{named}{attributes_html(attributes)}>{inner}</{tag}>")


def open_html(tag: str, attributes: Attributes | Html) -> Html:
    """Return an opening tag."""
    return Html(f"<{tag}{attributes_html(attributes)}>")


def attributes_html(attributes: Attributes | Html) -> Html:
    """Return attributes as they stand in an opening tag, unless they were written before.

    True writes an attribute without a value; None and False none.
    """
    if isinstance(attributes, Html):
        return attributes
    written = ""
    for name, value in attributes.items():
        if value is True:
            written += f" {name}"
        elif value is not None and value is not False:
            written += f' {name}="{_escaped(str(value))}"'
    return Html(written)


def close_html(tag: str) -> Html:
    """Return a closing tag."""
    return Html(f"</{tag}>")
