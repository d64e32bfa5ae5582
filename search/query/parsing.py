"""A query's text into its tree. Nothing fails: what makes no sense is left out, and noted.

query   = {choice}                 all must match
choice  = unary {"OR" unary}       OR joins its two neighbours
unary   = ["-"] atom
atom    = "(" query ")" | word | "phrase" | operator:value | insource:/pattern/
"""

from __future__ import annotations

from dataclasses import dataclass, field

from search import analysis
from search.query import words
from search.query.lexing import Kind, Lexeme, lexemes
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
)

LONGEST_QUERY = 1000
LONGEST_PATTERN = 100
MOST_LEAVES = 50
MOST_EXPANDED = 5
DEEPEST = 10
# More would be no help to anyone.
MOST_IGNORED = 12

# A chunk without words is worth a note where it looks meant; "&" and the like are not.
_SIGNS = frozenset("*?~:/")

PARTS = {"intitle": "title", "inlead": "lead", "insection": "headings", "intable": "tables"}


def parse_query(text: str) -> ParsedQuery:
    """What the text asks for."""
    parser = _Parser()
    if len(text) > LONGEST_QUERY:
        parser.ignore(text[LONGEST_QUERY : LONGEST_QUERY + 20] + "…", Reason.TOO_LONG)
        text = text[:LONGEST_QUERY]
    parser.lexemes = list(lexemes(text))
    tree = parser.read_all()
    return ParsedQuery(tree, tuple(dict.fromkeys(parser.ignored)))


