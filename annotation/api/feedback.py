"""The API of the verifier's feedback on a claim that is being written, as at the desk."""

from __future__ import annotations

import time
from typing import Annotated
from uuid import UUID

from django.utils import timezone
from msgspec import Meta, Struct
from rest_framework.request import Request

from annotation.api.refusals import refusals
from annotation.api.writing import TAG, HighlightView, unknown_card
from annotation.feedback_messages import bad_text, feedback_lines, problem_text
from annotation.rules.requests import FeedbackRequest
from annotation.selectors.desk.attempts import campaign_of
from annotation.selectors.writing.desk import writing_desk_of
from annotation.services.desk import stages
from annotation.services.writing import feedback
from campaigns.selectors.protocols import protocol_of
from core.api.operations import operation
from core.api.problems import ApiProblem
from core.api.scopes import Scope


class LinkedCellAnswer(Struct, frozen=True):
    """A cell of the highlighted table."""

    address: str
    text: str


class TableLinkAnswer(Struct, frozen=True):
    """Words of the claim, and the first cells that have them; without cells, they name a column.

    `count` is of all cells with the words.
    """

    words: str
    column: str
    cells: list[LinkedCellAnswer]
    count: int


class FeedbackAnswer(Struct, frozen=True):
    """The verifier's answer: where it finds what a claim was written from, and its verdict.

    `page_rank` is null if the highlighted page is not among the pages found. With a `reason`
    there is no verdict, and the label is only the likeliest one; it is empty if there was no time.
    `solved` says whether it gives the intended verdict; null if that cannot be said.
    """

    provider: str
    pages: int
    page_rank: Annotated[int, Meta(ge=1)] | None
    elements: int
    elements_found: int
    label: str
    probability: Annotated[float, Meta(ge=0, le=1)]
    reason: str
    solved: bool | None
    links: list[TableLinkAnswer]
    lines: list[str]


class AttemptFeedback(HighlightView):
    """The verifier's opinion on a claim before it is submitted."""

    @operation(
        "writing_feedback",
        "Ask the verifier about a claim, where the highlight was dealt that; it is logged",
        tag=TAG,
        scope=Scope.ANNOTATE,
        body=FeedbackRequest,
        answer=FeedbackAnswer,
        refusals=(429, 503),
    )
    def post(self, request: Request, attempt_id: UUID, *, body: FeedbackRequest) -> FeedbackAnswer:
        protocol = protocol_of(campaign_of(self.attempt))
        desk = writing_desk_of(self.attempt, protocol, stages.writing_stage(protocol))
        card = next((card for card in desk.cards if card.key == body.key), None)
        if card is None:
            raise unknown_card(body.key, "key")
        try:
            with refusals():
                given = feedback.ask_feedback(
                    attempt=self.attempt,
                    card=card,
                    text=body.text,
                    verdict=body.verdict,
                    now=timezone.now(),
                    clock=time.monotonic,
                )
        except feedback.UnaskableTextError as error:
            detail = bad_text(error.code)
            fault = {"field": "text", "code": error.code, "detail": detail}
            raise ApiProblem(422, "invalid", detail, errors=[fault]) from error
        answer = given.answer
        if answer is None:
            code = given.problem if given.problem in feedback.PROBLEMS else "no_model"
            raise ApiProblem(503, code, problem_text(given.problem))
        return FeedbackAnswer(
            provider=answer.provider,
            pages=answer.pages,
            page_rank=answer.page_rank,
            elements=answer.elements,
            elements_found=answer.elements_found,
            label=answer.label,
            probability=answer.probability,
            reason=str(answer.reason),
            solved=given.is_solved,
            links=[
                TableLinkAnswer(
                    link.words,
                    link.column,
                    [LinkedCellAnswer(cell.address, cell.text) for cell in link.cells],
                    link.count,
                )
                for link in answer.links
            ],
            lines=feedback_lines(given, protocol),
        )
