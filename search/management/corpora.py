"""The options and the progress line that the commands of search share."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser, OutputWrapper

from core.commands import DatabaseCommand
from search.engines import NAMES
from search.errors import NoIndexError, SearchError
from wiki.management.corpora import named_corpus
from wiki.models import Corpus
from wiki.selectors.pages import default_corpus


class CorpusCommand(DatabaseCommand):
    """A command about the search index of one corpus."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--corpus", help="its name (default: the site’s default corpus)")
        parser.add_argument("--engine", choices=NAMES, help="default: the one in the settings")

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except NoIndexError as error:
            raise CommandError(f"{error} `manage.py search_rebuild` builds one.") from error
        except SearchError as error:
            raise CommandError(str(error)) from error


def chosen_corpus(options: dict[str, Any]) -> Corpus:
    """Return the corpus that the options name. Raises CommandError."""
    if options["corpus"]:
        return named_corpus(options["corpus"])
    corpus = default_corpus(None)
    if corpus is None:
        raise CommandError("There is no corpus with pages yet.")
    return corpus


class LineProgress:
    """A progress line, rewritten in place on a terminal; elsewhere nothing is printed."""

    def __init__(self, out: OutputWrapper, label: str) -> None:
        self._out = out
        self._label = label
        self._is_terminal = out.isatty()

    def __call__(self, done: int, total: int) -> None:
        if self._is_terminal:
            self._out.write(f"\r\x1b[K{self._label}: {done:,} of {total:,}", ending="")
            self._out.flush()

    def end(self) -> None:
        if self._is_terminal:
            self._out.write("\r\x1b[K", ending="")
