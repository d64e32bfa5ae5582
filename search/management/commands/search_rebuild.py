"""`manage.py search_rebuild`: build the index of a corpus anew, while the old one serves."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import CommandError, CommandParser

from search.engines import get_engine, is_site_engine
from search.indexing.builds import is_outdated
from search.management import corpora
from search.services import rebuilding, updating
from wiki.models import Corpus


class Command(corpora.CorpusCommand):
    help = (
        "Build the search index of a corpus anew and put it in the place of the old one."
        " With --waiting, only index the pages that wait."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--waiting", action="store_true", help="only the pages that wait")

    def handle(self, *args: Any, **options: Any) -> None:
        corpus = corpora.chosen_corpus(options)
        engine = get_engine(options["engine"])
        if options["waiting"] and not is_site_engine(engine):
            raise CommandError(
                f"Pages wait for {get_engine().name}, the site's engine. `manage.py search_check"
                f" --engine {engine.name}` brings this index up to date."
            )
        progress = corpora.LineProgress(self.stdout, "Pages")
        before = engine.live_build(corpus.public_id.hex)
        started_at = time.monotonic()
        try:
            if options["waiting"]:
                pages = updating.index_pages(corpus=corpus, report=progress).done
            else:
                pages = rebuilding.rebuild_index(
                    corpus=corpus, engine=options["engine"], report=progress
                ).pages
        except KeyboardInterrupt:
            now = engine.live_build(corpus.public_id.hex)
            self.when_stopped = _what_stays(corpus, before, now, waiting=options["waiting"])
            raise
        finally:
            progress.end()
        seconds = time.monotonic() - started_at
        self.stdout.write(
            f"“{corpus.name}”: {pages:,} pages in {seconds:.1f} s"
            f" ({pages / max(seconds, 0.001):,.0f} a second)."
        )
        for name, value in engine.report(corpus.public_id.hex).items():
            self.stdout.write(f"  {name}: {value}")


def _what_stays(corpus: Corpus, before: str | None, now: str | None, *, waiting: bool) -> str:
    """Which index serves after a stop, and how to go on; `before` and `now` are its live builds."""
    if now is None:
        return (
            f"“{corpus.name}” has no index, so it cannot be searched. Start it again to build one."
        )
    if now != before:
        return "The new index serves. `search_rebuild --waiting` indexes what came meanwhile."
    if waiting and not is_outdated(now):
        return "What is indexed stays. Start it again for the rest."
    return "The old index serves on. Start it again to build anew."
