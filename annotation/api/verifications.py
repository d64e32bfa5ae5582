"""The API of verifications: one's own, and all of a campaign for its managers."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.http import Http404
from django.utils import timezone
from msgspec import Meta, Struct
from rest_framework.request import Request

from accounts.roles import Area
from annotation.api.attempts import TAG
from annotation.api.claims import (
    DesignWord,
    ManagedView,
    PersonAnswer,
    VersionAnswer,
    person_answer,
    version_answer,
)
from annotation.api.refusals import refusals
from annotation.api.verifying import VerifyingAnswer, verifying_answer
from annotation.models import Attempt, Verification
from annotation.rules.drafts import judgement_body
from annotation.selectors.desk.attempts import design_for, may_still_work
from annotation.selectors.verifying.verifications import (
    HistoryFilter,
    elements_of,
    history_of,
    judgement_of,
    verifications_in,
)
from annotation.services.desk import sync
from annotation.services.verifying import reopening
from campaigns.access import CampaignAccess, campaign_for, person_of, refuse_archived
from campaigns.selectors.protocols import protocol_of
from core.api.lists import Listing, ListParameters, newest_first
from core.api.operations import operation
from core.api.scopes import Scope
from core.api.struct_schemas import one_of
from core.api.views import ApiView

OutcomeName = Annotated[
    str,
    one_of(
        outcome.value
        for outcome in Attempt.Outcome
        if outcome not in (Attempt.Outcome.LOST, Attempt.Outcome.UNDONE)
    ),
]


AnnotatorKind = Annotated[str, one_of(("person", "machine"))]


class OwnVerificationParameters(ListParameters, frozen=True, kw_only=True):
    """The filters of one's own verifications, skips and reports."""

    outcome: OutcomeName = ""
    verdict: DesignWord = ""
    q: Annotated[str, Meta(max_length=200)] = ""
    since: Annotated[datetime, Meta(tz=True)] | None = None
    until: Annotated[datetime, Meta(tz=True)] | None = None


class VerificationParameters(ListParameters, frozen=True, kw_only=True):
    """The filters of the verifications of a campaign."""

    verdict: DesignWord = ""
    person: UUID | None = None
    annotator_kind: AnnotatorKind = "person"
    claim: UUID | None = None
    q: Annotated[str, Meta(max_length=200)] = ""


class OwnVerification(Struct, frozen=True):
    """A claim that a person verified, skipped or reported."""

    attempt: UUID
    claim: str
    outcome: OutcomeName
    started_at: datetime
    verification: UUID | None
    verdict: str
    is_unconfirmed: bool
    correctable_until: datetime | None


class ListedVerification(Struct, frozen=True):
    """A verification in a list."""

    id: UUID
    claim: UUID
    claim_text: str
    person: PersonAnswer
    verdict: str
    version: int
    submitted_at: datetime
    is_void: bool
    is_unconfirmed: bool


class VerificationRecord(Struct, frozen=True):
    """A verification with all its versions, newest first; `claim` and `person` for managers."""

    id: UUID
    campaign: UUID
    claim: UUID | None
    person: PersonAnswer | None
    correctable_until: datetime | None
    versions: list[VersionAnswer]


class OwnVerificationList(ApiView):
    """The claims that a person verified, skipped and reported in a campaign."""

    access: CampaignAccess

    def enter(self, request: Request, **arguments: Any) -> None:
        self.access = campaign_for(request, arguments["public_id"], with_design=False)

    @operation(
        "own_verifications_list",
        "List what you verified, skipped and reported, newest first",
        tag=TAG,
        parameters=OwnVerificationParameters,
        answer=Listing[OwnVerification],
    )
    def get(
        self, request: Request, public_id: UUID, *, parameters: OwnVerificationParameters
    ) -> Listing[OwnVerification]:
        chosen = HistoryFilter(
            verdict=parameters.verdict,
            outcome=parameters.outcome,
            words=parameters.q,
            since=parameters.since,
            until=parameters.until,
        )
        mine = history_of(self.access.person, self.access.campaign, chosen)
        found, following = newest_first(mine, parameters, time="started_at")
        return Listing([_own(attempt) for attempt in found], following)


