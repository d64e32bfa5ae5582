"""The API of one's own claims: list them, correct one, answer one that was returned."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Meta, Struct
from rest_framework.request import Request

from annotation.api.refusals import refusals
from annotation.api.writing import (
    CardAnswer,
    ClaimBody,
    ClaimsBody,
    FindingsAnswer,
    card_answer,
    drafts_for,
    findings_answer,
)
from annotation.models import Claim
from annotation.rules.writing.cards import written_claims
from annotation.selectors.writing.claims import (
    CampaignClaims,
    ClaimFilter,
    ClaimRow,
    OwnState,
    claims_by,
    own_claims,
    rows_of,
)
from annotation.selectors.writing.corrections import CorrectionDesk, correction_desk_of
from annotation.selectors.writing.giveaways import giveaways_of
from annotation.selectors.writing.highlights import material_of
from annotation.services.desk.stages import writing_stage
from annotation.services.review import claim_reviews
from annotation.services.writing import corrections
from annotation.services.writing.claim_checks import check_while_typing
from campaigns.access import CampaignAccess, campaign_for, person_of, refuse_archived
from campaigns.selectors.protocols import protocol_of
from core.api.lists import Listing, ListParameters, newest_first
from core.api.operations import operation
from core.api.problems import ApiProblem
from core.api.scopes import Scope
from core.api.struct_schemas import one_of
from core.api.views import ApiView

TAG = "writing"
OwnStateName = Annotated[str, one_of(OwnState)]


class OwnClaimParameters(ListParameters, frozen=True, kw_only=True):
    """The parameters of the list of one's own claims."""

    state: OwnStateName = ""
    verdict: Annotated[str, Meta(max_length=60)] = ""
    q: Annotated[str, Meta(max_length=200)] = ""
    since: Annotated[datetime, Meta(tz=True)] | None = None
    until: Annotated[datetime, Meta(tz=True)] | None = None


class OwnClaim(Struct, frozen=True):
    """A claim of one's own; `comment` says why a manager returned or withdrew it."""

    id: UUID
    text: str
    slot: str
    verdict: str
    prescribed: dict[str, str]
    tags: dict[str, str]
    state: OwnStateName
    comment: str
    page: str
    written_at: datetime


class OwnClaimCard(Struct, frozen=True):
    """A claim of one's own with the card that it was written for."""

    claim: OwnClaim
    is_correctable: bool
    card: CardAnswer


class OwnClaimList(ApiView):
    """The claims that a person wrote in a campaign."""

    access: CampaignAccess

    def enter(self, request: Request, **arguments: Any) -> None:
        self.access = campaign_for(request, arguments["public_id"])

    @operation(
        "own_claims_list",
        "List the claims that you wrote, newest first",
        tag=TAG,
        parameters=OwnClaimParameters,
        answer=Listing[OwnClaim],
    )
    def get(
        self, request: Request, public_id: UUID, *, parameters: OwnClaimParameters
    ) -> Listing[OwnClaim]:
        campaign = self.access.campaign
        if campaign.protocol is None:
            return Listing([], None)
        chosen = ClaimFilter(
            verdict=parameters.verdict,
            state=OwnState(parameters.state) if parameters.state else None,
            words=parameters.q,
            since=parameters.since,
            until=parameters.until,
        )
        mine = claims_by(self.access.person, campaign, chosen)
        found, following = newest_first(mine, parameters, time="written_at")
        protocol = protocol_of(campaign)
        rows = rows_of(found, protocol, writing_stage(protocol))
        return Listing([_own_claim(row) for row in rows], following)


class OwnClaimView(ApiView):
    """The base of the resources of one's own claim."""

    claim: Claim

    def enter(self, request: Request, **arguments: Any) -> None:
        mine = own_claims(person_of(request)).filter(public_id=arguments["claim_id"]).first()
        if mine is None:
            raise Http404
        if request.method == "POST":
            refuse_archived(mine.campaign)
        self.claim = mine


