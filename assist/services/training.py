"""Training: requested by a manager or by the demo, done by a job, stored once.

A new attempt after a killed worker starts from the beginning, except for the reader, whose training
takes long: it continues from its checkpoint, which is kept until the version is ready or deleted.
Only the last step makes a version of the files: what was cancelled leaves nothing that can be used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import Max
from msgspec import Struct

from accounts.models import User
from assist import storage
from assist.claim_sources import ClaimSourceKind, SourceGoneError, read_claims
from assist.learned import write_learned
from assist.models import ModelVersion
from assist.selectors.access import learnable_campaigns, learnable_corpora
from assist.training_data import TrainingData
from core.services import audit
from core.structs import convert
from jobs.models import Job
from jobs.runs import Run
from jobs.services import jobs
from verifier.reader.packages import can_train
from wiki.models import Corpus

if TYPE_CHECKING:
    from assist.examples import CollectedExamples
    from assist.fitting import FittedModels

TRAIN = "assist.train"
# The stages of a training, in order; the words are in `assist.messages`.
STAGES = (
    "reading",
    "measuring_text",
    "fitting_text",
    "fitting_reader",
    "measuring_reader",
    "measuring_tables",
    "fitting_tables",
    "writing",
)
# The parts of a stage that progress is told in.
_PARTS = 1_000
# Translates the code of a stage into the note of a job's progress.
StageWords = Callable[[str], str]


class TrainingParameters(Struct):
    """The parameters of a job that trains a model."""

    version: UUID
    # For the list of jobs.
    number: int = 0


class BeingTrainedError(Exception):
    """A model is being trained already: it takes all that the machine has."""


class CannotResumeError(Exception):
    """The version is ready, is being trained, or was deleted."""


class NoReaderError(Exception):
    """A reader was asked for, and its packages are not installed where the training runs."""


class NoDataError(Exception):
    """Nothing was chosen to train on, or too little that can be learned from."""

    def __init__(self, *, pairs: int = 0, statements: int = 0) -> None:
        super().__init__(pairs, statements)
        self.pairs = pairs
        self.statements = statements


@transaction.atomic
def request_training(*, data: TrainingData, by: User | None, now: datetime) -> ModelVersion:
    """Request a training. The site itself requests the demo's."""
    if not data.campaigns and not data.simulated:
        raise NoDataError
    # Locked, so that two requests at the same moment follow one another.
    list(ModelVersion.objects.select_for_update().order_by("pk"))
    last = ModelVersion.objects.aggregate(last=Max("number"))["last"] or 0
    version = ModelVersion(
        number=last + 1, data=msgspec.to_builtins(data), requested_at=now, requested_by=by
    )
    version.job = _enqueue(version, by, now)
    version.save()
    audit.record(actor=by, action="model.requested", target=version, now=now)
    return version


@transaction.atomic
def resume_training(*, version: ModelVersion, by: User, now: datetime) -> None:
    """Request the training of a version again that was cancelled or failed.

    Its reader continues from its checkpoint. Raise CannotResumeError and BeingTrainedError.
    """
    list(ModelVersion.objects.select_for_update().order_by("pk"))
    chosen = ModelVersion.objects.select_related("job").get(pk=version.pk)
    if chosen.is_finished or chosen.is_busy or chosen.deleted_at is not None:
        raise CannotResumeError
    chosen.job = _enqueue(chosen, by, now)
    chosen.save(update_fields=["job"])
    audit.record(actor=by, action="model.resumed", target=chosen, now=now)


def _enqueue(version: ModelVersion, by: User | None, now: datetime) -> Job:
    try:
        return jobs.enqueue_job(
            kind=TRAIN,
            parameters=TrainingParameters(version.public_id, version.number),
            requested_by=by,
            now=now,
            exclusive=TRAIN,
        )
    except jobs.AlreadyQueuedError as error:
        raise BeingTrainedError from error


def train(*, version: ModelVersion, run: Run, words: StageWords) -> None:
    """Read the data, fit the models, write their files and store the version."""
    if version.is_finished:
        return
    started = monotonic()
    data = convert(version.data, TrainingData)
    tell = _Teller(run, words)
    if data.reader and not can_train():
        raise NoReaderError
    # Whoever requested it may have lost campaigns and corpora since.
    person = version.job.requested_by if version.job is not None else None
    examples = _collect(data, person, tell)
    with storage.new_files(version) as folder:
        fitted = _fit(examples, data, tell, version, folder)
        tell("writing", 0, 1)
        _write(fitted, examples, folder)
        with run.step():
            _finish(version, run.now(), monotonic() - started, fitted, folder)
    storage.remove_partial(version)
    version.refresh_from_db()


