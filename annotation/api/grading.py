"""The API of grading: the claims of a candidate's phase, for managers."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

from django.http import Http404
from django.utils import timezone
from msgspec import Meta, Struct
from rest_framework.request import Request

from annotation.api.calibration import TAG, deciding
from annotation.api.claims import ManagedView, PersonAnswer, person_answer
from annotation.models import Grade, Qualification, TaskName
from annotation.selectors.calibration.feedback import feedback_on, items_of
from annotation.selectors.calibration.grades import FinalGrade
from annotation.services.calibration import grading
from core.api.operations import operation
from core.api.problems import ApiProblem
from core.api.scopes import Scope

GradingWords = Annotated[str, Meta(max_length=100_000)]


class GradeBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The grade of a claim that a candidate wrote."""

    claim: UUID
    keeps_guidelines: bool
    tags_fit: bool
    comment: GradingWords = ""
    clause: GradingWords = ""


class SettleBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The grade that counts, of those of two managers."""

    grade: UUID


class GradeAnswer(Struct, frozen=True):
    """A grade; those by rule have no grader."""

    id: UUID
    grader: PersonAnswer | None
    keeps_guidelines: bool | None
    tags_fit: bool | None
    verdict_right: bool | None
    precision: float | None
    recall: float | None
    is_strict: bool | None
    comment: str
    clause: str
    settles: bool


class GradedWork(Struct, frozen=True):
    """A claim that a candidate wrote or verified. Others' grades are shown after one's own."""

    position: int
    claim: UUID | None
    text: str
    tags: dict[str, str]
    is_missing: bool
    is_disputed: bool
    grades: list[GradeAnswer]


class PhaseAnswer(Struct, frozen=True):
    """A candidate's phase, with what there is to grade."""

    id: UUID
    person: PersonAnswer
    task: str
    phase: str
    state: str
    items: list[GradedWork]


class PhaseView(ManagedView):
    """The base of the resources of a candidate's phase."""

    needs_design = True
    phase: Qualification

    def enter(self, request: Request, **arguments: Any) -> None:
        super().enter(request, **arguments)
        rows = Qualification.objects.select_related(
            "candidacy__campaign__corpus", "candidacy__person"
        )
        found = rows.filter(
            public_id=arguments["phase_id"], candidacy__campaign=self.access.campaign
        ).first()
        if found is None:
            raise Http404
        self.phase = found

    def answer(self) -> PhaseAnswer:
        """Return the phase as it is now."""
        phase = self.phase
        phase.refresh_from_db(fields=["state"])
        return PhaseAnswer(
            id=phase.public_id,
            person=person_answer(phase.candidacy.person),
            task=phase.candidacy.task,
            phase=phase.phase,
            state=phase.state,
            items=[] if phase.state == Qualification.State.OPEN else self._items(),
        )

    def _items(self) -> list[GradedWork]:
        is_gradable = (
            self.phase.state == Qualification.State.SUBMITTED
            and self.phase.candidacy.task == TaskName.WRITE
        )
        me = self.access.person.pk
        found = []
        for feedback in feedback_on(self.phase, items_of(self.phase)):
            for graded in feedback.grades:
                grades = list(graded.grades)
                # Blind: others' grades only after one's own, or when nothing can be changed.
                if is_gradable and all(grade.grader_id != me for grade in grades):
                    grades = [grade for grade in grades if grade.grader_id is None]
                found.append(_graded(graded, grades))
        return found


class PhaseDetail(PhaseView):
    """A candidate's phase."""

    @operation(
        "calibration_read_phase",
        "Read a candidate's phase with its grades",
        tag=TAG,
        answer=PhaseAnswer,
    )
    def get(self, request: Request, public_id: UUID, phase_id: UUID) -> PhaseAnswer:
        return self.answer()


class PhaseGrade(PhaseView):
    """The grade of a claim."""

    @operation(
        "calibration_grade",
        "Grade a claim that a candidate wrote",
        tag=TAG,
        scope=Scope.MANAGE,
        body=GradeBody,
        answer=PhaseAnswer,
    )
    def post(
        self, request: Request, public_id: UUID, phase_id: UUID, *, body: GradeBody
    ) -> PhaseAnswer:
        steps = [
            (one.item, graded.claim)
            for one in feedback_on(self.phase, items_of(self.phase))
            for graded in one.grades
            if graded.claim is not None and graded.claim.public_id == body.claim
        ]
        if not steps:
            raise ApiProblem(404, "not_found")
        item, claim = steps[0]
        assert claim is not None
        with deciding():
            grading.grade_claim(
                item=item,
                claim=claim,
                grader=self.access.person,
                keeps_guidelines=body.keeps_guidelines,
                tags_fit=body.tags_fit,
                comment=body.comment,
                clause=body.clause,
                now=timezone.now(),
            )
        return self.answer()


class PhaseSettle(PhaseView):
    """The choice between two managers' grades."""

    @operation(
        "calibration_settle",
        "Choose which of two managers' grades counts",
        tag=TAG,
        scope=Scope.MANAGE,
        body=SettleBody,
        answer=PhaseAnswer,
    )
    def post(
        self, request: Request, public_id: UUID, phase_id: UUID, *, body: SettleBody
    ) -> PhaseAnswer:
        rows = Grade.objects.filter(public_id=body.grade, item__qualification=self.phase)
        chosen = rows.first()
        if chosen is None:
            raise Http404
        with deciding():
            grading.settle_grade(grade=chosen, actor=self.access.person, now=timezone.now())
        return self.answer()


class PhaseRelease(PhaseView):
    """The feedback of a phase."""

    @operation(
        "calibration_give_feedback",
        "Give the candidate the feedback of the phase",
        tag=TAG,
        scope=Scope.MANAGE,
        answer=PhaseAnswer,
    )
    def post(self, request: Request, public_id: UUID, phase_id: UUID) -> PhaseAnswer:
        with deciding():
            grading.release_feedback(phase=self.phase, actor=self.access.person, now=timezone.now())
        return self.answer()


def _graded(graded: FinalGrade, shown: list[Grade]) -> GradedWork:
    claim = graded.claim
    return GradedWork(
        position=graded.item.position,
        claim=claim.public_id if claim is not None else None,
        text=claim.text if claim is not None else "",
        tags=claim.tags if claim is not None else {},
        is_missing=graded.is_missing,
        is_disputed=graded.is_disputed,
        grades=[
            GradeAnswer(
                id=one.public_id,
                grader=person_answer(one.grader) if one.grader is not None else None,
                keeps_guidelines=one.keeps_guidelines,
                tags_fit=one.tags_fit,
                verdict_right=one.verdict_right,
                precision=one.precision,
                recall=one.recall,
                is_strict=one.is_strict,
                comment=one.comment,
                clause=one.clause,
                settles=one.settles,
            )
            for one in shown
        ],
    )
