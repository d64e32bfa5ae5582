"""`manage.py import_dataset NAME PART=FILE…`: make a campaign of files of claims."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from annotation.protocols.registry import PROTOCOLS
from releases.formats import FORMATS
from releases.models import DatasetImport
from releases.services import importing
from releases.services.running import LocalRun
from releases.staging import DatasetFile
from wiki.models import Corpus


class Command(BaseCommand):
    help = (
        "Make a campaign whose first release is what these files say, to be browsed, scored and"
        " exported again, or whose claims are verified again. One line with a fault, and nothing"
        " is imported."
    )

    def _tell(self, done: int, total: int | None, note: str) -> None:
        self.stdout.write(f"{note}: {done:,}" + (f" of {total:,}" if total else ""))

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME", help="of the campaign to be made")
        parser.add_argument("files", nargs="+", metavar="PART=FILE", help="train=train.jsonl …")
        parser.add_argument("--format", choices=sorted(FORMATS), required=True)
        parser.add_argument("--corpus", required=True, help="where its evidence is looked up")
        parser.add_argument(
            "--to",
            choices=DatasetImport.Purpose.values,
            default=DatasetImport.Purpose.ANALYSE,
            help="what it becomes: finished data to analyse, or claims to verify again",
        )
        parser.add_argument(
            "--design", choices=sorted(PROTOCOLS), help="the study design, unless the format says"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        corpus = Corpus.objects.filter(name=options["corpus"]).first()
        if corpus is None:
            raise CommandError(f"There is no corpus “{options['corpus']}”.")
        files = [_file(text) for text in options["files"]]
        run = LocalRun(listen=self._tell if options["verbosity"] > 1 else None)
        try:
            one = importing.create_import(
                name=options["name"],
                corpus=corpus,
                format_name=options["format"],
                design=options["design"] or importing.usual_design(options["format"]),
                purpose=options["to"],
                files=files,
                by=None,
                now=timezone.now(),
            )
        except importing.ImpossibleImportError as error:
            raise CommandError(str(error)) from error
        try:
            release = importing.carry_out(one=one, files=files, run=run)
        except importing.ImportRefusedError as error:
            for name, fault in error.faults:
                self.stderr.write(f"{name}: {fault}" if name else str(fault))
            raise CommandError("Nothing was imported.") from error
        except BaseException:
            importing.discard_import(one=one, run=run)
            raise
        unresolved = release.items.filter(is_unresolved=True).count()
        self.stdout.write(
            f"Imported {release.items.count():,} claims as “{options['name']}”;"
            f" evidence of {unresolved:,} is not in the corpus."
        )


def _file(text: str) -> DatasetFile:
    part, _, path = text.partition("=")
    if not part or not Path(path).is_file():
        raise CommandError(f"“{text}” is not PART=FILE with a file that is there.")
    return DatasetFile(part, Path(path).name, Path(path))
