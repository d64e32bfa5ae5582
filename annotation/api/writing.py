"""The API of writing: take a highlight, check drafts, submit the claims, as at the desk."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Meta, Struct
from rest_framework.request import Request

from accounts.models import User
from annotation.api.attempts import AttemptView, DraftAnswer, draft_answer
from annotation.api.refusals import refusals
from annotation.messages import finding_text
from annotation.models import Attempt
from annotation.rules.checks.findings import Finding
from annotation.rules.drafts import ClaimDraft, shortened
from annotation.rules.writing.cards import Card, written_claims
from annotation.selectors.desk.attempts import attempt_of, campaign_of, highlight_of
from annotation.selectors.writing.desk import WritingDesk, writing_desk_of
from annotation.selectors.writing.giveaways import giveaways_of
from annotation.selectors.writing.highlights import material_of
from annotation.services.desk import stages
from annotation.services.writing import claims, highlights
from annotation.services.writing.claim_checks import check_while_typing, claim_index_for
from campaigns.access import CampaignAccess, campaign_for
from campaigns.selectors.protocols import protocol_of
from core.api.operations import operation
from core.api.problems import ApiProblem
from core.api.scopes import Scope
from core.api.views import ApiView

TAG = "writing"


class ClaimBody(ClaimDraft, frozen=True, forbid_unknown_fields=True):
    """A claim as its writer hands it in; `overrides` names the warnings that they accept."""


class ClaimsBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The claims of a highlight, by the keys of their cards."""

    claims: Annotated[dict[str, ClaimBody], Meta(max_length=200)]


