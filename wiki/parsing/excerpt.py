"""A few blocks of a stored page, without reading the rest of it."""

from collections.abc import Collection, Mapping
from typing import Any

from wiki.parsing.elements import PageDocument
from wiki.parsing.feverous import read_feverous


def read_excerpt(page: Mapping[str, Any], blocks: Collection[str]) -> PageDocument:
    """The page with only these blocks and its headings, so that contexts can be told."""
    order = [
        address for address in page["order"] if address in blocks or address.startswith("section_")
    ]
    return read_feverous({**page, "order": order})
