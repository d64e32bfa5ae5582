"""`manage.py import_dataset NAME PART=FILE…`: make a campaign of files of claims."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from annotation.services.campaigns import CampaignNameTakenError
from releases.formats import FORMATS
from releases.services import building, importing, releases
from releases.services.running import LocalRun
from wiki.models import Corpus


class Command(BaseCommand):
    help = (
        "Make a campaign whose first release is what these files say, to be browsed, scored and"
        " exported again. One line with a fault, and nothing is imported."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME", help="of the campaign to be made")
        parser.add_argument("files", nargs="+", metavar="PART=FILE", help="train=train.jsonl …")
        parser.add_argument("--format", choices=sorted(FORMATS), required=True)
        parser.add_argument("--corpus", required=True, help="where its evidence is looked up")

    def handle(self, *args: Any, **options: Any) -> None:
        corpus = Corpus.objects.filter(name=options["corpus"]).first()
        if corpus is None:
            raise CommandError(f"There is no corpus “{options['corpus']}”.")
        files = dict(_part(text) for text in options["files"])
        try:
            release = importing.import_dataset(
                name=options["name"],
                corpus=corpus,
                format_name=options["format"],
                files=files,
                by=None,
                now=timezone.now(),
            )
            releases.build(release=release, run=LocalRun())
        except importing.ImportRefusedError as error:
            for name, fault in error.faults:
                self.stderr.write(f"{name}: {fault}")
            raise CommandError("Nothing was imported.") from error
        except CampaignNameTakenError as error:
            raise CommandError(f"There is a campaign “{options['name']}” already.") from error
        except building.BuildError as error:
            raise CommandError(str(error)) from error
        unresolved = release.items.filter(is_unresolved=True).count()
        self.stdout.write(
            f"Imported {release.items.count():,} claims as “{options['name']}”;"
            f" evidence of {unresolved:,} is not in the corpus."
        )


def _part(text: str) -> tuple[str, Path]:
    part, _, path = text.partition("=")
    if not part or not Path(path).is_file():
        raise CommandError(f"“{text}” is not PART=FILE with a file that is there.")
    return part, Path(path)
