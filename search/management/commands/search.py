"""`manage.py search "query"`: what the search page would show, on the command line."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from search.cutting import Parts
from search.errors import SearchError
from search.management import corpora
from search.results import SearchResults, Sort
from search.rows import RowExcerpt
from search.selectors import pages
from search.selectors.excerpts import ShownHit, open_hits

INDENT = " " * 16


class Command(BaseCommand):
    help = "Search the pages of a corpus."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("query")
        corpora.add_arguments(parser)
        parser.add_argument("--limit", type=int, default=pages.PAGE_OF_RESULTS, metavar="N")
        parser.add_argument("--offset", type=int, default=0, metavar="N")
        parser.add_argument("--sort", choices=list(Sort), default=Sort.RELEVANCE)
        parser.add_argument(
            "--with-flagged",
            action="store_true",
            help="show pages and sections that lack references, too",
        )
        parser.add_argument(
            "--explain", action="store_true", help="show how the first hit got its score"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        corpus = corpora.chosen_corpus(options)
        asked: dict[str, Any] = {
            "corpus": corpus,
            "text": options["query"],
            "with_flagged": options["with_flagged"],
            "engine": options["engine"],
        }
        started_at = time.monotonic()
        try:
            found = pages.search_pages(
                **asked,
                offset=options["offset"],
                limit=options["limit"],
                sort=Sort(options["sort"]),
            )
            seconds = time.monotonic() - started_at
            self._print(found, seconds)
            for shown in open_hits(
                corpus=corpus, results=found, with_flagged=asked["with_flagged"]
            ):
                self._print_hit(shown)
            if found.did_you_mean:
                self.stdout.write(f"Did you mean: {found.did_you_mean}")
            if options["explain"] and found.hits:
                self.stdout.write(pages.explain_hit(**asked, page_id=found.hits[0].page_id))
        except SearchError as error:
            raise CommandError(str(error)) from error

    def _print(self, found: SearchResults, seconds: float) -> None:
        for ignored in found.ignored:
            self.stdout.write(f"Ignored: {ignored.text}: {ignored.sentence}.")
        if found.exact is not None:
            self.stdout.write(f"Go: {found.exact.page_title}")
        at_least = " among the best hits" if found.is_partial else ""
        self.stdout.write(
            f"{found.total:,} pages{at_least} for {found.understood!r} ({seconds * 1000:.0f} ms)"
        )

    def _print_hit(self, shown: ShownHit) -> None:
        """A hit as the search page shows it: where the match is, and what it says there."""
        hit = shown.hit
        redirect = f" (redirect from {self._marked(shown.redirect)})" if shown.redirect else ""
        title = self._marked(shown.title)
        self.stdout.write(f"{hit.rank:>4}  {hit.score:>8.4g}  {title}{redirect}")
        excerpt = shown.excerpt
        if excerpt is None:
            return
        if excerpt.sections:
            self.stdout.write(INDENT + " › ".join(map(self._marked, excerpt.sections)))
        if excerpt.row is not None:
            self.stdout.write(INDENT + " | ".join(self._row(excerpt.row)))
        if excerpt.fragments:
            self.stdout.write(INDENT + " … ".join(map(self._marked, excerpt.fragments)))

    def _row(self, row: RowExcerpt) -> Iterator[str]:
        for column in row.columns:
            header = self._marked(column.header) + ": " if column.header else ""
            yield header + self._marked(column.parts)

    def _marked(self, parts: Parts) -> str:
        return "".join(
            self.style.WARNING(part.text) if part.is_marked else part.text for part in parts
        )
