"""The API of setting a campaign up: its design, its numbers, its highlights, opening it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Meta, Struct
from rest_framework.request import Request

from annotation.api.claims import TAG as CLAIMS
from annotation.api.claims import ManagedView
from annotation.forms.designs import MOST_HIGHLIGHTS, DesignForm, drawable_protocols
from annotation.selectors.campaign import readiness
from annotation.services.campaign import designs
from annotation.services.writing import sampling
from campaigns.models import Campaign
from campaigns.protocols import numbers as protocol_numbers
from campaigns.protocols.needs import ProtocolError
from campaigns.selectors.protocols import NoDesignError, protocol_of
from campaigns.services import campaigns
from core.api.operations import operation
from core.api.problems import ApiProblem
from core.api.scopes import Scope
from core.api.struct_schemas import one_of
from jobs.services.jobs import AlreadyQueuedError

TAG = "campaigns"
DesignName = Annotated[str, one_of(protocol.name for protocol in drawable_protocols())]
PageChoice = Annotated[str, one_of(Campaign.Pages.values)]
HighlightTarget = Annotated[int, Meta(ge=1, le=MOST_HIGHLIGHTS)]
CampaignStateChoice = Annotated[str, one_of(Campaign.State.values)]


class DesignBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A study design, the pages that highlights are drawn from, and their number.

    `page_names` are titles, or the name of one category.
    """

    design: DesignName
    corpus: UUID
    target: HighlightTarget
    pages: PageChoice = Campaign.Pages.ALL.value
    page_names: Annotated[
        list[Annotated[str, Meta(max_length=260)]], Meta(max_length=campaigns.MOST_NAMES)
    ] = []
    excludes_used_pages: bool = False


class TargetBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of highlights to write from."""

    target: HighlightTarget


class NumbersBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the design by their names; shares are texts, such as "1/5" or "0.2"."""

    numbers: Annotated[
        dict[
            Annotated[str, Meta(max_length=200)],
            Annotated[str, Meta(max_length=40)] | Annotated[int, Meta(ge=-(2**53), le=2**53)],
        ],
        Meta(min_length=1, max_length=500),
    ]


class NumberAnswer(Struct, frozen=True):
    """A number of the design: what it is now, and its bounds."""

    name: str
    label: str
    about: str
    value: str
    least: str
    most: str


class DesignAnswer(Struct, frozen=True):
    """The design of a campaign, and what it lacks before it can be opened."""

    campaign: UUID
    state: CampaignStateChoice
    design: str
    title: str
    corpus: UUID | None
    pages: PageChoice
    page_names: list[str]
    excludes_used_pages: bool
    target: int
    is_final: bool
    lacks: list[str]
    numbers: list[NumberAnswer]


class DrawingAnswer(Struct, frozen=True):
    """The job that draws highlights."""

    job: UUID


class DesignView(ManagedView):
    """The base of the resources of a campaign's design."""

    needs_design = True

    def answer(self) -> DesignAnswer:
        """Return the design as it is now."""
        campaign = self.access.campaign
        campaign.refresh_from_db()
        protocol = protocol_of(campaign) if campaign.protocol is not None else None
        return DesignAnswer(
            campaign=campaign.public_id,
            state=campaign.state,
            design=protocol.name if protocol is not None else "",
            title=protocol.title if protocol is not None else "",
            corpus=campaign.corpus.public_id if campaign.corpus is not None else None,
            pages=campaign.page_choice,
            page_names=list(campaign.page_names),
            excludes_used_pages=campaign.excludes_used_pages,
            target=campaign.target,
            is_final=protocol is not None and not designs.is_designable(campaign),
            lacks=[str(item.lack) for item in readiness.checklist(campaign) if item.is_missing],
            numbers=[
                NumberAnswer(
                    one.path,
                    str(one.label),
                    str(one.about),
                    str(one.default),
                    str(one.least),
                    str(one.most),
                )
                for one in (protocol_numbers.numbers(protocol) if protocol is not None else ())
            ],
        )


class DesignDetail(DesignView):
    """The design of a campaign."""

    @operation(
        "designs_read",
        "Read the design of a campaign, its numbers and what it lacks",
        tag=TAG,
        answer=DesignAnswer,
    )
    def get(self, request: Request, public_id: UUID) -> DesignAnswer:
        return self.answer()

    @operation(
        "designs_choose",
        "Choose the design of a campaign that is being set up",
        tag=TAG,
        scope=Scope.MANAGE,
        body=DesignBody,
        answer=DesignAnswer,
    )
    def post(self, request: Request, public_id: UUID, *, body: DesignBody) -> DesignAnswer:
        form = DesignForm(_typed(body), person=self.access.person)
        if not form.is_valid():
            raise _form_problem(form)
        with _refusals():
            designs.set_design(
                campaign=self.access.campaign,
                design=form.design_for(self.access.campaign),
                actor=self.access.person,
                now=timezone.now(),
            )
        return self.answer()