class CheckBody(ClaimsBody, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The claims as they are now, and the key of the one to check."""

    key: str


class NamedOption(Struct, frozen=True):
    """A choice that the study design offers."""

    name: str
    label: str
    hint: str


class DutyAnswer(Struct, frozen=True):
    """Something that a claim must be."""

    factor: str
    value: str
    label: str
    hint: str


class QuestionAnswer(Struct, frozen=True):
    """A question about a claim; "verdict" asks for the intended verdict, others for a tag."""

    name: str
    label: str
    options: list[NamedOption]


class CardAnswer(Struct, frozen=True):
    """A claim to write; `bases` are the cards that it may be based on, "input" none of them."""

    key: str
    label: str
    instruction: str
    example: str
    duties: list[DutyAnswer]
    questions: list[QuestionAnswer]
    bases: list[NamedOption]


class WritingAnswer(Struct, frozen=True):
    """A highlight to write from. Without a lease somebody else has it, or it is finished."""

    attempt: UUID
    campaign: UUID
    corpus: UUID | None
    page: str
    source: str
    addresses: list[str]
    cards: list[CardAnswer]
    skip_reasons: list[NamedOption]
    outcome: str
    lease_until: datetime | None
    draft: DraftAnswer | None


class FindingAnswer(Struct, frozen=True):
    """Something that a check found in a claim; a warning can be overridden by its code."""

    check: str
    code: str
    severity: str
    detail: str


class FindingsAnswer(Struct, frozen=True):
    """The findings in one claim."""

    findings: list[FindingAnswer]


class SubmittedClaim(Struct, frozen=True):
    """A claim that was stored."""

    id: UUID
    key: str
    text: str


class SubmittedClaims(Struct, frozen=True):
    """The claims that were stored, in the order of the cards."""

    claims: list[SubmittedClaim]


class TakeHighlight(ApiView):
    """The next highlight of a campaign."""

    access: CampaignAccess

    def enter(self, request: Request, **arguments: Any) -> None:
        self.access = campaign_for(request, arguments["public_id"])

    @operation(
        "writing_take",
        "Take a highlight to write from, or get the one that you hold",
        tag=TAG,
        scope=Scope.ANNOTATE,
        answer=WritingAnswer,
    )
    def post(self, request: Request, public_id: UUID) -> WritingAnswer:
        with refusals():
            try:
                taken = highlights.take_highlight(
                    campaign=self.access.campaign, annotator=self.access.person, now=timezone.now()
                )
            except highlights.NotAWriterError as error:
                raise PermissionDenied from error
        return writing_answer(self.access.person, taken.attempt)


class HighlightView(AttemptView):
    """The base of the resources of an attempt at a highlight."""

    def enter(self, request: Request, **arguments: Any) -> None:
        super().enter(request, **arguments)
        if self.attempt.highlight_id is None:
            raise Http404


class AttemptHighlight(HighlightView):
    """The highlight of one's own attempt."""

    @operation("writing_read", "Read the highlight and your draft", tag=TAG, answer=WritingAnswer)
    def get(self, request: Request, attempt_id: UUID) -> WritingAnswer:
        return _answer(self.attempt)


class AttemptCheck(HighlightView):
    """The checks of a claim before it is submitted."""

    @operation(
        "writing_check",
        "Check a claim before it is submitted; nothing is stored",
        tag=TAG,
        scope=Scope.ANNOTATE,
        body=CheckBody,
        answer=FindingsAnswer,
    )
    def post(self, request: Request, attempt_id: UUID, *, body: CheckBody) -> FindingsAnswer:
        desk = _desk_of(self.attempt)
        card = next((card for card in desk.cards if card.key == body.key), None)
        if card is None:
            raise unknown_card(body.key)
        found = check_while_typing(
            claim_index_for(self.attempt, campaign_of(self.attempt)),
            material_of(highlight_of(self.attempt)),
            card,
            drafts_for(desk.cards, body),
            giveaways_of(campaign_of(self.attempt)),
        )
        return findings_answer(found)


class AttemptClaims(HighlightView):
    """The claims that are written from a highlight."""

    @operation(
        "writing_submit",
        "Submit all claims of the highlight, or none",
        tag=TAG,
        scope=Scope.ANNOTATE,
        body=ClaimsBody,
        answer=SubmittedClaims,
    )
    def post(self, request: Request, attempt_id: UUID, *, body: ClaimsBody) -> SubmittedClaims:
        desk = _desk_of(self.attempt)
        with refusals():
            written = claims.submit_claims(
                attempt=self.attempt,
                claims=written_claims(desk.cards, drafts_for(desk.cards, body)),
                now=timezone.now(),
                giveaways=giveaways_of(campaign_of(self.attempt)),
            )
        keys = {(card.slot.name, card.place): card.key for card in desk.cards}
        return SubmittedClaims(
            [
                SubmittedClaim(claim.public_id, keys[claim.slot, claim.place], claim.text)
                for claim in written
            ]
        )


def writing_answer(person: User, taken: Attempt) -> WritingAnswer:
    """Return the highlight of an attempt that was just taken."""
    attempt = attempt_of(person, taken.public_id)
    if attempt is None:
        raise Http404
    return _answer(attempt)


def drafts_for(cards: Iterable[Card], body: ClaimsBody) -> dict[str, ClaimDraft]:
    """Return the draft of each card; raise a problem for claims of no card."""
    known = {card.key: ClaimDraft() for card in cards}
    if strangers := sorted(set(body.claims) - set(known)):
        raise unknown_card(strangers[0])
    return known | {key: shortened(draft) for key, draft in body.claims.items()}


def findings_answer(found: Iterable[Finding]) -> FindingsAnswer:
    """Return what the checks found, in words."""
    return FindingsAnswer(
        [
            FindingAnswer(one.check, one.message.code, one.severity.value, finding_text(one))
            for one in found
        ]
    )


def unknown_card(key: str, field: str = "claims") -> ApiProblem:
    """Return the problem of a key that no card has."""
    detail = _("No card has the key “%s”.") % key
    fault = {"field": field, "code": "unknown_card", "detail": detail}
    return ApiProblem(422, "invalid", detail, errors=[fault])


def _desk_of(attempt: Attempt) -> WritingDesk:
    protocol = protocol_of(campaign_of(attempt))
    return writing_desk_of(attempt, protocol, stages.writing_stage(protocol))


def _answer(attempt: Attempt) -> WritingAnswer:
    desk, campaign, highlight = _desk_of(attempt), campaign_of(attempt), highlight_of(attempt)
    return WritingAnswer(
        attempt=attempt.public_id,
        campaign=campaign.public_id,
        corpus=campaign.corpus.public_id if campaign.corpus is not None else None,
        page=highlight.page.title,
        source=desk.source_label,
        addresses=list(highlight.addresses),
        cards=[card_answer(card) for card in desk.cards],
        skip_reasons=[
            NamedOption(one.name, one.label, one.hint) for one in desk.stage.skip_reasons
        ],
        outcome=attempt.outcome,
        lease_until=desk.lease_until,
        draft=draft_answer(desk.draft),
    )


def card_answer(card: Card) -> CardAnswer:
    """Return what is asked for a claim."""
    return CardAnswer(
        key=card.key,
        label=card.label,
        instruction=card.slot.instruction,
        example=card.example,
        duties=[
            DutyAnswer(duty.factor, duty.value, duty.value_label, duty.hint) for duty in card.duties
        ],
        questions=[
            QuestionAnswer(
                question.name,
                question.label,
                [NamedOption(one.name, one.label, one.hint) for one in question.options],
            )
            for question in card.questions
        ],
        bases=[NamedOption(one.name, one.label, one.hint) for one in card.bases],
    )
