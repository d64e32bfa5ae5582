"""A query's text into its tree. Nothing fails: what makes no sense is left out, and noted.

query   = {choice}                 all must match
choice  = unary {"OR" unary}       OR joins its two neighbours
unary   = ["-"] atom
atom    = "(" query ")" | word | "phrase" | operator:value | insource:/pattern/
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from search import analysis
from search.query import words
from search.query.lexing import Kind, Lexeme, lexemes
from search.query.printing import print_query
from search.query.tree import (
    And,
    Fuzzy,
    HasTable,
    Ignored,
    InCategory,
    Leaf,
    LinksTo,
    Node,
    Not,
    Or,
    ParsedQuery,
    Pattern,
    Prefix,
    Reason,
    TitlePrefix,
    Wildcard,
    Within,
    Word,
)

LONGEST_QUERY = 1000
LONGEST_PATTERN = 100
MOST_LEAVES = 50
MOST_EXPANDED = 5
DEEPEST = 10
# More would be no help to anyone.
MOST_IGNORED = 12
_LONGEST_NOTE = 80

# What a query ends with, and what is no atom.
_ENDS = frozenset({"end", "close"})
_NO_ATOMS = _ENDS | {"or"}
_BEFORE_ATOMS = frozenset({"and", "not"})

# A chunk without words is worth a note where it looks meant; "&" and the like are not.
_SIGNS = frozenset("*?~:/")

PARTS = {"intitle": "title", "inlead": "lead", "insection": "headings", "intable": "tables"}
# The operators that take a title or a category.
_NAMED: dict[str, Callable[[str], Node]] = {
    "incategory": InCategory,
    "linksto": LinksTo,
    "prefix": TitlePrefix,
}
# What is looked up among the words of the corpus.
_EXPANDED = (Prefix, Wildcard, Fuzzy)

N = TypeVar("N", bound=Node)


def parse_query(text: str) -> ParsedQuery:
    """What the text asks for."""
    ignored: list[Ignored] = []
    if len(text) > LONGEST_QUERY:
        cut = text[LONGEST_QUERY : LONGEST_QUERY + 20]
        ignored.append(Ignored(f"{cut}…", Reason.TOO_LONG))
        text = text[:LONGEST_QUERY]
    elif words.are_plain(text) and len(pieces := text.split()) <= MOST_LEAVES:
        # As most queries are: the parser would find nothing else in it.
        return ParsedQuery(_join(And, list(map(Word, pieces))))
    tree = _Parser(lexemes(text), ignored).read_all()
    return ParsedQuery(tree, tuple(ignored))


class _Parser:
    def __init__(self, found: list[Lexeme], ignored: list[Ignored]) -> None:
        self.lexemes = [*found, Lexeme("end", "")]
        self.position = 0
        # The kind of the next lexeme.
        self.next: Kind = self.lexemes[0].kind
        self.depth = 0
        # Inside of a minus or parentheses, where no pattern can be tried.
        self.nested = 0
        self.leaves = 0
        self.expanded = 0
        self.has_pattern = False
        self.ignored = ignored

    def ignore(self, text: str, reason: Reason) -> None:
        ignored = Ignored(text[:_LONGEST_NOTE], reason)
        if len(self.ignored) < MOST_IGNORED and ignored not in self.ignored:
            self.ignored.append(ignored)

    def _is_noted(self, lexeme: Lexeme) -> bool:
        return any(ignored.text == lexeme.text[:_LONGEST_NOTE] for ignored in self.ignored)

    def take(self) -> Lexeme:
        """The next lexeme, never the end."""
        taken = self.lexemes[self.position]
        self.position += 1
        self.next = self.lexemes[self.position].kind
        return taken

    def _at(self, kind: Kind) -> bool:
        return self.next == kind

    def read_all(self) -> Node | None:
        parts: list[Node] = []
        while not self._at("end"):
            part = self._query()
            parts += [] if part is None else [part]
            if self._at("close"):
                self.ignore(")", Reason.UNBALANCED_PARENTHESIS)
                self.take()
        return _join(And, parts)

    def _query(self) -> Node | None:
        parts: list[Node] = []
        while self.next not in _ENDS:
            part = self._choice()
            parts += [] if part is None else [part]
        return _join(And, parts)

    def _choice(self) -> Node | None:
        first = self._unary()
        if not self._at("or"):
            return first
        options = [self._option(first)]
        while self._at("or"):
            sign = self.take()
            after = self._option(self._unary()) if not self._at("or") else None
            if options[-1] is None or after is None:
                self.ignore(sign.text, Reason.DANGLING_OPERATOR)
            options.append(after)
        return _join(Or, [option for option in options if option is not None])

    def _option(self, node: Node | None) -> Node | None:
        """One side of OR, where no pattern can be tried."""
        if not isinstance(node, Pattern):
            return node
        self.has_pattern = False
        self.ignore(print_query(node), Reason.PATTERN_MISPLACED)
        return None

    def _unary(self) -> Node | None:
        sign: Lexeme | None = None
        while self.next in _BEFORE_ATOMS:
            lexeme = self.take()
            # AND says what is meant anyway.
            sign = lexeme if lexeme.kind == "not" else sign
        if sign is None:
            return self._atom()
        self.nested += 1
        child = self._atom()
        self.nested -= 1
        if child is None:
            self.ignore(sign.text, Reason.DANGLING_OPERATOR)
            return None
        return Not(child)

    def _atom(self) -> Node | None:
        if self.next in _NO_ATOMS:
            # Left where it is: whoever we are in will take it.
            return None
        lexeme = self.take()
        match lexeme.kind:
            case "plain":
                return self._counted(Word(lexeme.text), lexeme)
            case "word":
                return self._leaves(lexeme)
            case "quoted":
                return self._phrase(lexeme)
            case "operator":
                return self._operator(lexeme)
            case "open":
                return self._group()
            case "pattern":
                return self._pattern(lexeme)
        self.ignore('"', Reason.UNBALANCED_QUOTE)
        return None

    def _group(self) -> Node | None:
        if self.depth >= DEEPEST:
            self.ignore("(", Reason.TOO_DEEP)
            return None
        self.depth += 1
        self.nested += 1
        inside = self._query()
        self.nested -= 1
        self.depth -= 1
        if self._at("close"):
            self.take()
        else:
            self.ignore("(", Reason.UNBALANCED_PARENTHESIS)
        return inside

    def _leaves(self, lexeme: Lexeme) -> Node | None:
        found = self._word(lexeme)
        if not found and _SIGNS.intersection(lexeme.value) and not self._is_noted(lexeme):
            self.ignore(lexeme.text, Reason.EMPTY)
        return _join(And, list(found))

    def _word(self, lexeme: Lexeme) -> list[Leaf]:
        text = lexeme.value
        try:
            found = words.read_word(text)
        except words.WildcardTooEarlyError:
            self.ignore(text, Reason.WILDCARD_TOO_EARLY)
            found = words.without_signs(text)
        return [self._reachable(leaf, lexeme) for leaf in found if self._counted(leaf, lexeme)]

    def _reachable(self, leaf: Leaf, lexeme: Lexeme) -> Leaf:
        if not isinstance(leaf, Fuzzy) or leaf.distance <= words.LARGEST_DISTANCE:
            return leaf
        self.ignore(lexeme.text, Reason.TOO_FAR)
        return Fuzzy(leaf.text, words.LARGEST_DISTANCE)

    def _counted(self, leaf: N, lexeme: Lexeme) -> N | None:
        """The leaf, unless there are too many."""
        if self.leaves >= MOST_LEAVES:
            self.ignore(lexeme.text, Reason.TOO_MANY_WORDS)
            return None
        if isinstance(leaf, _EXPANDED):
            if self.expanded >= MOST_EXPANDED:
                self.ignore(lexeme.text, Reason.TOO_MANY_WILDCARDS)
                return None
            self.expanded += 1
        self.leaves += 1
        return leaf

    def _phrase(self, lexeme: Lexeme) -> Leaf | None:
        slop = int(lexeme.suffix[1:4] or 0)
        if slop > words.LARGEST_SLOP:
            self.ignore(lexeme.suffix, Reason.SLOP_TOO_LARGE)
            slop = words.LARGEST_SLOP
        phrase = words.read_phrase(lexeme.value, slop)
        if phrase is None:
            self.ignore(lexeme.text, Reason.EMPTY)
            return None
        return self._counted(phrase, lexeme)

    def _operator(self, lexeme: Lexeme) -> Node | None:
        name = lexeme.operator
        if name == "hastable":
            if lexeme.value:
                self.ignore(lexeme.value, Reason.UNUSED_VALUE)
            return self._counted(HasTable(), lexeme)
        if name in PARTS:
            return self._within(PARTS[name], lexeme)
        if name == "insource":
            self.ignore("insource:", Reason.PATTERN_REFUSED)
            return self._leaves(Lexeme("word", lexeme.value, lexeme.value))
        value = _name(lexeme.value)
        if analysis.fold_title(value) in ("", analysis.BREAK):
            self.ignore(lexeme.text, Reason.EMPTY)
            return None
        return self._counted(_NAMED[name](value), lexeme)

    def _within(self, part: str, lexeme: Lexeme) -> Node | None:
        if lexeme.is_quoted:
            phrase = self._phrase(lexeme)
            return None if phrase is None else Within(part, phrase)
        found = self._word(lexeme)
        if not found:
            self.ignore(lexeme.text, Reason.EMPTY)
        return _join(And, [Within(part, leaf) for leaf in found])

    def _pattern(self, lexeme: Lexeme) -> Pattern | None:
        if self.nested or self.has_pattern:
            self.ignore(lexeme.text, Reason.PATTERN_MISPLACED)
            return None
        if len(lexeme.value) > LONGEST_PATTERN:
            self.ignore(lexeme.text, Reason.PATTERN_REFUSED)
            return None
        self.has_pattern = True
        return Pattern(lexeme.value, ignores_case=lexeme.suffix == "i")


def _join(kind: type[And] | type[Or], parts: list[Node]) -> Node | None:
    """One node for all parts; nodes of the same kind are taken apart."""
    flat: list[Node] = []
    for part in parts:
        flat += part.children if isinstance(part, kind) else (part,)
    if len(flat) < 2:
        return flat[0] if flat else None
    return kind(tuple(flat))


def _name(value: str) -> str:
    """A title or category as it was typed, without what cannot stand in one."""
    printable = "".join(c if c.isprintable() else " " for c in value.replace("_", " "))
    return " ".join(printable.split())
