"""Parsing: from wikitext or HTML to page elements, without a database.

``parse_wikitext`` turns a page's source into a ``ParsedPage``; ``context_of`` returns what a reader
must know to understand an element; ``read_feverous`` and ``write_feverous`` convert FEVEROUS JSON.
"""

from wiki.parsing.context import UnknownAddressError, context_of, element_id, headers_of
from wiki.parsing.definitions import FindDefinition, plain_definition
from wiki.parsing.elements import (
    Block,
    Caption,
    Cell,
    Element,
    Item,
    Link,
    ListBlock,
    PageDocument,
    Section,
    Sentence,
    Table,
)
from wiki.parsing.facts import sentence_runs, table_sizes
from wiki.parsing.feverous import read_feverous, write_feverous
from wiki.parsing.feverous_schema import check_feverous
from wiki.parsing.limits import (
    DEFAULT_LIMITS,
    InvalidPageError,
    Limits,
    PageTooLargeError,
    ParsingError,
)
from wiki.parsing.page import ParsedPage, ParsedSentenceRun, TableSize
from wiki.parsing.titles import normalise_title
from wiki.parsing.wikitext import EXTRACTOR_VERSION, parse_wikitext

__all__ = [
    "DEFAULT_LIMITS",
    "EXTRACTOR_VERSION",
    "Block",
    "Caption",
    "Cell",
    "Element",
    "FindDefinition",
    "InvalidPageError",
    "Item",
    "Limits",
    "Link",
    "ListBlock",
    "PageDocument",
    "PageTooLargeError",
    "ParsedPage",
    "ParsedSentenceRun",
    "ParsingError",
    "Section",
    "Sentence",
    "Table",
    "TableSize",
    "UnknownAddressError",
    "check_feverous",
    "context_of",
    "element_id",
    "headers_of",
    "normalise_title",
    "parse_wikitext",
    "plain_definition",
    "read_feverous",
    "sentence_runs",
    "table_sizes",
    "write_feverous",
]
