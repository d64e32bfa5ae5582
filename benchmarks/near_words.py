"""Near words and patterns: rapidfuzz beside pure Python, Rust's regex beside Python's."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from functools import partial
from statistics import median

from rapidfuzz import process
from rapidfuzz.distance import OSA

from benchmarks.harness import Figure
from search.engines.patterns import Matcher

TITLE = "Near words and patterns"
WORDS = 20_000
SENTENCES = 4_000
ROUNDS = 5
PATTERN = r"\b[A-Z]\w+ (?:18|19)\d\d\b"
LETTERS = "etaoinshrdlucmfwypvbgkqjxz"


def run() -> list[Figure]:
    chance = random.Random(7)
    words = [_word(chance) for _ in range(WORDS)]
    sentences = [
        f"{' '.join(chance.choices(words, k=18))} {chance.choice(words).title()} 19{at % 100:02d}."
        for at in range(SENTENCES)
    ]
    figures = [Figure("words compared", WORDS), Figure("sentences searched", SENTENCES)]
    for far in (1, 2):
        ours = _milliseconds(partial(_near, words, far))
        python = _milliseconds(partial(_near_in_python, words, far))
        figures += [
            Figure(f"a word compared with all, {far} away: rapidfuzz", ours, "ms"),
            Figure(f"a word compared with all, {far} away: pure Python", python, "ms"),
            Figure(f"a word compared with all, {far} away: ratio", python / ours, "times"),
        ]
    matcher, expression = Matcher(PATTERN, ignores_case=False), re.compile(PATTERN)
    rust = _milliseconds(lambda: sum(matcher.matches(text) for text in sentences))
    python = _milliseconds(lambda: sum(bool(expression.search(text)) for text in sentences))
    return [
        *figures,
        Figure("a pattern on all sentences: Rust's regex", rust, "ms"),
        Figure("a pattern on all sentences: Python's re, not bounded", python, "ms"),
        Figure("a pattern on all sentences: ours to Python's", rust / python, "times"),
    ]


def _word(chance: random.Random) -> str:
    return "".join(chance.choices(LETTERS, range(len(LETTERS), 0, -1), k=chance.randint(3, 11)))


def _near(words: list[str], far: int) -> int:
    found = process.extract("tenaroin", words, scorer=OSA.distance, score_cutoff=far, limit=None)
    return len(found)


def _near_in_python(words: list[str], far: int) -> int:
    near = (word for word in words if abs(len(word) - len("tenaroin")) <= far)
    return sum(_distance("tenaroin", word) <= far for word in near)


def _distance(first: str, second: str) -> int:
    """Return the optimal string alignment distance, row by row."""
    before: list[int] = []
    row = list(range(len(second) + 1))
    for at, letter in enumerate(first, start=1):
        earlier, before, row = before, row, [at]
        for place, other in enumerate(second, start=1):
            cost = min(before[place] + 1, row[-1] + 1, before[place - 1] + (letter != other))
            if at > 1 and place > 1 and letter == second[place - 2] and first[at - 2] == other:
                cost = min(cost, earlier[place - 2] + 1)
            row.append(cost)
    return row[-1]


def _milliseconds(work: Callable[[], object]) -> float:
    """Return the processor time of the work: the median of several rounds."""
    taken = []
    for _ in range(ROUNDS):
        started = time.process_time()
        work()
        taken.append(time.process_time() - started)
    return 1000 * median(taken)
