"""The API of calibration: candidates take items; managers read scores, grade and decide."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Meta, Struct
from rest_framework.request import Request

from accounts.models import User
from annotation.api.claims import ManagedView, PersonAnswer, person_answer
from annotation.api.refusals import refusals
from annotation.api.verifying import VerifyingAnswer, verifying_answer
from annotation.api.writing import WritingAnswer, writing_answer
from annotation.models import Appeal, Attempt, Candidacy, TaskName
from annotation.selectors.calibration.appeals import OpenAppeal, open_appeals
from annotation.selectors.calibration.candidacies import CandidateRow, candidates_in
from annotation.services.calibration import (
    appeals,
    candidacies,
    grading,
    phases,
    screening_decisions,
)
from campaigns.access import CampaignAccess, campaign_for
from campaigns.selectors.protocols import NoDesignError
from core.api.operations import operation
from core.api.problems import ApiProblem
from core.api.scopes import Scope
from core.api.struct_schemas import one_of
from core.api.views import ApiView

TAG = "calibration"
TaskChoice = Annotated[str, one_of(TaskName.values)]
CandidacyOutcome = Annotated[str, one_of(Candidacy.Outcome.values)]
ANOTHER_TRY = "another_try"


class PhaseScoreAnswer(Struct, frozen=True):
    """The scores of a candidate in a phase; null until all of it is graded."""

    id: UUID
    phase: str
    try_number: int
    state: str
    score: float | None
    means: dict[str, float]
    missing: int
    disputed: int


class CandidateAnswer(Struct, frozen=True):
    """A candidate for a task: their step, their scores, the decision."""

    person: PersonAnswer
    task: TaskChoice
    step: str
    outcome: CandidacyOutcome
    note: str
    score: float | None
    phases: list[PhaseScoreAnswer]
    decided_at: datetime | None


class AppealPointAnswer(Struct, frozen=True):
    """One thing that does not count as right; its key grants it. `claim` is a written claim."""

    key: str
    name: str
    claim: str


class AppealAnswer(Struct, frozen=True):
    """An appeal that waits for an answer, with what can be granted."""

    id: UUID
    person: PersonAnswer
    text: str
    made_at: datetime
    points: list[AppealPointAnswer]


class CalibrationAnswer(Struct, frozen=True):
    """The calibration of a campaign: whether it is required, its candidates, open appeals."""

    is_required: bool
    candidates: list[CandidateAnswer]
    appeals: list[AppealAnswer]


class SwitchBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A switch: with it, only approved candidates get work."""

    is_required: bool


class CandidateDecision(Struct, frozen=True, forbid_unknown_fields=True):
    """A decision about a candidate."""

    person: UUID
    task: TaskChoice
    decision: Annotated[
        str, one_of([Candidacy.Outcome.APPROVED, Candidacy.Outcome.REJECTED, ANOTHER_TRY])
    ]
    note: Annotated[str, Meta(max_length=10_000)] = ""


class ApprovalThreshold(Struct, frozen=True, forbid_unknown_fields=True):
    """The score from which all who have finished are approved."""

    task: TaskChoice
    score: Annotated[float, Meta(ge=0, le=1)]


class ApprovedAnswer(Struct, frozen=True):
    """The number of candidates who were approved."""

    approved: int


