"""`manage.py search_rebuild`: rebuild the index of a corpus while the old one is in use."""

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
        "Rebuild the search index of a corpus and replace the old one."
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
            self.when_stopped = _state_after_stop(corpus, before, now, waiting=options["waiting"])
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


def _state_after_stop(corpus: Corpus, before: str | None, now: str | None, *, waiting: bool) -> str:
    """Return which index is in use after a stop, and how to continue; given the live builds."""
    if now is None:
        return f"“{corpus.name}” has no index, so it cannot be searched. Run it again to build one."
    if now != before:
        return "The new index is in use. `search_rebuild --waiting` indexes pages added since."
    if waiting and not is_outdated(now):
        return "Pages indexed so far are kept. Run it again for the rest."
    return "The old index is still in use. Run it again to rebuild it."
