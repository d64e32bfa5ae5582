"""Screening: who is screened for which task, with what, and where each candidate is in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from annotation.models import (
    AskedQuestion,
    Candidacy,
    RoundState,
    ScreeningGrade,
    ScreeningParagraph,
    ScreeningQuestion,
    ScreeningRound,
    TaskName,
)
from annotation.rules.calibration.progress import ScreeningProgress, ScreeningState
from campaigns.models import Campaign
from campaigns.protocols.enums import StageKind
from campaigns.protocols.judging import Screening
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.writing import Stage
from campaigns.selectors.campaigns import count_in_campaign
from campaigns.selectors.protocols import protocol_of
from wiki.parsing.elements import PageDocument, Sentence

# A paragraph to summarise has at least as many.
FEWEST_WORDS = 20
_KINDS = {TaskName.WRITE: StageKind.WRITE, TaskName.VERIFY: StageKind.VERIFY}


@dataclass(frozen=True, slots=True)
class ScreeningMaterial:
    """The number of questions and paragraphs that candidates can get."""

    questions: int
    paragraphs: int

    def suffices(self, design: Screening) -> bool:
        """Return whether nobody would have to wait for more."""
        return self.questions >= design.questions and (not design.summary or self.paragraphs >= 1)


def stage_for(protocol: Protocol, task: TaskName) -> Stage | None:
    """Return the stage of a design in which a task is done."""
    return protocol.stage_for(_KINDS[task])


def screening_for(protocol: Protocol, task: TaskName) -> Screening | None:
    """Return what candidates for a task do before calibration, by the design."""
    stage = stage_for(protocol, task)
    return protocol.calibration.screening_of(stage.name) if stage else None


def required_screening(campaign: Campaign, task: TaskName) -> Screening | None:
    """Return what candidates for a task must do before calibration, if anything."""
    return screening_for(protocol_of(campaign), task) if campaign.requires_screening else None


def questions_in_use(campaign: Campaign) -> QuerySet[ScreeningQuestion]:
    return ScreeningQuestion.objects.filter(campaign=campaign, withdrawn_at=None)


def paragraphs_in_use(campaign: Campaign) -> QuerySet[ScreeningParagraph]:
    return ScreeningParagraph.objects.filter(campaign=campaign, withdrawn_at=None)


def material_of(campaign: Campaign) -> ScreeningMaterial:
    """Return how much there is to screen people with."""
    return ScreeningMaterial(
        questions_in_use(campaign).count(), paragraphs_in_use(campaign).count()
    )


@dataclass(frozen=True, slots=True)
class CountedRound:
    """A round with the number of its questions, in all and answered."""

    round: ScreeningRound
    total: int
    done: int


@dataclass(frozen=True, slots=True)
class ScreeningOverview:
    """The latest round of each candidacy, and what each campaign can screen people with."""

    rounds: Mapping[int, CountedRound]
    material: Mapping[int, ScreeningMaterial]


def overview_of(
    candidacies: Sequence[Candidacy], campaigns: Iterable[Campaign]
) -> ScreeningOverview:
    """Return the screening of these candidates. No query where nobody is screened."""
    screened = {one.pk: one for one in campaigns if one.requires_screening}
    mine = [one for one in candidacies if one.campaign_id in screened]
    return ScreeningOverview(
        latest_rounds(mine) if mine else {},
        {key: material_of(campaign) for key, campaign in screened.items()},
    )


def latest_rounds(candidacies: Sequence[Candidacy]) -> dict[int, CountedRound]:
    """Return the latest round of each candidacy by its key."""
    counted = Q(questions__question__withdrawn_at=None)
    rows: QuerySet[Any] = (
        ScreeningRound.objects.filter(candidacy__in=candidacies)
        .annotate(
            total=Count("questions", filter=counted),
            done=Count("questions", filter=counted & Q(questions__answer__isnull=False)),
        )
        .order_by("number")
    )
    return {row.candidacy_id: CountedRound(row, row.total, row.done) for row in rows}


def progress_of(
    found: CountedRound | None, design: Screening, ready: ScreeningMaterial
) -> ScreeningProgress:
    """Return how far a candidate is in a round."""
    if found is None:
        total = min(design.questions, ready.questions)
        is_ready = bool(total or (design.summary and ready.paragraphs))
        return ScreeningProgress(ScreeningState.UNOPENED, total, is_ready=is_ready)
    return ScreeningProgress(ScreeningState(found.round.state), found.total, found.done)


def is_at_screening(candidacy: Candidacy) -> bool:
    """Return whether a candidate has still to pass screening."""
    return (
        required_screening(candidacy.campaign, candidacy.task_name) is not None
        and not candidacy.screening_rounds.filter(state=RoundState.PASSED).exists()
        and not candidacy.qualifications.filter(try_number=candidacy.try_number).exists()
    )


def awaits_decision(found: ScreeningRound) -> bool:
    """Return whether a manager has to decide about a round: it is over, and nothing came after."""
    candidacy = found.candidacy
    return (
        found.state in (RoundState.SUBMITTED, RoundState.FAILED)
        and candidacy.is_open
        and not candidacy.screening_rounds.filter(number__gt=found.number).exists()
        and is_at_screening(candidacy)
    )


def next_question(found: ScreeningRound) -> AskedQuestion | None:
    """Return the first question of a round that has no answer; withdrawn ones are left out."""
    return (
        found.questions.filter(answer__isnull=True, question__withdrawn_at=None)
        .select_related("question")
        .order_by("position")
        .first()
    )


def rounds_to_grade(campaign: Campaign) -> QuerySet[ScreeningRound]:
    """Return the texts that wait for grades of managers, the oldest first."""
    return (
        ScreeningRound.objects.filter(
            candidacy__campaign=campaign,
            candidacy__outcome=Candidacy.Outcome.OPEN,
            state=RoundState.SUBMITTED,
        )
        .select_related("candidacy__person", "paragraph", "text")
        .order_by("text__submitted_at", "pk")
    )


def waiting_for_screeners() -> QuerySet[Candidacy]:
    """Return the candidates about whose screening a manager has to decide."""
    latest = ScreeningRound.objects.filter(candidacy=OuterRef("pk")).order_by("-number")
    waiting = latest.filter(state__in=[RoundState.SUBMITTED, RoundState.FAILED]).exclude(
        Exists(
            ScreeningRound.objects.filter(
                candidacy=OuterRef("candidacy"), number__gt=OuterRef("number")
            )
        )
    )
    return Candidacy.objects.filter(
        Exists(waiting), outcome=Candidacy.Outcome.OPEN, campaign__requires_screening=True
    )


def count_waiting() -> Coalesce:
    """Return how many candidates of a campaign wait for a decision, as an expression."""
    return count_in_campaign(waiting_for_screeners())


@dataclass(frozen=True, slots=True)
class ScreeningRow:
    """A candidate's latest round, as managers see it."""

    candidacy: Candidacy
    round: ScreeningRound
    grades: tuple[ScreeningGrade, ...]

    @property
    def is_disputed(self) -> bool:
        return len({(one.summary_fits, one.mutation_fits) for one in self.grades}) > 1

    @property
    def is_waiting(self) -> bool:
        """Return whether a manager has to decide."""
        is_over = self.round.state in (RoundState.SUBMITTED, RoundState.FAILED)
        return is_over and self.candidacy.is_open


