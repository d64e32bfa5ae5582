"""`manage.py seal_corpus NAME`: the seal that lets campaigns use a corpus."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from core.commands import DatabaseCommand
from wiki.management.corpora import named_corpus
from wiki.services import seals


class Command(DatabaseCommand):
    help = "Count the links of a corpus and freeze its pages. This cannot be undone."
    when_stopped = "The corpus is not sealed. Run the command again to start over."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the name of the corpus")
        parser.add_argument(
            "--unfinished",
            action="store_true",
            help="seal the corpus although an import is not finished",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        corpus = named_corpus(options["name"])
        if corpus.sealed_at is not None:
            self.stdout.write(f"“{corpus.name}” was sealed on {corpus.sealed_at:%Y-%m-%d}.")
            return
        try:
            seals.seal_corpus(
                corpus=corpus,
                now=timezone.now(),
                by=None,
                accept_unfinished=options["unfinished"],
            )
        except seals.EmptyCorpusError as error:
            raise CommandError(f"“{corpus.name}” has no pages.") from error
        except seals.UnfinishedImportsError as error:
            raise CommandError(
                f"An import into “{corpus.name}” is not finished. Finish it, or use --unfinished"
                " to seal the corpus as it is."
            ) from error
        self.stdout.write(f"“{corpus.name}” is sealed: {corpus.pages.count():,} pages.")
