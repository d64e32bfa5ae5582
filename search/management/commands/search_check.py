"""`manage.py search_check`: compare the index with the database, and repair differences."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from search.engines import get_engine
from search.management import corpora
from search.services import checking
from search.services.checking import IndexComparison


class Command(corpora.CorpusCommand):
    help = (
        "Compare the search index of a corpus with the database and repair differences."
        " With --only-compare nothing is repaired, and differences are an error."
    )
    when_stopped = "Repairs so far are kept. Run it again for the rest."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--only-compare", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        corpus = corpora.chosen_corpus(options)
        engine: str | None = options["engine"]
        progress = corpora.LineProgress(self.stdout, "Pages")
        found = checking.compare_index(corpus=corpus, engine=engine, report=progress)
        progress.end()
        self._print(found)
        for name, value in get_engine(engine).report(corpus.public_id.hex).items():
            self.stdout.write(f"  {name}: {value}")
        if found.is_equal:
            return
        if options["only_compare"]:
            raise CommandError("The index and the database differ.")
        checking.repair_index(corpus=corpus, comparison=found, engine=engine, report=progress)
        progress.end()
        after = checking.compare_index(corpus=corpus, engine=engine)
        if not after.is_equal:
            raise CommandError("They still differ; an import may be running.")
        self.stdout.write("Repaired: the index and the database are equal.")

    def _print(self, found: IndexComparison) -> None:
        self.stdout.write(f"{found.pages:,} pages in the database, {found.indexed:,} in the index.")
        if found.is_equal:
            self.stdout.write("They are equal.")
            return
        counts = {name: f"{number:,}" for name, number in found.counts().items()}
        self.stdout.write(
            "Missing {missing}, outdated {stale}, deleted {extra}, titles to write {untitled},"
            " words to add {unlisted_words}, words to remove {unused_words}; {waiting} pages wait"
            " to be indexed.".format(**counts)
        )
