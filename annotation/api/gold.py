"""The API of gold, for managers: make it, answer it, describe it, withdraw it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.http import Http404, StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Meta, Struct
from rest_framework.request import Request

from annotation.api.calibration import TaskChoice
from annotation.api.claims import DesignWord, ManagedView
from annotation.api.verifying import VerifyingAnswer, verifying_answer
from annotation.api.writing import WritingAnswer, writing_answer
from annotation.messages import gold_line_text, gold_text
from annotation.models import LONGEST_CLAIM, Gold
from annotation.models.gold import LONGEST_WHY
from annotation.rules.calibration.files import GoldLine
from annotation.services.calibration import gold as services
from annotation.services.calibration import gold_drawing, gold_files
from annotation.services.calibration.line_imports import LineImportError, LineRefusedError
from annotation.services.desk.stages import CampaignNotOpenError
from campaigns.selectors.protocols import NoDesignError
from core.api.lists import Listing, ListParameters, newest_first
from core.api.operations import operation
from core.api.problems import ApiProblem
from core.api.scopes import Scope
from core.api.struct_schemas import one_of

TAG = "gold"
JSON_LINES = "application/jsonl"
GoldUse = Annotated[str, one_of(Gold.Use.values)]
GoldDifficulty = Annotated[str, one_of(Gold.Difficulty.values)]


class GoldParameters(ListParameters, frozen=True, kw_only=True):
    """The filters of the list of gold."""

    task: TaskChoice = ""
    use: GoldUse = ""


class GoldDescriptionBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The use of gold and the reason for it; position 0 is the last place."""

    use: GoldUse
    phase: DesignWord = ""
    try_number: Annotated[int, Meta(ge=1, le=services.MOST_TRIES)] = 1
    position: Annotated[int, Meta(ge=0, le=10_000)] = 0
    difficulty: GoldDifficulty = Gold.Difficulty.EASY.value
    why: Annotated[str, Meta(max_length=LONGEST_WHY)] = ""
    clause: Annotated[str, Meta(max_length=services.LONGEST_CLAUSE)] = ""

    def description(self) -> services.GoldDescription:
        """Return it as the services take it."""
        return services.GoldDescription(
            use=Gold.Use(self.use),
            phase=self.phase,
            try_number=self.try_number,
            position=self.position,
            difficulty=Gold.Difficulty(self.difficulty),
            why=self.why,
            clause=self.clause,
        )


