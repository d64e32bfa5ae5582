"""Words that open families of programs: superlatives, comparatives, counts, totals, quantifiers."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.tables.language import Comparison
from verifier.tables.words import word_set

LARGEST = word_set(
    "most highest largest greatest longest biggest top best maximum max latest oldest tallest "
    "heaviest last farthest deepest strongest major newest richest final"
)
SMALLEST = word_set(
    "least lowest fewest smallest shortest minimum min earliest youngest worst first fastest "
    "lightest nearest bottom quickest slowest poorest closest"
)
GREATER = word_set(
    "more higher greater larger longer later after older better above over exceed taller "
    "bigger heavier beyond past surpass outscore since"
)
LESS = word_set(
    "fewer less lower smaller shorter earlier before younger worse below under faster prior lighter"
)
NEGATIVE = word_set(
    "not no never n't neither nor none without fail unable nobody nothing cannot didn't "
    "doesn't isn't wasn't weren't don't won't different"
)
TOTAL = word_set("total combined sum altogether overall together combine accumulate")
AVERAGE = frozenset(["average", "mean"])
EVERY = word_set("all every each always any both entire")
ONLY = word_set("only single exclusively sole just unique")
MAJORITY = frozenset(["most", "majority", "mostly", "half"])
SAME = word_set("same both share equal tie also similar identical")
DIFFERENT = frozenset(["different", "distinct", "various", "unique", "separate"])
DIFFERENCE = word_set("difference differ more less fewer than gap margin apart later earlier")
FREQUENT = word_set("frequent frequently often common commonly most mode")


@dataclass(slots=True)
class Triggers:
    """Positions of trigger words in a statement, by family."""

    largest: list[int]
    smallest: list[int]
    greater: list[int]
    less: list[int]
    negative: list[int]
    total: list[int]
    average: list[int]
    every: list[int]
    only: list[int]
    majority: list[int]
    same: list[int]
    different: list[int]
    difference: list[int]
    frequent: list[int]


def find_triggers(tokens: list[str], stems: list[str]) -> Triggers:
    """Return where a statement contains trigger words."""

    def places(words: frozenset[str]) -> list[int]:
        return [
            place for place, token in enumerate(tokens) if token in words or stems[place] in words
        ]

    found = Triggers(
        largest=places(LARGEST),
        smallest=places(SMALLEST),
        greater=places(GREATER),
        less=places(LESS),
        negative=places(NEGATIVE),
        total=places(TOTAL),
        average=places(AVERAGE),
        every=places(EVERY),
        only=places(ONLY),
        majority=places(MAJORITY),
        same=places(SAME),
        different=places(DIFFERENT),
        difference=places(DIFFERENCE),
        frequent=places(FREQUENT),
    )
    for place, token in enumerate(tokens):
        if len(token) > 5 and token.endswith("est") and token not in SMALLEST | LARGEST | _NO_EST:
            found.largest.append(place)
        is_comparative = token.endswith("er") and tokens[place + 1 : place + 2] == ["than"]
        if is_comparative and place not in found.greater and place not in found.less:
            found.greater.append(place)
    return found


_NO_EST = word_set("contest interest request forest guest harvest protest honest invest")


def comparison_before(tokens: list[str], place: int) -> Comparison | None:
    """Return the comparison that the words before a number ask for: "more than 5", "at least 5"."""
    before = tokens[max(0, place - 4) : place]
    if not before:
        return None
    joined = " ".join(before)
    for words, comparison in _PHRASES:
        if words in joined:
            return comparison
    if before[-1] in {"over", "above", "after", "exceed", "exceeding", "since"}:
        return Comparison.GREATER
    if before[-1] in {"under", "below", "before"}:
        return Comparison.LESS
    if tokens[place + 1 : place + 3] == ["or", "more"] or tokens[place + 1 : place + 2] == ["+"]:
        return Comparison.AT_LEAST
    if tokens[place + 1 : place + 3] in (["or", "less"], ["or", "fewer"]):
        return Comparison.AT_MOST
    return None


_PHRASES = (
    ("at least", Comparison.AT_LEAST),
    ("no less than", Comparison.AT_LEAST),
    ("at most", Comparison.AT_MOST),
    ("no more than", Comparison.AT_MOST),
    ("more than", Comparison.GREATER),
    ("greater than", Comparison.GREATER),
    ("higher than", Comparison.GREATER),
    ("larger than", Comparison.GREATER),
    ("later than", Comparison.GREATER),
    ("longer than", Comparison.GREATER),
    ("better than", Comparison.GREATER),
    ("less than", Comparison.LESS),
    ("fewer than", Comparison.LESS),
    ("lower than", Comparison.LESS),
    ("smaller than", Comparison.LESS),
    ("earlier than", Comparison.LESS),
    ("shorter than", Comparison.LESS),
    ("worse than", Comparison.LESS),
)