class AppealDecision(Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to an appeal, and the points that count as right; null keeps the grade."""

    answer: Annotated[str, Meta(max_length=100_000)]
    granted: Annotated[list[str], Meta(min_length=1, max_length=1000)] | None


class CandidateTake(ApiView):
    """The base of taking an item of calibration."""

    task: TaskName
    access: CampaignAccess

    def enter(self, request: Request, **arguments: Any) -> None:
        self.access = campaign_for(request, arguments["public_id"])

    def take(self) -> Attempt:
        with refusals():
            try:
                return phases.take_item(
                    campaign=self.access.campaign,
                    annotator=self.access.person,
                    task=self.task,
                    now=timezone.now(),
                )
            except phases.NotACandidateError as error:
                raise PermissionDenied from error
            except phases.NoItemError as error:
                detail = _("There is no item for you now.")
                raise ApiProblem(409, "no_item", detail, step=error.step.kind.value) from error
            except NoDesignError:
                raise ApiProblem(409, "not_open", _("The campaign is not open.")) from None


class TakeToWrite(CandidateTake):
    """The next highlight of a candidate."""

    task = TaskName.WRITE

    @operation(
        "calibration_take_highlight",
        "Take the next highlight of your calibration",
        tag=TAG,
        scope=Scope.ANNOTATE,
        answer=WritingAnswer,
    )
    def post(self, request: Request, public_id: UUID) -> WritingAnswer:
        return writing_answer(self.access.person, self.take())


class TakeToVerify(CandidateTake):
    """The next claim of a candidate."""

    task = TaskName.VERIFY

    @operation(
        "calibration_take_claim",
        "Take the next claim of your calibration",
        tag=TAG,
        scope=Scope.ANNOTATE,
        answer=VerifyingAnswer,
    )
    def post(self, request: Request, public_id: UUID) -> VerifyingAnswer:
        return verifying_answer(self.access.person, self.take())


class CalibrationDetail(ManagedView):
    """The calibration of a campaign."""

    needs_design = True

    @operation(
        "calibration_read",
        "Read the candidates of a campaign with their scores",
        tag=TAG,
        answer=CalibrationAnswer,
    )
    def get(self, request: Request, public_id: UUID) -> CalibrationAnswer:
        return _calibration(self.access)

    @operation(
        "calibration_switch",
        "Require calibration before work, or no longer",
        tag=TAG,
        scope=Scope.MANAGE,
        body=SwitchBody,
        answer=CalibrationAnswer,
    )
    def post(self, request: Request, public_id: UUID, *, body: SwitchBody) -> CalibrationAnswer:
        campaign, actor, now = self.access.campaign, self.access.person, timezone.now()
        if not body.is_required:
            candidacies.stop_calibration(campaign=campaign, actor=actor, now=now)
        else:
            with deciding():
                candidacies.require_calibration(campaign=campaign, actor=actor, now=now)
        campaign.refresh_from_db()
        return _calibration(self.access)


class CandidateDecide(ManagedView):
    """Decisions about candidates."""

    needs_design = True

    @operation(
        "calibration_decide",
        "Approve or reject a candidate, or give them another try",
        tag=TAG,
        scope=Scope.MANAGE,
        body=CandidateDecision,
        answer=CalibrationAnswer,
    )
    def post(
        self, request: Request, public_id: UUID, *, body: CandidateDecision
    ) -> CalibrationAnswer:
        person = User.objects.filter(public_id=body.person).first()
        with deciding():
            if person is None:
                raise candidacies.NotAMemberError
            about: dict[str, Any] = {
                "campaign": self.access.campaign,
                "person": person,
                "task": TaskName(body.task),
                "actor": self.access.person,
                "note": body.note,
                "now": timezone.now(),
            }
            if body.decision == ANOTHER_TRY:
                candidacies.give_another_try(**about)
            else:
                candidacies.decide(**about, outcome=Candidacy.Outcome(body.decision))
        return _calibration(self.access)


class CandidateApproval(ManagedView):
    """The approval of all candidates above a score."""

    needs_design = True

    @operation(
        "calibration_approve",
        "Approve all who finished with at least a score",
        tag=TAG,
        scope=Scope.MANAGE,
        body=ApprovalThreshold,
        answer=ApprovedAnswer,
    )
    def post(self, request: Request, public_id: UUID, *, body: ApprovalThreshold) -> ApprovedAnswer:
        with deciding():
            approved = candidacies.approve_above(
                campaign=self.access.campaign,
                task=TaskName(body.task),
                threshold=body.score,
                actor=self.access.person,
                now=timezone.now(),
            )
        return ApprovedAnswer(len(approved))


class AppealDecide(ManagedView):
    """The answer to an appeal."""

    appeal: Appeal

    def enter(self, request: Request, **arguments: Any) -> None:
        super().enter(request, **arguments)
        rows = Appeal.objects.filter(item__qualification__candidacy__campaign=self.access.campaign)
        found = rows.filter(public_id=arguments["appeal_id"]).first()
        if found is None:
            raise Http404
        self.appeal = found

    @operation(
        "calibration_answer_appeal",
        "Answer an appeal: the grade is changed, or stays",
        tag=TAG,
        scope=Scope.MANAGE,
        body=AppealDecision,
        answer=CalibrationAnswer,
    )
    def post(
        self, request: Request, public_id: UUID, appeal_id: UUID, *, body: AppealDecision
    ) -> CalibrationAnswer:
        with deciding():
            appeals.answer_appeal(
                appeal=self.appeal,
                actor=self.access.person,
                answer=body.answer,
                granted=body.granted,
                now=timezone.now(),
            )
        return _calibration(self.access)


# Why nothing is decided.
_REFUSALS: dict[type[Exception], tuple[int, str, Promise]] = {
    candidacies.NotAMemberError: (
        422,
        "no_candidate",
        gettext_lazy("Nobody of this campaign who has this task has this id."),
    ),
    candidacies.DecisionNoteError: (
        422,
        "note",
        gettext_lazy("A note has at most 1,000 characters."),
    ),
    screening_decisions.RoundOpenError: (
        409,
        "in_screening",
        gettext_lazy("This person is still in screening."),
    ),
    grading.OwnWorkError: (409, "own_work", gettext_lazy("You cannot decide about yourself.")),
    grading.NotGradableError: (
        409,
        "not_gradable",
        gettext_lazy("The phase is not finished, or its feedback was given already."),
    ),
    appeals.NothingGrantedError: (
        422,
        "granted",
        gettext_lazy("Grant what does not count as right yet, or keep the grade."),
    ),
    grading.BadCommentError: (
        422,
        "comment",
        gettext_lazy("A comment or an answer has at most 2,000 characters."),
    ),
    NoDesignError: (409, "no_design", gettext_lazy("Choose the study design first.")),
}


@contextmanager
def deciding() -> Iterator[None]:
    """Turn the refusals of managers' decisions about candidates into problems."""
    try:
        yield
    except candidacies.NoGoldError as error:
        lacking = [
            {"task": str(task), "phase": phase, "try_number": number, "missing": missing}
            for task, phase, number, missing in error.lacking
        ]
        detail = _("There is not enough gold, or no phase of calibration.")
        raise ApiProblem(409, "no_gold", detail, lacking=lacking) from error
    except grading.NotAllGradedError as error:
        detail = _("Not yet: %(missing)d claims have no grade, %(disputed)d are disputed.") % {
            "missing": error.missing,
            "disputed": error.disputed,
        }
        raise ApiProblem(409, "not_all_graded", detail) from error
    except tuple(_REFUSALS) as error:
        status, code, text = _REFUSALS[type(error)]
        raise ApiProblem(status, code, str(text)) from error


def _calibration(access: CampaignAccess) -> CalibrationAnswer:
    campaign = access.campaign
    return CalibrationAnswer(
        is_required=campaign.requires_calibration,
        candidates=[_candidate(row) for row in candidates_in(campaign)],
        appeals=[_appeal(each) for each in open_appeals([campaign.pk])],
    )


def _appeal(waiting: OpenAppeal) -> AppealAnswer:
    appeal = waiting.appeal
    return AppealAnswer(
        appeal.public_id,
        person_answer(appeal.item.qualification.candidacy.person),
        appeal.text,
        appeal.made_at,
        [
            AppealPointAnswer(point.key, point.name, point.claim.text if point.claim else "")
            for point in waiting.points
        ],
    )


def _candidate(row: CandidateRow) -> CandidateAnswer:
    decided = row.candidacy
    return CandidateAnswer(
        person=person_answer(row.person),
        task=row.task.value,
        step=row.step.step.kind.value,
        outcome=decided.outcome if decided is not None else Candidacy.Outcome.OPEN.value,
        note=decided.note if decided is not None else "",
        score=row.score,
        phases=[
            PhaseScoreAnswer(
                id=one.qualification.public_id,
                phase=one.qualification.phase,
                try_number=one.qualification.try_number,
                state=one.qualification.state,
                score=one.score,
                means={str(measure): mean for measure, mean in one.means.items()},
                missing=one.missing,
                disputed=one.disputed,
            )
            for one in row.scores
        ],
        decided_at=decided.decided_at if decided is not None else None,
    )
