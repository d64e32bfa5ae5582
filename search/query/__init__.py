"""The query language: text ─▶ tree ─▶ text. Pure: no Django, no engine.

Any text is a query. What cannot be understood is read as the words that it contains, and
`ParsedQuery.ignored` says what was left out.
"""

from search.query.correcting import correct_query, correctable_tokens
from search.query.parsing import LONGEST_QUERY, parse_query
from search.query.parts import with_any_word, without, words_of
from search.query.printing import print_query
from search.query.tree import (
    And,
    Fuzzy,
    HasTable,
    IgnoredPart,
    InCategory,
    LinksTo,
    Node,
    Not,
    Or,
    ParsedQuery,
    Pattern,
    Phrase,
    Prefix,
    Reason,
    TitlePrefix,
    Wildcard,
    Within,
    Word,
)

__all__ = [
    "LONGEST_QUERY",
    "And",
    "Fuzzy",
    "HasTable",
    "IgnoredPart",
    "InCategory",
    "LinksTo",
    "Node",
    "Not",
    "Or",
    "ParsedQuery",
    "Pattern",
    "Phrase",
    "Prefix",
    "Reason",
    "TitlePrefix",
    "Wildcard",
    "Within",
    "Word",
    "correct_query",
    "correctable_tokens",
    "parse_query",
    "print_query",
    "with_any_word",
    "without",
    "words_of",
]
