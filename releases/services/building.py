"""Building a release: freeze ─▶ write ─▶ papers ─▶ check. It is offered only once all is right.

Each part of the split is read once and written in all formats at the same time. What is finished
leaves a note in the folder's state, so that a new attempt goes on after it. A release has the same
bytes however often, and in however many attempts, it is built.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.utils.translation import gettext as _
from msgspec import Struct

from core.garbage_collection import ignoring_long_lived_objects
from jobs.runs import Run
from releases import formats
from releases.check.faults import CheckError
from releases.check.official import check_officially
from releases.check.release import Elements, check_release
from releases.dataset.freezing import PlanLostError, freeze_release
from releases.dataset.programs import ProgramReader
from releases.dataset.rules.choices import Choices, IncludedPages
from releases.dataset.rules.refusals import RefusedError
from releases.dataset.work import WorkReader
from releases.formats import DatasetFormat
from releases.formats.files.writing import (
    FileFacts,
    KeyOrder,
    LineFile,
    line_file,
    write_bytes,
    write_lines,
)
from releases.formats.own.work_lines import INTERNAL, PROGRAMS, VERIFICATIONS, WRITING
from releases.models import Release
from releases.papers.manifest import json_text, manifest
from releases.papers.statistics import Statistics
from releases.papers.writing import write_papers
from releases.selectors import facts
from releases.services.datasheet_file import datasheet_file
from releases.services.lines import LinePool, UnwritableClaimError, is_labelled, lines_of, pool_for
from releases.storage.folders import MANIFEST, STATE

_REPORT_EVERY = 500


class BuildError(RefusedError):
    """The release cannot be offered."""


def build_release(*, release: Release, folder: Path, run: Run) -> dict[str, Any]:
    """Write the files of a release into a folder and check them. Return its manifest."""
    try:
        freeze_release(release=release, folder=folder, run=run)
    except PlanLostError as error:
        raise BuildError("plan_lost") from error
    choices = release.requested
    written: list[FileFacts] = []
    # Only of published evidence: the pages of withheld parts would give it away.
    pages = set[str]()
    statistics = Statistics()
    total = release.items.count()
    with pool_for(release, total) as pool:
        task = BuildTask(release, choices, folder, run, total, pool)
        for part in choices.parts:
            done = write_part(task, part.name, statistics)
            written += done.files
            of_part = done.statistics
            if part.name in choices.withheld:
                statistics.merge(of_part.without_labels())
            else:
                statistics.merge(of_part)
                pages.update(of_part["pages"])
    written += _write_work(release, choices, folder, run)
    written += _write_pages(release, choices, folder, run, pages)
    run.progress(total, total, _("Writing the documentation"))
    about = facts.release_facts(release)
    written += write_papers(folder, about, statistics, pages, written)
    described = manifest(about, statistics, ())
    sheet = datasheet_file(described, about.protocol, about.guidelines)
    written.append(write_bytes(folder, "datasheet.html", sheet))
    described = manifest(about, statistics, written)
    write_bytes(folder, MANIFEST, json_text(described))
    run.progress(total, total, _("Checking"))
    _check(release, folder, described, run)
    for leftover in folder.rglob("*.part"):
        leftover.unlink(missing_ok=True)
    shutil.rmtree(folder / STATE, ignore_errors=True)
    return described


class WrittenPart(Struct):
    """The files of a part, and its statistics as JSON."""

    files: list[FileFacts]
    counters: dict[str, dict[str, int]]

    @property
    def statistics(self) -> Statistics:
        return Statistics.from_json(self.counters)


@dataclass(frozen=True, slots=True)
class BuildTask:
    """A release to be written, and the folder for it."""

    release: Release
    choices: Choices
    folder: Path
    run: Run
    # The number of claims.
    total: int
    pool: LinePool


@ignoring_long_lived_objects()
def write_part(task: BuildTask, part: str, before: Statistics) -> WrittenPart:
    """Write the claims of a part in all formats, or return what an earlier attempt has written."""
    folder, run = task.folder, task.run
    note = f"{STATE}/part-{part}.json"
    if (folder / note).exists():
        return msgspec.json.decode((folder / note).read_bytes(), type=WrittenPart)
    so_far = sum(before["claims"].values())
    statistics = Statistics()
    with ExitStack() as stack:
        targets = [
            _target(stack, folder, formats.get(name), part, task.choices)
            for name in task.choices.formats
        ]
        try:
            for lines in lines_of(task.pool, task.release, part):
                for target, encoded in zip(targets, lines.encoded, strict=True):
                    target.write(encoded, lines.claims)
                statistics.merge(Statistics.from_json(lines.statistics))
                so_far += lines.claims
                run.stop_if_cancelled()
                run.progress(so_far, task.total, _("Writing %(part)s") % {"part": part})
        except UnwritableClaimError as error:
            raise BuildError(error.refusal) from error
    done = WrittenPart([_facts_of(target) for target in targets], statistics.as_json())
    with run.step():
        # A run that lost its job is refused here, and leaves no note.
        write_bytes(folder, note, msgspec.json.encode(done))
    return done


def _target(
    stack: ExitStack, folder: Path, target: DatasetFormat, part: str, choices: Choices
) -> LineFile:
    labelled = is_labelled(target.name, part, choices)
    name = part if labelled else f"{part}_unlabelled"
    layout = target.layout
    return stack.enter_context(
        line_file(
            folder,
            f"{target.name}/{name}.jsonl",
            headers=layout.headers if labelled else layout.unlabelled_headers,
            order=layout.order,
            compression=choices.compression,
        )
    )


def _facts_of(file: LineFile) -> FileFacts:
    assert file.facts is not None
    return file.facts


def _write_work(release: Release, choices: Choices, folder: Path, run: Run) -> list[FileFacts]:
    """Write verifications, writing and confirmed programs beside the internal claims."""
    # An import has the work of others, of which we know nothing.
    if INTERNAL not in choices.formats or release.origin == Release.Origin.IMPORTED:
        return []
    reader = WorkReader(release, listen=run.stop_if_cancelled)
    programs = ProgramReader(release, listen=run.stop_if_cancelled)
    kinds: dict[str, Callable[[], Iterator[Struct]]] = {
        VERIFICATIONS: reader.verifications,
        WRITING: reader.writing,
    }
    if programs.has_any:
        kinds[PROGRAMS] = programs.lines
    written = []
    for name, lines in kinds.items():
        note = f"{STATE}/work-{name}.json"
        if not (folder / note).exists():
            run.progress(0, None, _("Writing all work"))
            file = write_lines(
                folder,
                f"{INTERNAL}/{name}.jsonl",
                lines(),
                order=KeyOrder.SORTED,
                compression=choices.compression,
            )
            with run.step():
                write_bytes(folder, note, msgspec.json.encode(file))
        written.append(msgspec.json.decode((folder / note).read_bytes(), type=FileFacts))
    return written


def _write_pages(
    release: Release, choices: Choices, folder: Path, run: Run, pages: Set[str]
) -> list[FileFacts]:
    if choices.pages is IncludedPages.NONE:
        return []
    titles = None if choices.pages is IncludedPages.CORPUS else sorted(pages)
    written: list[FileFacts] = []
    for name in choices.formats:
        pages_of_format = formats.get(name).pages
        if pages_of_format is None:
            continue
        note = f"{STATE}/pages-{name}.json"
        if not (folder / note).exists():
            run.progress(0, None, _("Writing pages"))

            def documents() -> Iterator[Mapping[str, Any]]:
                return _watched(facts.documents(release, titles), run)

            files = [
                FileFacts(f"{name}/{file.path}", file.size, file.sha256, file.records)
                for file in pages_of_format.write(folder / name, documents, choices.compression)
            ]
            with run.step():
                write_bytes(folder, note, msgspec.json.encode(files))
        written += msgspec.json.decode((folder / note).read_bytes(), type=list[FileFacts])
    return written


def _watched(documents: Iterable[Mapping[str, Any]], run: Run) -> Iterator[Mapping[str, Any]]:
    for count, document in enumerate(documents):
        if count % _REPORT_EVERY == 0:
            run.stop_if_cancelled()
        yield document


@ignoring_long_lived_objects()
def _check(release: Release, folder: Path, manifest: Mapping[str, Any], run: Run) -> None:
    def on_progress() -> None:
        run.stop_if_cancelled()

    try:
        check_release(
            folder,
            manifest,
            people=_people(release),
            elements=_elements(release),
            on_progress=on_progress,
        )
        if settings.CHECK_WITH_OFFICIAL_TOOLS:
            # Noted beside the release: its bytes do not depend on what is installed here.
            release.checked_with = check_officially(folder, release.requested.formats, on_progress)
    except CheckError as error:
        raise BuildError(error.refusal) from error


def _people(release: Release) -> frozenset[str] | None:
    """Return what people were called when the release was frozen; None for an import."""
    if release.origin == Release.Origin.IMPORTED:
        return None
    return frozenset(release.frozen.people)


def _elements(release: Release) -> Elements | None:
    # An import may name pages that are not here; it is kept as it is.
    if release.origin == Release.Origin.IMPORTED:
        return None
    return partial(facts.elements_on, facts.corpus_of(release))
