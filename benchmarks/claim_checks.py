"""The time of the checks that run while a claim is typed: one alone, and all over HTTP."""

from __future__ import annotations

import random
from time import process_time

from annotation.rules.checks.duplicates import KnownClaim, MemoryIndex, check_duplicate
from benchmarks._child import run_in_child
from benchmarks.harness import Figure

TITLE = "Checks while a claim is written"
CLAIMS = 100_000
WORDS = 12
# Claims of the campaign in which the whole request is timed.
WRITTEN = 10_000


def run() -> list[Figure]:
    claims = _claims()
    index = MemoryIndex(KnownClaim(str(number), text) for number, text in enumerate(claims))
    times = []
    for text in claims[:: CLAIMS // 200]:
        for tried in (text, text + " Thus", " ".join(reversed(text.split()))):
            began = process_time()
            check_duplicate(tried, index)
            times.append((process_time() - began) * 1000)
    times.sort()
    whole = run_in_child("_claim_checks_child", WRITTEN)
    return [
        Figure(f"duplicate among {CLAIMS:,} claims, median", times[len(times) // 2], "ms"),
        Figure("… slowest", times[-1], "ms", must=150, less_is_better=True),
        Figure(
            f"all checks among {whole['claims']:,} claims, over HTTP, median", whole["median"], "ms"
        ),
        Figure("… slowest request", whole["slowest"], "ms", must=150, less_is_better=True),
        Figure("phrases listed that give a verdict away", whole["phrases"]),
        Figure("… time to list them", whole["listing"], "s", aim=10, less_is_better=True),
    ]


def _claims() -> list[str]:
    """Return claims with the word frequencies of a language."""
    dice = random.Random(7)
    vocabulary = [f"{chr(97 + number % 26)}word{number}" for number in range(20_000)]
    weights = [1 / (number + 2) for number in range(20_000)]
    drawn = dice.choices(vocabulary, weights, k=CLAIMS * WORDS)
    return [
        f"The {' '.join(drawn[at : at + WORDS])} {1500 + at % 500}."
        for at in range(0, CLAIMS * WORDS, WORDS)
    ]
