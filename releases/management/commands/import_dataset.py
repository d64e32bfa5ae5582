"""`manage.py import_dataset NAME PART=FILE…`: make a campaign of files of claims."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
from django.core.files import File
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from accounts.models import User
from campaigns.protocols.registry import PROTOCOLS
from core.commands import DatabaseCommand, short_text
from core.name_lists import name_some
from jobs.foreground import progress_printer, run_to_end
from jobs.models import Job, JobState
from jobs.runs import Listener
from releases.formats import FORMATS
from releases.formats.files.reading import FileFault
from releases.importing import import_requests
from releases.importing.requirements import ImpossibleImportError, usual_design
from releases.messages import fault_text, file_sentences, refusal_text
from releases.models import DatasetImport
from releases.selectors.releases import unresolved_count
from wiki.management.corpora import named_corpus
from wiki.models import Corpus
from wiki.selectors.access import NoRightError


class Command(DatabaseCommand):
    help = (
        "Make a campaign whose first release is what these files say, to be browsed, scored and"
        " exported again, or whose claims are verified again. One line with a fault, and nothing"
        " is imported."
    )
    when_stopped = "Nothing of it stays; start it again from the beginning."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "name", type=short_text(120), metavar="NAME", help="of the campaign to be made"
        )
        parser.add_argument("files", nargs="+", metavar="PART=FILE", help="train=train.jsonl …")
        parser.add_argument("--format", choices=sorted(FORMATS), required=True)
        parser.add_argument("--corpus", required=True, help="where its evidence is looked up")
        parser.add_argument(
            "--manager", required=True, metavar="USER", help="who manages the campaign"
        )
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
        requested = self._request(named_corpus(options["corpus"]), options)
        job = self._run(
            requested, progress_printer(self.stdout) if options["verbosity"] > 1 else None
        )
        requested.refresh_from_db()
        if requested.state == DatasetImport.State.REFUSED:
            for name, fault in msgspec.convert(requested.faults, list[tuple[str, FileFault]]):
                words = fault_text(fault)
                self.stderr.write(f"{name}: {words}" if name else words)
            raise CommandError("Nothing was imported.")
        if job.state != JobState.SUCCEEDED:
            raise CommandError(job.error or "The import was stopped. Nothing of it stays.")
        assert requested.campaign is not None
        release = requested.campaign.releases.get(version=1)
        for sentence in file_sentences(requested):
            self.stdout.write(sentence)
        self.stdout.write(
            f"Imported {release.items.count():,} claims as “{requested.name}”;"
            f" evidence of {unresolved_count(release):,} is not in the corpus."
        )

    def _request(self, corpus: Corpus, options: dict[str, Any]) -> DatasetImport:
        """Request an import by a job, as on screen; a worker may go on with copies of the files."""
        details = import_requests.ImportDetails(
            name=options["name"],
            corpus=corpus,
            format_name=options["format"],
            design=options["design"] or usual_design(options["format"]),
            purpose=options["to"],
        )
        manager = _manager(options["manager"])
        paths = [_part_and_path(text) for text in options["files"]]
        with ExitStack() as stack:
            uploads = [
                import_requests.Upload(part, File(stack.enter_context(path.open("rb")), path.name))
                for part, path in paths
            ]
            try:
                return import_requests.request_import(
                    details=details, uploads=uploads, by=manager, now=timezone.now()
                )
            except ImpossibleImportError as error:
                raise CommandError(refusal_text(error.refusal)) from error
            except NoRightError as error:
                raise CommandError(
                    f"{manager.username} may not use the corpus “{corpus.name}”."
                    " Let an owner of the corpus add them first."
                ) from error

    def _run(self, requested: DatasetImport, listen: Listener | None) -> Job:
        """Run the job of an import to its end; discard what an unfinished one has written."""
        assert requested.job is not None
        try:
            return run_to_end(requested.job, listen=listen)
        finally:
            leftover = import_requests.discard_leftover(
                dataset_import=requested, now=timezone.now()
            )
            if leftover is not None:
                run_to_end(leftover)


def _manager(username: str) -> User:
    """Return the person who is to manage the campaign."""
    active = User.objects.filter(is_active=True).order_by("username")
    person = active.filter(username=username).first()
    if person is None:
        there_are = name_some(list(active.values_list("username", flat=True)))
        raise CommandError(f"There is no active account “{username}”. {there_are}")
    return person


def _part_and_path(text: str) -> tuple[str, Path]:
    part, _, path = text.partition("=")
    if not part or not Path(path).is_file():
        raise CommandError(f"“{text}” is not PART=FILE with a file that is there.")
    return part, Path(path)
