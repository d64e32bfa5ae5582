"""The API of adjudication: disagreements, the bench of a claim, the decision about it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.db.models import Q
from django.http import Http404
from django.utils import timezone
from msgspec import Meta, Struct
from rest_framework.request import Request

from annotation.api.attempts import AttemptView
from annotation.api.claims import ElementAt, ManagedView
from annotation.api.refusals import refusals
from annotation.api.verifying import VerifyingAnswer, verifying_answer
from annotation.models import Adjudication, Attempt, Claim
from annotation.rules.requests import RulingRequest
from annotation.rules.verifying.rulings import Ruling
from annotation.selectors.desk.attempts import campaign_of
from annotation.selectors.review import disagreements
from annotation.selectors.review.benches import BlindVerification, bench_of
from annotation.services.review import adjudications
from campaigns.selectors.protocols import protocol_of
from core.api.lists import Listing, ListParameters, newest_first
from core.api.operations import operation
from core.api.scopes import Scope
from core.api.struct_schemas import one_of

TAG = "adjudication"


class DisagreementParameters(ListParameters, frozen=True, kw_only=True):
    """The filters of the list of disagreements."""

    about: Annotated[str, one_of(["verdict", "evidence"])] = "verdict"
    state: Annotated[str, one_of(["waiting", "decided"])] = "waiting"


class DisagreementAnswer(Struct, frozen=True):
    """A claim that is disagreed about; verdicts without their people, in no order of theirs."""

    claim: UUID
    text: str
    verdicts: list[str]
    is_own: bool
    decision: UUID | None
    verdict: str


class BlindAnswer(Struct, frozen=True):
    """A verification under its letter."""

    label: str
    verdict: str
    answer: str
    tags: dict[str, str]
    sets: list[list[ElementAt]]
    note: str


class BenchAnswer(Struct, frozen=True):
    """The bench of a claim; `seen` and `replaces` belong into the decision."""

    attempt: UUID
    claim: UUID
    text: str
    verifications: list[BlindAnswer]
    causes: list[str]
    seen: str
    replaces: str


class RulingBody(Ruling, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A decision without a verdict."""