class ClaimGoldBody(GoldDescriptionBody, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A claim for candidates to verify."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CLAIM)]


class HighlightGoldBody(GoldDescriptionBody, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A highlight for candidates to write from; without a title, a page is drawn."""

    source: DesignWord
    title: Annotated[str, Meta(max_length=300)] = ""
    prescribed: Annotated[dict[DesignWord, dict[DesignWord, DesignWord]], Meta(max_length=100)] = {}


class GoldLinesBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Gold with its answers, as the export gives it, a line each."""

    lines: Annotated[list[GoldLine], Meta(min_length=1, max_length=2000)]


class GoldImported(Struct, frozen=True):
    """The number of items that were imported."""

    imported: int


class GoldItem(Struct, frozen=True):
    """An item of gold; `is_ready` says that a manager has answered it."""

    id: UUID
    task: TaskChoice
    use: GoldUse
    phase: str
    try_number: int
    position: int
    difficulty: GoldDifficulty
    why: str
    clause: str
    text: str
    page: str
    is_ready: bool
    made_at: datetime
    withdrawn_at: datetime | None


class OpenedGold(Struct, frozen=True):
    """The attempt at an item of gold: a claim to verify, or a highlight to write from."""

    attempt: UUID
    task: TaskChoice


class GoldList(ManagedView):
    """The gold of a campaign."""

    @operation(
        "gold_list",
        "List the gold of a campaign, newest first",
        tag=TAG,
        parameters=GoldParameters,
        answer=Listing[GoldItem],
    )
    def get(
        self, request: Request, public_id: UUID, *, parameters: GoldParameters
    ) -> Listing[GoldItem]:
        rows = Gold.objects.filter(campaign=self.access.campaign)
        if parameters.task:
            rows = rows.filter(task=parameters.task)
        if parameters.use:
            rows = rows.filter(use=parameters.use)
        rows = rows.select_related("claim", "highlight__page", "answer")
        found, following = newest_first(rows, parameters, time="made_at")
        return Listing([_gold(one) for one in found], following)


class GoldClaims(ManagedView):
    """New gold claims."""

    needs_design = True

    @operation(
        "gold_make_claim",
        "Make a gold claim and open it to answer it",
        tag=TAG,
        scope=Scope.MANAGE,
        body=ClaimGoldBody,
        answer=VerifyingAnswer,
    )
    def post(self, request: Request, public_id: UUID, *, body: ClaimGoldBody) -> VerifyingAnswer:
        actor, now = self.access.person, timezone.now()
        with _refusals():
            made = services.make_claim_gold(
                campaign=self.access.campaign,
                text=body.text,
                description=body.description(),
                actor=actor,
                now=now,
            )
            attempt = services.answer_gold(gold=made, actor=actor, now=now)
        return verifying_answer(actor, attempt)


class GoldHighlights(ManagedView):
    """New gold highlights."""

    needs_design = True

    @operation(
        "gold_make_highlight",
        "Make a gold highlight and open it to write the model claims",
        tag=TAG,
        scope=Scope.MANAGE,
        body=HighlightGoldBody,
        answer=WritingAnswer,
    )
    def post(self, request: Request, public_id: UUID, *, body: HighlightGoldBody) -> WritingAnswer:
        campaign, actor, now = self.access.campaign, self.access.person, timezone.now()
        with _refusals():
            page, addresses = gold_drawing.draw_place(campaign, body.source, body.title)
            made = services.make_highlight_gold(
                campaign=campaign,
                page=page,
                source=body.source,
                addresses=addresses,
                prescribed=body.prescribed,
                description=body.description(),
                actor=actor,
                now=now,
            )
            attempt = services.answer_gold(gold=made, actor=actor, now=now)
        return writing_answer(actor, attempt)


class GoldImport(ManagedView):
    """Gold from lines."""

    needs_design = True

    @operation(
        "gold_import",
        "Import gold with its answers; all of it or nothing",
        tag=TAG,
        scope=Scope.MANAGE,
        body=GoldLinesBody,
        answer=GoldImported,
    )
    def post(self, request: Request, public_id: UUID, *, body: GoldLinesBody) -> GoldImported:
        try:
            count = gold_files.import_gold(
                campaign=self.access.campaign,
                data=b"\n".join(msgspec.json.encode(line) for line in body.lines),
                actor=self.access.person,
                now=timezone.now(),
            )
        except (CampaignNotOpenError, NoDesignError):
            raise ApiProblem(409, "not_open", _("Open the campaign first.")) from None
        except LineRefusedError as error:
            detail = gold_line_text(error.error)
            fault = {"field": f"lines.{error.number - 1}", "code": "refused", "detail": detail}
            raise ApiProblem(422, "gold_refused", detail, errors=[fault]) from error
        except LineImportError as error:
            raise ApiProblem(413, "too_large", _("Divide the lines.")) from error
        return GoldImported(count)


class GoldExport(ManagedView):
    """Gold as lines."""

    needs_design = True

    @operation(
        "gold_export",
        "Download gold with its answers as JSON lines",
        tag=TAG,
        media_type=JSON_LINES,
    )
    def get(self, request: Request, public_id: UUID) -> StreamingHttpResponse:
        lines = gold_files.export_gold(self.access.campaign)
        return StreamingHttpResponse(lines, content_type=JSON_LINES)


class GoldView(ManagedView):
    """The base of the resources of one item of gold."""

    needs_design = True
    gold: Gold

    def enter(self, request: Request, **arguments: Any) -> None:
        super().enter(request, **arguments)
        rows = Gold.objects.select_related("campaign", "claim", "highlight__page", "answer")
        found = rows.filter(public_id=arguments["gold_id"], campaign=self.access.campaign).first()
        if found is None:
            raise Http404
        self.gold = found

    def answer(self) -> GoldItem:
        """Return the item as it is now."""
        rows = Gold.objects.select_related("claim", "highlight__page", "answer")
        return _gold(rows.get(pk=self.gold.pk))


class GoldDetail(GoldView):
    """One item of gold."""

    @operation("gold_read", "Read an item of gold", tag=TAG, answer=GoldItem)
    def get(self, request: Request, public_id: UUID, gold_id: UUID) -> GoldItem:
        return _gold(self.gold)

    @operation(
        "gold_describe",
        "Change what an item of gold is for, and why",
        tag=TAG,
        scope=Scope.MANAGE,
        body=GoldDescriptionBody,
        answer=GoldItem,
    )
    def post(
        self, request: Request, public_id: UUID, gold_id: UUID, *, body: GoldDescriptionBody
    ) -> GoldItem:
        with _refusals():
            services.describe_gold(
                gold=self.gold,
                description=body.description(),
                actor=self.access.person,
                now=timezone.now(),
            )
        return self.answer()


class GoldOpen(GoldView):
    """The manager's own answer to an item of gold."""

    @operation(
        "gold_open",
        "Open an item of gold to answer it; the attempt is answered as any other",
        tag=TAG,
        scope=Scope.MANAGE,
        answer=OpenedGold,
    )
    def post(self, request: Request, public_id: UUID, gold_id: UUID) -> OpenedGold:
        with _refusals():
            attempt = services.answer_gold(
                gold=self.gold, actor=self.access.person, now=timezone.now()
            )
        return OpenedGold(attempt.public_id, self.gold.task)


class GoldWithdraw(GoldView):
    """Withdrawing an item of gold."""

    @operation(
        "gold_withdraw",
        "Withdraw an item of gold; it no longer counts for anybody",
        tag=TAG,
        scope=Scope.MANAGE,
        answer=GoldItem,
    )
    def post(self, request: Request, public_id: UUID, gold_id: UUID) -> GoldItem:
        services.withdraw_gold(gold=self.gold, actor=self.access.person, now=timezone.now())
        return self.answer()


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn the refusals of the services into problems."""
    try:
        yield
    except services.GoldRefusedError as error:
        detail = gold_text(error.code)
        fault = {"field": error.field, "code": error.code, "detail": detail}
        raise ApiProblem(422, "gold_refused", detail, errors=[fault]) from error
    except services.GoldInUseError as error:
        detail = _("Somebody has this item already. Withdraw it instead.")
        raise ApiProblem(409, "gold_in_use", detail) from error
    except (NoDesignError, CampaignNotOpenError) as error:
        raise ApiProblem(409, "no_design", _("Choose the study design first.")) from error


def _gold(gold: Gold) -> GoldItem:
    return GoldItem(
        id=gold.public_id,
        task=gold.task,
        use=gold.use,
        phase=gold.phase,
        try_number=gold.try_number,
        position=gold.position,
        difficulty=gold.difficulty,
        why=gold.why,
        clause=gold.clause,
        text=gold.claim.text if gold.claim is not None else "",
        page=gold.highlight.page.title if gold.highlight is not None else "",
        is_ready=gold.is_ready,
        made_at=gold.made_at,
        withdrawn_at=gold.withdrawn_at,
    )