def screening_rows(campaign: Campaign) -> list[ScreeningRow]:
    """Return everybody who has begun screening, by name and task; who waits comes first."""
    candidacies = list(Candidacy.objects.filter(campaign=campaign).select_related("person"))
    grades = ScreeningGrade.objects.select_related("grader").order_by("graded_at", "pk")
    by_candidacy = {one.pk: one for one in candidacies}
    rounds = {key: counted.round for key, counted in latest_rounds(candidacies).items()}
    given: dict[int, list[ScreeningGrade]] = {}
    for grade in grades.filter(round__in=[one.pk for one in rounds.values()]):
        given.setdefault(grade.round_id, []).append(grade)
    rows = [
        ScreeningRow(by_candidacy[key], found, tuple(given.get(found.pk, ())))
        for key, found in rounds.items()
    ]
    return sorted(
        rows,
        key=lambda row: (
            not row.is_waiting,
            str(row.candidacy.person).casefold(),
            row.candidacy.task,
        ),
    )


def comments_on(found: ScreeningRound) -> list[ScreeningGrade]:
    """Return the grades of a round that its candidate may read: those of a decided one."""
    if found.decided_at is None and found.candidacy.is_open:
        return []
    return list(found.grades.order_by("graded_at", "pk"))


def decided_rounds(candidacies: Sequence[Candidacy]) -> dict[int, ScreeningRound]:
    """Return the latest round of each candidacy whose grades the candidate may read, by its key."""
    graded = ScreeningRound.objects.filter(
        ~Q(decided_at=None) | ~Q(candidacy__outcome=Candidacy.Outcome.OPEN),
        Exists(ScreeningGrade.objects.filter(round=OuterRef("pk"))),
        candidacy__in=candidacies,
    )
    return {row.candidacy_id: row for row in graded.order_by("number")}


def answers_of(found: ScreeningRound) -> list[AskedQuestion]:
    """Return the questions of a round with their answers, for managers."""
    asked = found.questions.select_related("question", "answer").order_by("position")
    return list(asked)


def paragraphs_on(document: PageDocument) -> list[str]:
    """Return the paragraphs of a page that are long enough to be summarised."""
    found: list[list[str]] = [[]]
    for block in document.blocks:
        if isinstance(block, Sentence) and not block.is_hatnote:
            if block.starts_paragraph:
                found.append([])
            found[-1].append(block.text)
        else:
            found.append([])
    texts = [" ".join(run) for run in found]
    return [text for text in texts if len(text.split()) >= FEWEST_WORDS]