class VerificationList(ManagedView):
    """The verifications of a campaign."""

    @operation(
        "verifications_list",
        "List the verifications of a campaign by people, or by machines, newest first",
        tag=TAG,
        parameters=VerificationParameters,
        answer=Listing[ListedVerification],
    )
    def get(
        self, request: Request, public_id: UUID, *, parameters: VerificationParameters
    ) -> Listing[ListedVerification]:
        chosen: dict[str, Any] = {
            "verdict": parameters.verdict,
            "annotator__public_id": parameters.person,
            "claim__public_id": parameters.claim,
            "claim__text__icontains": parameters.q,
        }
        is_machine = parameters.annotator_kind == "machine"
        rows = verifications_in(self.access.campaign, valid=False, of_machines=is_machine)
        rows = rows.filter(**{path: value for path, value in chosen.items() if value})
        found, following = newest_first(
            rows.select_related("claim", "annotator"), parameters, time="submitted_at"
        )
        return Listing([_listed(one) for one in found], following)


class VerificationDetail(ApiView):
    """One verification, for its author and for managers."""

    verification: Verification
    is_own: bool

    def enter(self, request: Request, **arguments: Any) -> None:
        rows = Verification.objects.select_related(
            "campaign__corpus", "claim", "annotator", "attempt"
        )
        found = rows.filter(public_id=arguments["verification_id"]).first()
        if found is None:
            raise Http404
        # Who has left the campaign finds nothing, not even their own work.
        access = campaign_for(request, found.campaign.public_id)
        self.is_own = found.annotator_id == access.person.pk
        if not self.is_own and Area.CAMPAIGNS not in access.areas:
            raise Http404
        self.verification = found

    @operation(
        "verifications_read",
        "Read a verification of yours, or of a campaign that you manage",
        tag=TAG,
        answer=VerificationRecord,
    )
    def get(self, request: Request, verification_id: UUID) -> VerificationRecord:
        found = self.verification
        versions = found.versions.select_related("claim_version").order_by("-number")
        return VerificationRecord(
            id=found.public_id,
            campaign=found.campaign.public_id,
            claim=None if self.is_own else found.claim.public_id,
            person=None if self.is_own else person_answer(found.annotator),
            correctable_until=reopening.correctable_until(found),
            versions=[version_answer(one, elements_of(one)) for one in versions],
        )


class VerificationReopen(ApiView):
    """Opening a verification of one's own again."""

    verification: Verification

    def enter(self, request: Request, **arguments: Any) -> None:
        rows = Verification.objects.select_related("campaign", "attempt")
        mine = rows.filter(
            public_id=arguments["verification_id"], annotator=person_of(request)
        ).first()
        if mine is None or not may_still_work(mine.attempt):
            raise Http404
        refuse_archived(mine.campaign)
        self.verification = mine

    @operation(
        "verifications_reopen",
        "Open a verification of yours again, to correct it",
        tag=TAG,
        scope=Scope.ANNOTATE,
        answer=VerifyingAnswer,
    )
    def post(self, request: Request, verification_id: UUID) -> VerifyingAnswer:
        found, person, now = self.verification, person_of(request), timezone.now()
        was_open = found.attempt.outcome == Attempt.Outcome.OPEN
        with refusals():
            attempt = reopening.reopen_verification(verification=found, actor=person, now=now)
        if not was_open:
            # Start from what was submitted, not from the draft before it.
            version = found.versions.get(number=found.number)
            limit = design_for(found.attempt, protocol_of(found.campaign)).evidence.set_limit
            body = judgement_body(judgement_of(version), limit)
            sync.keep_draft(attempt=attempt, body=body, now=now)
        return verifying_answer(person, attempt)


def _own(attempt: Attempt) -> OwnVerification:
    found: Verification | None = getattr(attempt, "verification", None)
    assert attempt.claim is not None
    return OwnVerification(
        attempt=attempt.public_id,
        claim=attempt.claim.text,
        outcome=attempt.outcome,
        started_at=attempt.started_at,
        verification=found.public_id if found is not None else None,
        verdict=found.verdict if found is not None else "",
        is_unconfirmed=found is not None and found.is_unconfirmed,
        correctable_until=reopening.correctable_until(found) if found is not None else None,
    )


def _listed(verification: Verification) -> ListedVerification:
    return ListedVerification(
        id=verification.public_id,
        claim=verification.claim.public_id,
        claim_text=verification.claim.text,
        person=person_answer(verification.annotator),
        verdict=verification.verdict,
        version=verification.number,
        submitted_at=verification.submitted_at,
        is_void=verification.void_since is not None,
        is_unconfirmed=verification.is_unconfirmed,
    )