class BadClaimBody(Ruling, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A decision that the claim is bad, with the reasons."""

    reasons: Annotated[list[str], Meta(max_length=100)] = []


class AdjudicationAnswer(Struct, frozen=True):
    """A decision in force."""

    id: UUID
    claim: UUID
    outcome: str
    cause: str
    verdict: str
    decided_at: datetime


class DisagreementList(ManagedView):
    """The claims of a campaign that are disagreed about."""

    needs_design = True

    @operation(
        "disagreements_list",
        "List the claims that are disagreed about, newest first",
        tag=TAG,
        parameters=DisagreementParameters,
        answer=Listing[DisagreementAnswer],
    )
    def get(
        self, request: Request, public_id: UUID, *, parameters: DisagreementParameters
    ) -> Listing[DisagreementAnswer]:
        campaign = self.access.campaign
        about_evidence = parameters.about == "evidence"
        if parameters.state == "decided":
            chosen = disagreements.decided_in(campaign, about_evidence=about_evidence)
        else:
            chosen = disagreements.undecided(
                disagreements.disagreements_in(campaign, about_evidence=about_evidence)
            )
        rows = disagreements.with_verdicts(
            Claim.objects.filter(Q(pk__in=chosen.order_by().values("pk"))), campaign
        )
        found, following = newest_first(rows, parameters, time="written_at")
        own = disagreements.own_among(self.access.person, found)
        return Listing([_disagreement(claim, own) for claim in found], following)


class BenchOpen(ManagedView):
    """The bench of a claim."""

    claim: Claim

    def enter(self, request: Request, **arguments: Any) -> None:
        super().enter(request, **arguments)
        rows = Claim.objects.filter(campaign=self.access.campaign)
        found = rows.filter(public_id=arguments["claim_id"]).first()
        if found is None:
            raise Http404
        self.claim = found

    @operation(
        "adjudication_open",
        "Open the bench of a claim, to decide about it",
        tag=TAG,
        scope=Scope.MANAGE,
        answer=VerifyingAnswer,
    )
    def post(self, request: Request, public_id: UUID, claim_id: UUID) -> VerifyingAnswer:
        person = self.access.person
        with refusals():
            attempt = adjudications.open_bench(
                claim=self.claim, adjudicator=person, now=timezone.now()
            )
        return verifying_answer(person, attempt)


class BenchView(AttemptView):
    """The base of the resources of one's own bench."""

    def enter(self, request: Request, **arguments: Any) -> None:
        super().enter(request, **arguments)
        if self.attempt.purpose != Attempt.Purpose.ADJUDICATION:
            raise Http404


class BenchDetail(BenchView):
    """The verifications of a claim, side by side."""

    @operation(
        "adjudication_read",
        "Read the verifications of the claim, without their people",
        tag=TAG,
        answer=BenchAnswer,
    )
    def get(self, request: Request, attempt_id: UUID) -> BenchAnswer:
        campaign, claim = campaign_of(self.attempt), self.attempt.claim
        assert claim is not None
        bench = bench_of(claim, campaign, protocol_of(campaign), self.attempt.annotator_id)
        return BenchAnswer(
            attempt=self.attempt.public_id,
            claim=claim.public_id,
            text=claim.text,
            verifications=[_blind(one) for one in bench.verifications],
            causes=list(Adjudication.Cause.values),
            seen=bench.seen,
            replaces=str(bench.in_force.public_id) if bench.in_force is not None else "",
        )


class BenchDecide(BenchView):
    """The decision with a verdict."""

    @operation(
        "adjudication_decide",
        "Decide the verdict; the judgement must be confirmed first",
        tag=TAG,
        scope=Scope.MANAGE,
        body=RulingRequest,
        answer=AdjudicationAnswer,
    )
    def post(
        self, request: Request, attempt_id: UUID, *, body: RulingRequest
    ) -> AdjudicationAnswer:
        with refusals():
            decided = adjudications.adjudicate_claim(
                attempt=self.attempt, judgement=body.judgement, ruling=body, now=timezone.now()
            )
        return _decision(decided)


class BenchReject(BenchView):
    """The decision that all verifications are wrong."""

    @operation(
        "adjudication_reject",
        "Decide that all verifications are wrong, without a right verdict",
        tag=TAG,
        scope=Scope.MANAGE,
        body=RulingBody,
        answer=AdjudicationAnswer,
    )
    def post(self, request: Request, attempt_id: UUID, *, body: RulingBody) -> AdjudicationAnswer:
        with refusals():
            decided = adjudications.reject_all(
                attempt=self.attempt, ruling=body, now=timezone.now()
            )
        return _decision(decided)


class BenchReport(BenchView):
    """The decision that the claim is bad."""

    @operation(
        "adjudication_report",
        "Decide that the claim is bad; it goes to the reported claims",
        tag=TAG,
        scope=Scope.MANAGE,
        body=BadClaimBody,
        answer=AdjudicationAnswer,
    )
    def post(self, request: Request, attempt_id: UUID, *, body: BadClaimBody) -> AdjudicationAnswer:
        with refusals():
            decided = adjudications.report_bad_claim(
                attempt=self.attempt, reasons=body.reasons, ruling=body, now=timezone.now()
            )
        return _decision(decided)


def _disagreement(claim: Claim, own: set[int]) -> DisagreementAnswer:
    in_force: list[Adjudication] = claim.in_force  # type: ignore[attr-defined]
    decided = in_force[0] if in_force else None
    given = decided.verification if decided is not None else None
    return DisagreementAnswer(
        claim=claim.public_id,
        text=claim.text,
        verdicts=[one.verdict for one in claim.counting],  # type: ignore[attr-defined]
        is_own=claim.pk in own,
        decision=decided.public_id if decided is not None else None,
        verdict=given.verdict if given is not None else "",
    )


def _blind(blind: BlindVerification) -> BlindAnswer:
    version = blind.version
    return BlindAnswer(
        label=blind.label,
        verdict=version.verdict,
        answer=version.answer,
        tags=version.tags,
        sets=[[ElementAt(one.page, one.address) for one in chosen] for chosen in blind.elements],
        note=version.note,
    )


def _decision(decided: Adjudication) -> AdjudicationAnswer:
    given = decided.verification
    return AdjudicationAnswer(
        id=decided.public_id,
        claim=decided.claim.public_id,
        outcome=decided.outcome,
        cause=decided.cause,
        verdict=given.verdict if given is not None else "",
        decided_at=decided.decided_at,
    )
