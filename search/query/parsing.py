"""The parser: a query's text into its tree. Nothing fails: what makes no sense is noted.

query   = {choice}                 all must match
choice  = unary {"OR" unary}       OR joins its two neighbours
unary   = ["-"] atom
atom    = "(" query ")" | word | "phrase" | operator:value | insource:/pattern/
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from search import analysis
from search.lengths import LONGEST_WORD
from search.query import names, unread, words
from search.query.lexing import Lexeme, LexemeKind, lexemes
from search.query.printing import print_query
from search.query.tree import (
    And,
    ExpandedLeaf,
    Fuzzy,
    HasTable,
    IgnoredPart,
    InCategory,
    Leaf,
    LinksTo,
    Node,
    Not,
    Or,
    ParsedQuery,
    Pattern,
    Phrase,
    Reason,
    TitlePrefix,
    Within,
    Word,
    join,
)

LONGEST_QUERY = 1000
LONGEST_PATTERN = 100
MOST_LEAVES = 50
MOST_EXPANDED = 5
DEEPEST = 10
# More would not help anybody.
MOST_IGNORED = 12
_LONGEST_NOTE = 80
# The length of the shown beginning of the text that was cut off.
_LONGEST_CUT = 20

_ARRANGEMENTS = words.MOST_ARRANGEMENTS

# The ends of a query, and lexemes that are no atoms.
_ENDS = frozenset({"end", "close"})
_NO_ATOMS = _ENDS | {"or"}
_BEFORE_ATOMS = frozenset({"and", "not"})
_ONE_NOT = frozenset({"NOT", "-", "!"})

# A word of these signs only is worth a note; of "&" and the like it is not.
_SIGNS = frozenset("*?~:/")

PARTS = {"intitle": "title", "inlead": "lead", "insection": "headings", "intable": "tables"}
# The operators that take a title or a category, and how it is read.
_NAMED: dict[str, tuple[Callable[[str], Node], Callable[[str], str]]] = {
    "incategory": (InCategory, names.read_category),
    "linksto": (LinksTo, names.read_title),
    "prefix": (TitlePrefix, names.read_title),
}
N = TypeVar("N", bound=Node)


def parse_query(text: str) -> ParsedQuery:
    """Return the tree of a query."""
    ignored: list[IgnoredPart] = []
    if len(text) > LONGEST_QUERY:
        end = _end_of_words(text)
        cut = " ".join(text[end : end + _LONGEST_CUT].split())
        ignored.append(IgnoredPart(f"{cut}…", Reason.TOO_LONG))
        text = text[:end]
    elif words.are_plain(text) and len(pieces := text.split()) <= MOST_LEAVES:
        # Most queries: the parser would give the same tree.
        return ParsedQuery(join(And, list(map(Word, pieces))))
    tree = _Parser(lexemes(text), ignored).read_all()
    return ParsedQuery(tree, tuple(ignored))


def _end_of_words(text: str) -> int:
    """Return the length that is read of a long text, which ends between two words."""
    end = text.rfind(" ", LONGEST_QUERY - LONGEST_WORD, LONGEST_QUERY + 1)
    return end if end > 0 else LONGEST_QUERY


class _Parser:
    def __init__(self, found: list[Lexeme], ignored: list[IgnoredPart]) -> None:
        self.lexemes = [*found, Lexeme("end", "")]
        self.position = 0
        # The kind of the next lexeme.
        self.next: LexemeKind = self.lexemes[0].kind
        self.depth = 0
        # The depth inside a minus or parentheses, where no pattern can be tried.
        self.nested = 0
        self.leaves = 0
        # Whether there were too many leaves, and that was noted.
        self.is_full = False
        self.expanded = 0
        # The number of arrangements of the words of near phrases.
        self.arrangements = 0
        self.has_pattern = False
        self.ignored = ignored

    def ignore(self, text: str, reason: Reason) -> None:
        ignored = IgnoredPart(text[:_LONGEST_NOTE], reason)
        if ignored in self.ignored or len(self.ignored) > MOST_IGNORED:
            return
        if len(self.ignored) == MOST_IGNORED:
            ignored = IgnoredPart("…", Reason.AND_MORE)
        self.ignored.append(ignored)

    def _is_noted(self, lexeme: Lexeme) -> bool:
        return any(ignored.text == lexeme.text[:_LONGEST_NOTE] for ignored in self.ignored)

    def take(self) -> Lexeme:
        """Return the next lexeme, never the end, and move on."""
        taken = self.lexemes[self.position]
        self.position += 1
        self.next = self.lexemes[self.position].kind
        return taken

    def _at(self, kind: LexemeKind) -> bool:
        return self.next == kind

    def read_all(self) -> Node | None:
        parts: list[Node] = []
        while not self._at("end"):
            part = self._query()
            parts += [] if part is None else [part]
            if self._at("close"):
                self.ignore(")", Reason.UNBALANCED_PARENTHESIS)
                self.take()
        return join(And, parts)

    def _query(self) -> Node | None:
        parts: list[Node] = []
        while self.next not in _ENDS:
            if self._at("and") and not parts:
                self.ignore(self.lexemes[self.position].text, Reason.DANGLING_OPERATOR)
            part = self._choice()
            parts += [] if part is None else [part]
        return join(And, parts)

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
        return join(Or, [option for option in options if option is not None])

    def _option(self, node: Node | None) -> Node | None:
        """Return one side of OR, unless it is a pattern, which cannot be tried there."""
        if not isinstance(node, Pattern):
            return node
        self.has_pattern = False
        self.ignore(print_query(node), Reason.PATTERN_MISPLACED)
        return None

    def _unary(self) -> Node | None:
        sign: Lexeme | None = None
        before: Lexeme | None = None
        while self.next in _BEFORE_ATOMS:
            lexeme = self.take()
            # AND has no effect where it joins something.
            if lexeme.kind == "and" and (before is not None or self.next in _NO_ATOMS):
                self.ignore(lexeme.text, Reason.DANGLING_OPERATOR)
            if lexeme.kind == "not":
                if sign is not None or lexeme.text not in _ONE_NOT:
                    self.ignore(lexeme.text, Reason.REPEATED_MINUS)
                sign = lexeme
            before = lexeme
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
            # Not taken: the caller will take it.
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
        if not found:
            if not lexeme.value.strip("-"):
                self.ignore(lexeme.text, Reason.LONE_MINUS)
            elif _SIGNS.intersection(lexeme.value) and not self._is_noted(lexeme):
                self.ignore(lexeme.text, Reason.EMPTY)
        return join(And, list(found))

    def _word(self, lexeme: Lexeme) -> list[Leaf]:
        text = lexeme.value
        for symbols in unread.symbols(text):
            self.ignore(symbols, Reason.NO_WORD)
        try:
            found = words.read_word(text)
        except words.WildcardTooEarlyError:
            self.ignore(text, Reason.WILDCARD_TOO_EARLY)
            found = words.without_signs(text)
        except words.UnsegmentedScriptError:
            self.ignore(text, Reason.UNSEGMENTED_SCRIPT)
            found = words.without_signs(text)
        else:
            if found and ("~" in text or "?" in text):
                self._note_lost_signs(lexeme, found)
        return [self._reachable(leaf, lexeme) for leaf in found if self._counted(leaf, lexeme)]

    def _note_lost_signs(self, lexeme: Lexeme, found: list[Leaf]) -> None:
        if unread.lost_tilde(lexeme.value, found):
            self.ignore(lexeme.text, Reason.SIGN_MISPLACED)
        # The question mark of a question need not be noted.
        ends_question = self._at("end") and self.position > 1
        if unread.lost_question_mark(lexeme.value, found) and not ends_question:
            self.ignore(lexeme.text, Reason.QUESTION_MARK)

    def _reachable(self, leaf: Leaf, lexeme: Lexeme) -> Leaf:
        if not isinstance(leaf, Fuzzy) or leaf.distance <= words.LARGEST_DISTANCE:
            return leaf
        self.ignore(lexeme.text, Reason.TOO_FAR)
        return Fuzzy(leaf.text, words.LARGEST_DISTANCE)

    def _counted(self, leaf: N, lexeme: Lexeme) -> N | None:
        """Return the leaf, unless there are too many."""
        if self.leaves >= MOST_LEAVES:
            if not self.is_full:
                self.is_full = True
                self.ignore(f"{lexeme.text[:_LONGEST_CUT]}…", Reason.TOO_MANY_WORDS)
            return None
        if isinstance(leaf, ExpandedLeaf):
            if self.expanded >= MOST_EXPANDED:
                self.ignore(lexeme.text, Reason.TOO_MANY_WILDCARDS)
                return None
            self.expanded += 1
        self.leaves += 1
        return leaf

    def _phrase(self, lexeme: Lexeme) -> Leaf | None:
        for symbols in unread.symbols(lexeme.value):
            self.ignore(symbols, Reason.NO_WORD)
        slop = int(lexeme.suffix[1:] or 0)
        phrase = words.read_phrase(lexeme.value, min(slop, words.LARGEST_SLOP))
        if phrase is None:
            self.ignore(lexeme.text, Reason.EMPTY)
            return None
        if unread.has_signs_in_phrase(lexeme.value):
            self.ignore(lexeme.text, Reason.SIGN_MISPLACED)
        if lexeme.suffix and (lexeme.suffix == "~" or " " not in phrase.text):
            self.ignore(lexeme.text, Reason.SLOP_UNUSED)
        elif slop:
            phrase = self._near(phrase)
            if phrase.slop < slop:
                self.ignore(lexeme.text, Reason.SLOP_TOO_LARGE)
        return self._counted(phrase, lexeme)

    def _near(self, phrase: Phrase) -> Phrase:
        """Return a near phrase with a distance that gives few enough arrangements."""
        while phrase.slop and self.arrangements + words.arrangements(phrase) > _ARRANGEMENTS:
            phrase = Phrase(phrase.text, phrase.slop - 1)
        self.arrangements += words.arrangements(phrase)
        return phrase

    def _operator(self, lexeme: Lexeme) -> Node | None:
        name = lexeme.operator
        if name == "hastable":
            if lexeme.value:
                self.ignore(lexeme.value, Reason.UNUSED_VALUE)
            return self._counted(HasTable(), lexeme)
        if name in PARTS:
            return self._within(PARTS[name], lexeme)
        if name == "insource":
            self.ignore("insource:", Reason.PATTERN_UNMARKED)
            value = Lexeme("word", lexeme.value, lexeme.value)
            return self._leaves(value) if lexeme.value else None
        make, read = _NAMED[name]
        named = read(lexeme.value)
        if analysis.fold_title(named) in ("", analysis.BREAK):
            self.ignore(lexeme.text, Reason.EMPTY)
            return None
        return self._counted(make(named), lexeme)

    def _within(self, part: str, lexeme: Lexeme) -> Node | None:
        if lexeme.is_quoted:
            phrase = self._phrase(lexeme)
            return None if phrase is None else Within(part, phrase)
        found = self._word(lexeme)
        if not found:
            self.ignore(lexeme.text, Reason.EMPTY)
        elif lexeme.value[0] in "-!":
            self.ignore(lexeme.text, Reason.MINUS_INSIDE)
        return join(And, [Within(part, leaf) for leaf in found])

    def _pattern(self, lexeme: Lexeme) -> Pattern | None:
        if self.nested or self.has_pattern:
            self.ignore(lexeme.text, Reason.PATTERN_MISPLACED)
            return None
        if len(lexeme.value) > LONGEST_PATTERN:
            self.ignore(lexeme.text, Reason.PATTERN_TOO_LONG)
            return None
        self.has_pattern = True
        return Pattern(lexeme.value, ignores_case=lexeme.suffix == "i")