def _finish(
    version: ModelVersion, now: datetime, seconds: float, fitted: FittedModels, folder: Path
) -> None:
    """Make a version of written files."""
    # Locked as by those who choose the version in use.
    locked = list(ModelVersion.objects.select_for_update().order_by("pk"))
    # The first one is used at once; of others, people choose.
    is_first = not any(each.is_in_use for each in locked)
    unfinished = ModelVersion.objects.filter(pk=version.pk, finished_at=None, deleted_at=None)
    if not unfinished.update(
        code_version=settings.VERSION,
        finished_at=now,
        seconds=seconds,
        figures=msgspec.to_builtins(fitted.figures),
        files=storage.describe_files(folder),
        is_in_use=is_first,
        first_used_at=now if is_first else None,
    ):
        raise ModelVersion.DoesNotExist
    # Last: what fails before leaves nothing in the folder of the version.
    storage.put_in_place(folder, version)


class _Teller:
    """Tells a run of its progress, and stops if it was cancelled."""

    def __init__(self, run: Run, words: StageWords) -> None:
        self._run = run
        self._words = words

    def __call__(self, stage: str, done: int, total: int) -> None:
        self._run.stop_if_cancelled()
        part = _PARTS * min(done, total) // max(total, 1)
        place = STAGES.index(stage) * _PARTS + part
        self._run.progress(place, len(STAGES) * _PARTS, self._words(stage))


def _collect(data: TrainingData, person: User | None, tell: _Teller) -> CollectedExamples:
    from assist.examples import CollectedExamples
    from assist.selectors.stored_pages import StoredPages

    examples = CollectedExamples()
    sources = list(_sources(data, person))
    if len(sources) < len({*data.campaigns, *data.simulated}):
        raise SourceGoneError
    for place, (kind, public_id, corpus) in enumerate(sources):
        pages = StoredPages(corpus)
        for number, claim in enumerate(read_claims(kind, public_id)):
            if number % 100 == 0:
                tell("reading", place, len(sources))
            examples.add(claim, pages)
    return examples


def _sources(
    data: TrainingData, person: User | None
) -> Iterator[tuple[ClaimSourceKind, UUID, Corpus]]:
    """Yield what a person may read of the data, in an order that is not the order of choosing."""
    campaigns = learnable_campaigns(person).filter(public_id__in=data.campaigns)
    for campaign in campaigns.select_related("corpus").order_by("public_id"):
        assert campaign.corpus is not None
        yield ClaimSourceKind.CAMPAIGN, campaign.public_id, campaign.corpus
    corpora = learnable_corpora(person).filter(public_id__in=data.simulated)
    for corpus in corpora.order_by("public_id"):
        yield ClaimSourceKind.SIMULATED, corpus.public_id, corpus


def _fit(
    examples: CollectedExamples,
    data: TrainingData,
    tell: _Teller,
    version: ModelVersion,
    folder: Path,
) -> FittedModels:
    # It loads scikit-learn, which no web process needs.
    from assist.fitting import ReaderFiles, TooFewExamplesError, fit_models

    def listener(stage: str) -> Callable[[int, int], None]:
        return lambda done, total: tell(stage, done, total)

    try:
        return fit_models(
            examples,
            seed=data.seed,
            progress=listener,
            reader=ReaderFiles(folder / storage.READER_MODEL, storage.checkpoint_of(version))
            if data.reader
            else None,
        )
    except TooFewExamplesError as error:
        raise NoDataError(pairs=error.pairs, statements=error.statements) from error


def _write(fitted: FittedModels, examples: CollectedExamples, folder: Path) -> None:
    from verifier.tables.model import save_model
    from verifier.text.model import save_text_model

    save_text_model(fitted.text, folder / storage.TEXT_MODEL)
    learned = {pair.claim for pair in examples.pairs}
    if fitted.tables is not None:
        save_model(fitted.tables, folder / storage.TABLES_MODEL)
        learned |= {statement.statement for statement in examples.statements}
    write_learned(learned, folder / storage.LEARNED_CLAIMS)