@dataclass(slots=True)
class _Parser:
    lexemes: list[Lexeme] = field(default_factory=list)
    position: int = 0
    depth: int = 0
    # Inside of OR, a minus or parentheses, where no pattern can be tried.
    nested: int = 0
    leaves: int = 0
    expanded: int = 0
    has_pattern: bool = False
    ignored: list[Ignored] = field(default_factory=list)

    def ignore(self, text: str, reason: Reason) -> None:
        if len(self.ignored) < MOST_IGNORED:
            self.ignored.append(Ignored(text[:80], reason))

    def read_all(self) -> Node | None:
        parts: list[Node] = []
        while self.position < len(self.lexemes):
            part = self._query()
            parts += [] if part is None else [part]
            if self._at(Kind.CLOSE):
                self.ignore(")", Reason.UNBALANCED_PARENTHESIS)
                self.position += 1
        return _join(And, parts)

    def _at(self, *kinds: Kind) -> bool:
        return self.position < len(self.lexemes) and self.lexemes[self.position].kind in kinds

    def _query(self) -> Node | None:
        parts: list[Node] = []
        while self.position < len(self.lexemes) and not self._at(Kind.CLOSE):
            part = self._choice()
            parts += [] if part is None else [part]
        return _join(And, parts)

    def _choice(self) -> Node | None:
        is_choice = self._or_follows()
        self.nested += is_choice
        options = [self._unary()]
        while self._at(Kind.OR):
            sign = self.lexemes[self.position]
            self.position += 1
            after = self._unary() if not self._at(Kind.OR) else None
            if options[-1] is None or after is None:
                self.ignore(sign.text, Reason.DANGLING_OPERATOR)
            options.append(after)
        self.nested -= is_choice
        return _join(Or, [option for option in options if option is not None])

    def _or_follows(self) -> bool:
        """Whether the next atom is joined to another by OR."""
        place, depth = self.position, 0
        while place < len(self.lexemes):
            kind = self.lexemes[place].kind
            depth += (kind is Kind.OPEN) - (kind is Kind.CLOSE)
            place += 1
            if depth <= 0 and kind is not Kind.NOT:
                break
        return place < len(self.lexemes) and self.lexemes[place].kind is Kind.OR

    def _unary(self) -> Node | None:
        if self._at(Kind.NOT):
            sign = self.lexemes[self.position]
            self.position += 1
            while self._at(Kind.NOT):
                self.position += 1
            self.nested += 1
            child = self._atom()
            self.nested -= 1
            if child is None:
                self.ignore(sign.text, Reason.DANGLING_OPERATOR)
                return None
            return Not(child)
        return self._atom()

    def _atom(self) -> Node | None:
        if self.position >= len(self.lexemes) or self._at(Kind.CLOSE):
            return None
        lexeme = self.lexemes[self.position]
        if lexeme.kind is Kind.OR:
            # Left where it is: the choice that we are in will take it.
            return None
        self.position += 1
        match lexeme.kind:
            case Kind.OPEN:
                return self._group()
            case Kind.WORD:
                return self._leaves(lexeme)
            case Kind.QUOTED:
                return self._phrase(lexeme)
            case Kind.OPERATOR:
                return self._operator(lexeme)
            case Kind.PATTERN:
                return self._pattern(lexeme)
            case Kind.STRAY_QUOTE:
                self.ignore('"', Reason.UNBALANCED_QUOTE)
        # AND says what is meant anyway.
        return self._atom() if lexeme.kind is Kind.AND else None

    def _group(self) -> Node | None:
        if self.depth >= DEEPEST:
            self.ignore("(", Reason.TOO_DEEP)
            return None
        self.depth += 1
        self.nested += 1
        inside = self._query()
        self.nested -= 1
        self.depth -= 1
        if self._at(Kind.CLOSE):
            self.position += 1
        else:
            self.ignore("(", Reason.UNBALANCED_PARENTHESIS)
        return inside

    def _leaves(self, lexeme: Lexeme) -> Node | None:
        noted = len(self.ignored)
        found = self._counted(self._word(lexeme.value), lexeme)
        if not found and noted == len(self.ignored) and _SIGNS.intersection(lexeme.value):
            self.ignore(lexeme.text, Reason.EMPTY)
        return _join(And, list(found))

    def _word(self, text: str) -> list[Leaf]:
        try:
            return words.read_word(text)
        except words.WildcardTooEarlyError:
            self.ignore(text, Reason.WILDCARD_TOO_EARLY)
            return words.without_wildcards(text)

    def _counted(self, found: list[Leaf], lexeme: Lexeme) -> list[Leaf]:
        """The leaves, without those that are too many."""
        kept: list[Leaf] = []
        for leaf in found:
            if self.leaves >= MOST_LEAVES:
                self.ignore(lexeme.text, Reason.TOO_MANY_WORDS)
                break
            if isinstance(leaf, Prefix | Wildcard | Fuzzy):
                if self.expanded >= MOST_EXPANDED:
                    self.ignore(lexeme.text, Reason.TOO_MANY_WILDCARDS)
                    continue
                self.expanded += 1
            self.leaves += 1
            kept.append(leaf)
        return kept

    def _phrase(self, lexeme: Lexeme) -> Leaf | None:
        slop = int(lexeme.suffix[1:4] or 0)
        if slop > words.LARGEST_SLOP:
            self.ignore(lexeme.suffix, Reason.SLOP_TOO_LARGE)
            slop = words.LARGEST_SLOP
        phrase = words.read_phrase(lexeme.value, slop)
        if phrase is None:
            self.ignore(lexeme.text, Reason.EMPTY)
            return None
        counted = self._counted([phrase], lexeme)
        return counted[0] if counted else None

    def _operator(self, lexeme: Lexeme) -> Node | None:
        name = lexeme.operator
        if name == "hastable":
            if lexeme.value:
                self.ignore(lexeme.value, Reason.UNUSED_VALUE)
            return HasTable()
        if name in PARTS:
            return self._within(PARTS[name], lexeme)
        if name == "insource":
            self.ignore("insource:", Reason.PATTERN_REFUSED)
            return self._leaves(Lexeme(Kind.WORD, lexeme.text, lexeme.value))
        value = _name(lexeme.value)
        if not analysis.fold_title(value):
            self.ignore(lexeme.text, Reason.EMPTY)
            return None
        if self.leaves >= MOST_LEAVES:
            self.ignore(lexeme.text, Reason.TOO_MANY_WORDS)
            return None
        self.leaves += 1
        if name == "incategory":
            return InCategory(value)
        return LinksTo(value) if name == "linksto" else TitlePrefix(value)

    def _within(self, part: str, lexeme: Lexeme) -> Node | None:
        if lexeme.is_quoted:
            phrase = self._phrase(lexeme)
            return None if phrase is None else Within(part, phrase)
        found = self._counted(self._word(lexeme.value), lexeme)
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