class OwnClaimDetail(OwnClaimView):
    """One's own claim, and its correction."""

    @operation(
        "own_claims_read",
        "Read a claim of yours and what was asked for it",
        tag=TAG,
        answer=OwnClaimCard,
    )
    def get(self, request: Request, claim_id: UUID) -> OwnClaimCard:
        return _answer(self.claim)

    @operation(
        "own_claims_correct",
        "Correct a claim of yours; the earlier version is kept",
        tag=TAG,
        scope=Scope.ANNOTATE,
        body=ClaimBody,
        answer=OwnClaimCard,
    )
    def post(self, request: Request, claim_id: UUID, *, body: ClaimBody) -> OwnClaimCard:
        desk = _desk_of(self.claim)
        drafts = drafts_for([desk.card], ClaimsBody({desk.card.key: body}))
        with refusals():
            [written] = written_claims([desk.card], drafts)
            corrections.correct_claim(
                claim=self.claim,
                written=written,
                actor=person_of(request),
                now=timezone.now(),
                giveaways=giveaways_of(self.claim.campaign),
            )
        return _answer(own_claims(person_of(request)).get(pk=self.claim.pk))


class OwnClaimCheck(OwnClaimView):
    """The checks of a correction."""

    @operation(
        "own_claims_check",
        "Check a correction; nothing is stored",
        tag=TAG,
        scope=Scope.ANNOTATE,
        body=ClaimBody,
        answer=FindingsAnswer,
    )
    def post(self, request: Request, claim_id: UUID, *, body: ClaimBody) -> FindingsAnswer:
        desk = _desk_of(self.claim)
        if self.claim.highlight is None:
            raise ApiProblem(409, "final", _("This claim came from a file."))
        drafts = drafts_for([desk.card], ClaimsBody({desk.card.key: body}))
        found = check_while_typing(
            CampaignClaims(self.claim.campaign),
            material_of(self.claim.highlight),
            desk.card,
            {**desk.others, **drafts},
            giveaways_of(self.claim.campaign),
            desk.own_ids,
        )
        return findings_answer(found)


class OwnClaimKeep(OwnClaimView):
    """Sending a returned claim back as it is."""

    @operation(
        "own_claims_keep",
        "Send a returned claim back as it is",
        tag=TAG,
        scope=Scope.ANNOTATE,
        answer=OwnClaimCard,
    )
    def post(self, request: Request, claim_id: UUID) -> OwnClaimCard:
        person = person_of(request)
        with refusals():
            claim_reviews.keep_claim(claim=self.claim, actor=person, now=timezone.now())
        return _answer(own_claims(person).get(pk=self.claim.pk))


class OwnClaimWithdraw(OwnClaimView):
    """Withdrawing a returned claim."""

    @operation(
        "own_claims_withdraw",
        "Withdraw a returned claim",
        tag=TAG,
        scope=Scope.ANNOTATE,
        answer=OwnClaimCard,
    )
    def post(self, request: Request, claim_id: UUID) -> OwnClaimCard:
        person = person_of(request)
        with refusals():
            claim_reviews.withdraw_returned(claim=self.claim, actor=person, now=timezone.now())
        return _answer(own_claims(person).get(pk=self.claim.pk))


def _desk_of(claim: Claim) -> CorrectionDesk:
    protocol = protocol_of(claim.campaign)
    return correction_desk_of(claim, protocol, writing_stage(protocol))


def _answer(claim: Claim) -> OwnClaimCard:
    desk, protocol = _desk_of(claim), protocol_of(claim.campaign)
    [row] = rows_of([claim], protocol, writing_stage(protocol))
    return OwnClaimCard(_own_claim(row), desk.is_open, card_answer(desk.card))


def _own_claim(row: ClaimRow) -> OwnClaim:
    claim = row.claim
    return OwnClaim(
        id=claim.public_id,
        text=claim.text,
        slot=claim.slot,
        verdict=claim.verdict,
        prescribed=claim.prescribed,
        tags=claim.tags,
        state=_own_state(claim),
        comment=row.comment,
        page=claim.highlight.page.title if claim.highlight is not None else "",
        written_at=claim.written_at,
    )


def _own_state(claim: Claim) -> OwnState:
    if claim.state == Claim.State.RETURNED:
        return OwnState.RETURNED
    if claim.state != Claim.State.LIVE:
        return OwnState.WITHDRAWN
    return OwnState.CORRECTABLE if claim.verifying_since is None else OwnState.VERIFYING
