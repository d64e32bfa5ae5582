"""`manage.py import_dump FILE…`: an import of Wikipedia dumps into a corpus."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from django.conf import settings as django_settings
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from accounts.models import User
from core.commands import DatabaseCommand, short_text
from wiki.dump import DumpError, open_bounded_dump
from wiki.dump.bounded import BoundedDump
from wiki.management.progress import ImportProgress, TemplateProgress, summary_lines
from wiki.models import Corpus, Import
from wiki.selectors import imports as selectors
from wiki.services import corpora, import_run, imports

DEFAULT_SOURCE = "Wikipedia"
DEFAULT_LICENCE = "CC BY-SA 4.0"


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a positive whole number, not {text!r}")
    return int(text)


def _owner(username: str | None) -> User | None:
    if not username:
        return None
    owner = User.objects.filter(username__iexact=username, is_active=True).first()
    if owner is None:
        raise CommandError(f"There is no active person with the user name “{username}”.")
    return owner


class Command(DatabaseCommand):
    help = (
        "Import pages into a corpus from MediaWiki dumps (XML: plain, gzip, bzip2, multistream"
        " with its index), Wikimedia Enterprise HTML (JSON lines) or FEVEROUS pages (JSON lines,"
        " SQLite). To resume a stopped import, run it again with the same arguments."
    )
    when_stopped = "Run it again with the same arguments to resume the import."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument(
            "--corpus",
            type=short_text(120),
            help="the corpus to import into, created if missing (default: the file's name)",
        )
        parser.add_argument("--index", type=Path, help="the index of a multistream dump")
        parser.add_argument(
            "--titles", help="import only these articles: a file with one title per line, or A|B|C"
        )
        parser.add_argument(
            "--limit", type=_positive, metavar="N", help="import only the first N articles"
        )
        parser.add_argument(
            "--no-templates",
            action="store_false",
            dest="templates",
            help="do not expand the templates that stand in the dump: it is read only once",
        )
        parser.add_argument(
            "--workers",
            type=_positive,
            metavar="N",
            default=os.cpu_count() or 1,
            help="number of parser processes (default: one per core)",
        )
        parser.add_argument(
            "--source-name",
            type=short_text(120),
            default=DEFAULT_SOURCE,
            help="source of the pages, for a new corpus",
        )
        parser.add_argument(
            "--source-url",
            type=short_text(200),
            help="URL of a page in its source, with {title} and {revision}",
        )
        parser.add_argument(
            "--licence",
            type=short_text(120),
            default=DEFAULT_LICENCE,
            help="licence of the pages, for a new corpus",
        )
        parser.add_argument(
            "--owner",
            type=short_text(60),
            metavar="USER",
            help="user name of the owner, for a new corpus (default: only administrators)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        files: list[Path] = options["files"]
        if options["index"] is not None and len(files) > 1:
            raise CommandError("--index can only be used with one file.")
        try:
            # Check all files before importing the first: hours later would be too late.
            dumps = [
                open_bounded_dump(path, index=options["index"], limits=django_settings.FILE_LIMITS)
                for path in files
            ]
        except DumpError as error:
            raise CommandError(str(error)) from error
        wanted = imports.ImportOptions(
            _titles(options["titles"]), options["limit"], options["templates"]
        )
        corpus = self._corpus(options, files[0])
        failed = [dump for dump in dumps if not self._import(corpus, dump, wanted, options)]
        if failed:
            names = ", ".join(dump.path.name for dump in failed)
            raise CommandError(f"Some files could not be imported completely: {names}.")

    def _corpus(self, options: dict[str, Any], first: Path) -> Corpus:
        name = options["corpus"] or first.name.split(".")[0][:120]
        corpus = Corpus.objects.filter(name=name).first()
        owner = _owner(options["owner"])
        if corpus is None:
            corpus = corpora.create_corpus(
                name=name,
                source_name=options["source_name"],
                source_url=options["source_url"] or "",
                licence=options["licence"],
                now=timezone.now(),
                by=owner,
            )
            self.stdout.write(f"Created the corpus “{corpus.name}”.")
        return corpus

    def _import(
        self,
        corpus: Corpus,
        dump: BoundedDump,
        wanted: imports.ImportOptions,
        options: dict[str, Any],
    ) -> bool:
        reading = TemplateProgress(self.stdout, dump)
        try:
            source = imports.begin_import(
                corpus=corpus,
                dump=dump,
                options=wanted,
                now=timezone.now(),
                by=None,
                report=reading.report,
            )
        except (DumpError, corpora.CorpusSealedError) as error:
            raise CommandError(str(error)) from error
        finally:
            reading.end()
        if source.state == Import.State.DONE:
            self.stdout.write(f"{dump.path.name}: already imported, nothing to do.")
            return True
        before = selectors.totals_of(source)
        if before.position:
            self.stdout.write(f"{dump.path.name}: resuming after {before.articles:,} articles.")
        progress = ImportProgress(self.stdout, dump, before, limit=wanted.limit)
        settings = import_run.ImportSettings(
            workers=options["workers"],
            report=progress.report,
        )
        try:
            totals = import_run.run_import(
                source=source, dump=dump, clock=timezone.now, settings=settings
            )
        except corpora.CorpusSealedError as error:
            raise CommandError(str(error)) from error
        finally:
            progress.end()
        for line in summary_lines(source, totals, progress.seconds):
            self.stdout.write(line)
        if source.state == Import.State.FAILED:
            self.stderr.write(source.reason)
        return source.state == Import.State.DONE


def _titles(text: str | None) -> tuple[str, ...]:
    if not text:
        return ()
    if "|" not in text and Path(text).is_file():
        try:
            return tuple(Path(text).read_text(encoding="utf-8-sig").splitlines())
        except UnicodeDecodeError as error:
            raise CommandError(f"{text} is not a UTF-8 text file.") from error
    return tuple(text.split("|"))
