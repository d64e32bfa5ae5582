"""`manage.py search "query"`: the results of the search page, on the command line."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator
from typing import Any

from django.core.management.base import CommandError, CommandParser

from search.compile.bounds import Bound
from search.excerpts.cutting import TextParts
from search.excerpts.rows import RowExcerpt
from search.management import corpora
from search.results import Hit, SearchResults, ShownHit, Sort
from search.selectors import explanations, pages, titles
from search.selectors.excerpts import open_hits
from search.selectors.explanations import ScorePart
from wiki.models import Corpus

INDENT = " " * 16
# The exit code of argparse for a missing query.
USAGE_ERROR = 2
BOUNDS = {"limit": (1, pages.MOST_RESULTS), "offset": (0, pages.DEEPEST)}
_BOUNDS = {Bound.EXACT: "", Bound.AT_LEAST: "at least ", Bound.ROUGH: "about "}
# All but Django's own -h and -v, and options that begin with two.
_WITH_MINUS = re.compile(r"-(?!-|h$|v\d?$).")


class Command(corpora.CorpusCommand):
    help = "Search the pages of a corpus."

    def run_from_argv(self, argv: list[str]) -> None:
        """Take a query that begins with a minus: after a space, it is no option to argparse."""
        given = (f" {text}" if _WITH_MINUS.match(text) else text for text in argv[2:])
        super().run_from_argv([*argv[:2], *given])

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("query")
        super().add_arguments(parser)
        parser.add_argument(
            "--limit", type=int, default=pages.PAGE_OF_RESULTS, metavar="N", help=_bounds("limit")
        )
        parser.add_argument("--offset", type=int, default=0, metavar="N", help=_bounds("offset"))
        parser.add_argument("--sort", choices=list(Sort), default=Sort.RELEVANCE)
        parser.add_argument(
            "--with-flagged",
            action="store_true",
            help="show pages and sections that lack references, too",
        )
        parser.add_argument(
            "--explain",
            action="store_true",
            help="show how the first hit got its score; with --verbosity 2, in its own terms",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        for name, (least, most) in BOUNDS.items():
            if not least <= options[name] <= most:
                raise CommandError(f"--{name} must be {_bounds(name)}, not {options[name]:,}.")
        if not options["query"].strip():
            raise CommandError("Enter a query to search for.", returncode=USAGE_ERROR)
        corpus = corpora.chosen_corpus(options)
        query: dict[str, Any] = {
            "corpus": corpus,
            "text": options["query"],
            "with_flagged": options["with_flagged"],
            "engine": options["engine"],
        }
        started_at = time.monotonic()
        found = pages.search_pages(
            **query,
            offset=options["offset"],
            limit=options["limit"],
            sort=Sort(options["sort"]),
        )
        self._print(found, time.monotonic() - started_at)
        if found.exact is None and not query["with_flagged"]:
            self._mention_left_out(corpus, query["text"])
        for shown in open_hits(corpus=corpus, results=found, with_flagged=query["with_flagged"]):
            self._print_hit(shown)
        if found.did_you_mean:
            self.stdout.write(f"Did you mean: {found.did_you_mean}")
        if found.wider is not None:
            self.stdout.write(f"Any of these words: {found.wider_text}")
        if options["explain"] and found.hits:
            self._explain(found.hits[0], query)
            if options["verbosity"] > 1:
                self.stdout.write(pages.explain_hit(**query, page_id=found.hits[0].page_id))

    def _print(self, found: SearchResults, seconds: float) -> None:
        for ignored in found.ignored:
            self.stdout.write(f"{ignored.text}{ignored.colon} {ignored.sentence}.")
        if found.exact is not None:
            self.stdout.write(f"Go: {found.exact.page_title}")
        counted = "1 page" if found.total == 1 else f"{found.total:,} pages"
        counted = _BOUNDS[found.bound] + counted
        query = f" for {found.understood}" if found.understood else ""
        self.stdout.write(f"{counted}{query} ({seconds * 1000:.0f} ms)")
        if found.untried:
            self.stdout.write(f"The pattern was not tried on {found.untried:,} more.")

    def _mention_left_out(self, corpus: Corpus, text: str) -> None:
        """Tell people who know its title that the page exists, and why it is not found."""
        if left_out := titles.find_exact_title(corpus=corpus, text=text):
            self.stdout.write(
                f"The page “{left_out.page_title}” is left out because it lacks references."
                " Use --with-flagged to include such pages."
            )

    def _explain(self, hit: Hit, query: dict[str, Any]) -> None:
        explanation = explanations.explain_score(**query, page_id=hit.page_id)
        self.stdout.write(
            f"{hit.title} got {hit.score:.4g}, each part times the page's weight of"
            f" {explanation.weight:.3g}:"
        )
        self._print_parts(explanation.parts)

    def _print_parts(self, parts: Iterable[ScorePart], indent: str = "  ") -> None:
        for part in parts:
            self.stdout.write(f"{indent}{part.score:>8.4g}  {part.name}")
            self._print_parts(part.parts, indent + "    ")

    def _print_hit(self, shown: ShownHit) -> None:
        """Print a hit as the search page shows it: where the match is, and its text."""
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
            # A cell may hold several lines.
            yield header + self._marked(column.parts).replace("\n", ", ")

    def _marked(self, parts: TextParts) -> str:
        return "".join(
            self.style.WARNING(part.text) if part.is_marked else part.text for part in parts
        )


def _bounds(name: str) -> str:
    least, most = BOUNDS[name]
    return f"from {least} to {most:,}"
