"""The API of the verifier's objections, for managers: list them, say who is right."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Meta, Struct
from rest_framework.request import Request

from accounts.roles import Area
from annotation.api.claims import PersonAnswer, person_answer
from assist.api import Probability
from campaigns.access import CampaignAccess, campaign_for
from core.api.lists import Listing, ListParameters, newest_first
from core.api.operations import operation
from core.api.problems import ApiProblem
from core.api.scopes import Scope
from core.api.struct_schemas import one_of
from core.api.views import ApiView
from quality.models import Objection
from quality.selectors import objections as selectors
from quality.services import objections as services

TAG = "objections"
ReviewName = Annotated[str, one_of(Objection.Review.values)]


class ObjectionParametersOfList(ListParameters, frozen=True, kw_only=True):
    """The filters of the list; `verdict` is the verifier's, `counts` the one that counts."""

    reviewed: bool | None = None
    review: ReviewName = ""
    verdict: Annotated[str, Meta(max_length=60)] = ""
    counts: Annotated[str, Meta(max_length=60)] = ""
    sure: Probability = 0.0


class ReviewBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to who is right; `seen` is the `state` of the objection when it was shown."""

    review: ReviewName
    seen: Annotated[str, Meta(max_length=200)]


class ObjectionAnswer(Struct, frozen=True):
    """A claim with the verdict that counts, and the verifier's.

    `program` is empty where sentences decided. `state` changes with both verdicts and the review.
    """

    id: UUID
    claim: UUID
    text: str
    counts: str
    verdict: str
    probability: Probability
    program: str
    page: str
    table: str
    model: int
    found_at: datetime
    review: Annotated[str, one_of(["", *Objection.Review.values])]
    reviewed_at: datetime | None
    reviewed_by: PersonAnswer | None
    state: str


class ObjectionsView(ApiView):
    """The base of the resources of a campaign's objections."""

    access: CampaignAccess

    def enter(self, request: Request, **arguments: Any) -> None:
        self.access = campaign_for(
            request, arguments["public_id"], Area.CAMPAIGNS, with_design=False
        )


class ObjectionList(ObjectionsView):
    """The objections of a campaign."""

    @operation(
        "objections_list",
        "List claims of which the verifier is sure that the verdict is another one, newest first",
        tag=TAG,
        parameters=ObjectionParametersOfList,
        answer=Listing[ObjectionAnswer],
    )
    def get(
        self, request: Request, public_id: UUID, *, parameters: ObjectionParametersOfList
    ) -> Listing[ObjectionAnswer]:
        rows = selectors.objections_in(self.access.campaign)
        if parameters.reviewed is not None:
            rows = rows.exclude(review="") if parameters.reviewed else rows.filter(review="")
        wanted = {
            "review": parameters.review,
            "verdict": parameters.verdict,
            "version__verdict": parameters.counts,
            "probability__gte": parameters.sure,
        }
        rows = rows.filter(**{path: value for path, value in wanted.items() if value})
        found, following = newest_first(rows, parameters, time="found_at")
        return Listing([_answer(each) for each in found], following)


class ObjectionReview(ObjectionsView):
    """The review of an objection."""

    objection: Objection

    def enter(self, request: Request, **arguments: Any) -> None:
        super().enter(request, **arguments)
        rows = selectors.objections_in(self.access.campaign)
        found = rows.filter(public_id=arguments["objection_id"]).first()
        if found is None:
            raise Http404
        self.objection = found

    @operation(
        "objections_review",
        "Say who is right about a claim: the annotators, the verifier, or unclear",
        tag=TAG,
        scope=Scope.MANAGE,
        body=ReviewBody,
        answer=ObjectionAnswer,
    )
    def post(
        self, request: Request, public_id: UUID, objection_id: UUID, *, body: ReviewBody
    ) -> ObjectionAnswer:
        try:
            services.review_objection(
                objection=self.objection,
                review=body.review,
                seen=body.seen,
                by=self.access.person,
                now=timezone.now(),
            )
        except services.ObjectionChangedError:
            detail = _("Somebody else has reviewed this by now, or a verdict changed.")
            raise ApiProblem(409, "changed_meanwhile", detail) from None
        except services.OwnObjectionError:
            detail = _("You wrote or verified this claim, so somebody else must review it.")
            raise ApiProblem(403, "own_claim", detail) from None
        return _answer(selectors.objections_in(self.access.campaign).get(pk=self.objection.pk))


def _answer(objection: Objection) -> ObjectionAnswer:
    by = objection.reviewed_by
    return ObjectionAnswer(
        id=objection.public_id,
        claim=objection.claim.public_id,
        text=objection.version.claim_version.text,
        counts=objection.version.verdict,
        verdict=objection.verdict,
        probability=objection.probability,
        program=objection.english,
        page=objection.page,
        table=objection.table,
        model=objection.model_number,
        found_at=objection.found_at,
        review=objection.review,
        reviewed_at=objection.reviewed_at,
        reviewed_by=person_answer(by) if by is not None else None,
        state=objection.state,
    )
