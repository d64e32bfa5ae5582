"""What the commands of search share: which corpus, which engine, how far."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser, OutputWrapper
from django.db import connection

from search.engines import NAMES
from search.errors import NoIndexError, SearchError
from wiki.models import Corpus
from wiki.selectors.pages import default_corpus


class CorpusCommand(BaseCommand):
    """A command about one corpus, which says in a sentence what is wrong."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--corpus", help="its name (default: the newest with pages)")
        parser.add_argument("--engine", choices=NAMES, help="default: the one in the settings")

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            _require_database()
            output = super().execute(*args, **options)
            self.stdout.flush()
        except NoIndexError as error:
            raise CommandError(f"{error} `manage.py search_rebuild` builds one.") from error
        except SearchError as error:
            raise CommandError(str(error)) from error
        except BrokenPipeError:
            # Who reads our output has seen enough, as `head` has. Python would complain once more
            # when it ends, about what is still to be written.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(128 + signal.SIGPIPE) from None
        return output


def _require_database() -> None:
    if connection.vendor == "sqlite":
        file = Path(str(connection.settings_dict["NAME"]))
        # SQLite would make an empty one.
        if not file.exists() or not _has_tables():
            raise CommandError(
                f"There is no database in {file.parent} yet. `make run` makes one; where the site"
                " has another home folder, set TOUCHSTONE_HOME as it does."
            )
    elif not _has_tables():
        raise CommandError(
            "The database has no tables yet. `manage.py migrate_once` makes them; where the site"
            " has another database, set TOUCHSTONE_DATABASE_URL as it does."
        )


def _has_tables() -> bool:
    return Corpus._meta.db_table in connection.introspection.table_names()


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