class TargetChange(DesignView):
    """The number of highlights to write from."""

    @operation(
        "designs_change_target",
        "Change how many highlights are to be written from",
        tag=TAG,
        scope=Scope.MANAGE,
        body=TargetBody,
        answer=DesignAnswer,
    )
    def post(self, request: Request, public_id: UUID, *, body: TargetBody) -> DesignAnswer:
        if self.access.campaign.protocol is None:
            raise _no_design()
        campaigns.change_target(
            campaign=self.access.campaign,
            target=body.target,
            actor=self.access.person,
            now=timezone.now(),
        )
        return self.answer()


class NumbersChange(DesignView):
    """Numbers of the design."""

    @operation(
        "designs_change_numbers",
        "Change numbers of the design, all at once",
        tag=TAG,
        scope=Scope.MANAGE,
        body=NumbersBody,
        answer=DesignAnswer,
    )
    def post(self, request: Request, public_id: UUID, *, body: NumbersBody) -> DesignAnswer:
        if self.access.campaign.protocol is None:
            raise _no_design()
        with _refusals():
            designs.change_numbers(
                campaign=self.access.campaign,
                numbers=body.numbers,
                actor=self.access.person,
                now=timezone.now(),
            )
        return self.answer()


class StateChange(DesignView):
    """The base of moving a campaign into another state."""

    def move(self, service: Callable[..., Campaign]) -> DesignAnswer:
        """Move the campaign and return its design."""
        with _refusals():
            service(campaign=self.access.campaign, actor=self.access.person, now=timezone.now())
        return self.answer()


class CampaignOpen(StateChange):
    """Opening a campaign."""

    @operation(
        "campaigns_open",
        "Open a campaign: people can start",
        tag=TAG,
        scope=Scope.MANAGE,
        answer=DesignAnswer,
    )
    def post(self, request: Request, public_id: UUID) -> DesignAnswer:
        return self.move(designs.open_campaign)


class CampaignPause(StateChange):
    """Pausing a campaign."""

    @operation(
        "campaigns_pause",
        "Pause a campaign: people may finish what they hold",
        tag=TAG,
        scope=Scope.MANAGE,
        answer=DesignAnswer,
    )
    def post(self, request: Request, public_id: UUID) -> DesignAnswer:
        return self.move(campaigns.pause_campaign)


class CampaignClose(StateChange):
    """Closing a campaign for good."""

    @operation(
        "campaigns_close",
        "Close a campaign for good",
        tag=TAG,
        scope=Scope.MANAGE,
        answer=DesignAnswer,
    )
    def post(self, request: Request, public_id: UUID) -> DesignAnswer:
        return self.move(campaigns.close_campaign)


class HighlightDrawing(DesignView):
    """Drawing the highlights that a campaign lacks."""

    @operation(
        "highlights_draw",
        "Draw the highlights that the campaign lacks, by a job",
        tag=CLAIMS,
        scope=Scope.MANAGE,
        answer=DrawingAnswer,
        status=202,
    )
    def post(self, request: Request, public_id: UUID) -> DrawingAnswer:
        with _refusals():
            job = sampling.request_highlights(
                campaign=self.access.campaign, actor=self.access.person, now=timezone.now()
            )
        return DrawingAnswer(job.public_id)


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn the refusals of the services into problems."""
    try:
        yield
    except designs.NotReadyError as error:
        raise ApiProblem(409, "not_ready", str(error)) from error
    except campaigns.WrongStateError as error:
        detail = _("The campaign cannot do this in the state that it is in.")
        raise ApiProblem(409, "wrong_state", detail) from error
    except campaigns.PageChoiceError as error:
        raise _field_problem("page_names", _("Choose the pages.")) from error
    except ProtocolError as error:
        raise _field_problem("numbers", str(error)) from error
    except NoDesignError as error:
        raise _no_design() from error
    except AlreadyQueuedError as error:
        detail = _("Highlights are already being drawn.")
        raise ApiProblem(409, "already_queued", detail) from error


def _typed(body: DesignBody) -> dict[str, Any]:
    """Return a design as the form of the screen takes it."""
    is_category = body.pages == Campaign.Pages.CATEGORY
    return {
        "protocol": body.design,
        "corpus": str(body.corpus),
        "pages": body.pages,
        "category": " ".join(body.page_names) if is_category else "",
        "titles": "" if is_category else "\n".join(body.page_names),
        "excludes_used_pages": body.excludes_used_pages,
        "target": body.target,
    }


# The fields of the form under the names that they have here.
_FIELDS = {"protocol": "design", "category": "page_names", "titles": "page_names"}


def _form_problem(form: DesignForm) -> ApiProblem:
    faults = [
        {"field": _FIELDS.get(name, name), "code": "wrong", "detail": str(text)}
        for name, texts in form.errors.items()
        for text in texts
    ]
    return ApiProblem(422, "invalid", faults[0]["detail"], errors=faults)


def _field_problem(field: str, detail: str) -> ApiProblem:
    fault = {"field": field, "code": "wrong", "detail": detail}
    return ApiProblem(422, "invalid", detail, errors=[fault])


def _no_design() -> ApiProblem:
    return ApiProblem(409, "no_design", _("Choose the study design first."))
