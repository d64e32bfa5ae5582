"""What the commands of search share: which corpus, which engine, how far."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser, OutputWrapper

from search.engines import NAMES
from wiki.models import Corpus
from wiki.selectors.pages import default_corpus


def add_arguments(parser: CommandParser) -> None:
    parser.add_argument("--corpus", help="its name (default: the newest with pages)")
    parser.add_argument("--engine", choices=NAMES, help="default: the one in the settings")


def chosen_corpus(options: dict[str, Any]) -> Corpus:
    if options["corpus"]:
        corpus = Corpus.objects.filter(name=options["corpus"]).first()
        if corpus is None:
            raise CommandError(f"There is no corpus “{options['corpus']}”.")
        return corpus
    corpus = default_corpus()
    if corpus is None:
        raise CommandError("There is no corpus with pages yet.")
    return corpus


class LineProgress:
    """Rewrites one line on a terminal; elsewhere says nothing."""

    def __init__(self, out: OutputWrapper, what: str) -> None:
        self._out = out
        self._what = what
        self._is_terminal = out.isatty()

    def __call__(self, done: int, total: int) -> None:
        if self._is_terminal:
            self._out.write(f"\r\x1b[K{self._what}: {done:,} of {total:,}", ending="")
            self._out.flush()

    def end(self) -> None:
        if self._is_terminal:
            self._out.write("\r\x1b[K", ending="")
