"""Some of the clients that ask at once, in a process of their own: a program of `core.programs`."""

from __future__ import annotations

import random
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from typing import NamedTuple

import django

from config import interpreter
from core.programs import serve

THREADS = 4

# How long each question took, in milliseconds, and all of them, in seconds.
Answered = tuple[list[float], float]


class ClientQuestions(NamedTuple):
    """The queries of the clients, with their corpus and engine; without an engine, completion."""

    corpus: int
    engine: str
    way: str
    texts: list[str]
    # How long each client waits before a question, on average, in seconds.
    pause: float = 0.0


def main() -> None:
    django.setup()
    from django.conf import settings
    from django.db import connection

    from benchmarks import _search_ways as ways
    from wiki.models import Corpus

    # As in a web server.
    interpreter.settle()
    # All are answered, however many ask.
    settings.SEARCH_ANSWER_SECONDS = ways.PATIENCE
    known: dict[tuple[int, str], ways.Ways] = {}

    def client(asks: list[ways.Ask], pause: float) -> list[float]:
        """Return the milliseconds of each question by the clock, on an open database connection."""
        connection.ensure_connection()
        took = []
        for ask in asks:
            if pause:
                time.sleep(random.expovariate(1 / pause))
            started = time.perf_counter()
            ask()
            took.append(1000 * (time.perf_counter() - started))
        return took

    def answer(asked: ClientQuestions) -> Answered:
        key = asked.corpus, asked.engine
        if key not in known:
            corpus = Corpus.objects.get(pk=asked.corpus)
            known[key] = (
                ways.searching(corpus, asked.engine) if asked.engine else ways.completing(corpus)
            )
        asks = [known[key][asked.way](text) for text in asked.texts]
        shares = [asks[number::THREADS] for number in range(THREADS)]
        started = time.perf_counter()
        answers = list(pool.map(client, shares, repeat(asked.pause)))
        seconds = time.perf_counter() - started
        return [took for times in answers for took in times], seconds

    with ThreadPoolExecutor(THREADS) as pool:
        serve(answer)


if __name__ == "__main__":
    main()
