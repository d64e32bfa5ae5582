"""The API of links for workers, and of the workers who came by them, for managers."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated
from uuid import UUID

from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Meta, Struct
from rest_framework.request import Request

from accounts.roles import Area
from campaigns.api.campaigns import CampaignView
from campaigns.forms.workers import WORKER_ROLES
from campaigns.member_roles import MEMBER_ROLES
from campaigns.models import WorkerLink
from campaigns.models.workers import MOST_SEATS
from campaigns.selectors import workers as selectors
from campaigns.services import workers as services
from campaigns.services.invitations import CampaignClosedError
from core.api.lists import Listing, ListParameters, newest_first
from core.api.operations import operation
from core.api.problems import ApiProblem
from core.api.scopes import Scope
from core.api.struct_schemas import one_of

TAG = "workers"
WorkerRole = Annotated[str, one_of(WORKER_ROLES)]
SeatCount = Annotated[int, Meta(ge=1, le=MOST_SEATS)]


class NewWorkerLink(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A link to create. Without a code, each worker gets one of their own."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    role: WorkerRole
    parameter: Annotated[str, Meta(max_length=40, pattern=r"^[A-Za-z][A-Za-z0-9_]*$")]
    seats: SeatCount
    items: SeatCount
    code: Annotated[str, Meta(max_length=40, pattern="^[A-Za-z0-9-]*$")] = ""
    days: Annotated[int, Meta(ge=1, le=365)] = 30


class WorkerLinkAnswer(Struct, frozen=True):
    """A link for workers. Its address is told once, when it is created."""

    id: UUID
    name: str
    role: WorkerRole
    parameter: str
    seats: int
    taken: int
    items: int
    created_at: datetime
    expires_at: datetime
    revoked_at: datetime | None
    address: str | None


class WorkerAnswer(Struct, frozen=True):
    """A worker; `completed_at` says when they got their code."""

    id: UUID
    worker_id: str
    person: UUID
    username: str
    link: UUID
    joined_at: datetime
    code: str
    completed_at: datetime | None


class WorkerLinkList(CampaignView):
    """The links for workers of a campaign."""

    needed = (Area.MEMBERS,)

    @operation(
        "worker_links_list",
        "List the links for workers, newest first",
        tag=TAG,
        parameters=ListParameters,
        answer=Listing[WorkerLinkAnswer],
    )
    def get(
        self, request: Request, public_id: UUID, *, parameters: ListParameters
    ) -> Listing[WorkerLinkAnswer]:
        found, following = newest_first(selectors.links_of(self.access.campaign), parameters)
        taken = selectors.seats_taken(found)
        return Listing([_link(link, taken=taken[link.pk]) for link in found], following)

    @operation(
        "worker_links_create",
        "Create a link for workers; the worker id is put at the end of its address",
        tag=TAG,
        scope=Scope.MANAGE,
        body=NewWorkerLink,
        answer=WorkerLinkAnswer,
        has_secret=True,
        status=201,
    )
    def post(self, request: Request, public_id: UUID, *, body: NewWorkerLink) -> WorkerLinkAnswer:
        try:
            link, token = services.make_worker_link(
                campaign=self.access.campaign,
                member_role=MEMBER_ROLES[body.role],
                name=body.name,
                parameter=body.parameter,
                seats=body.seats,
                items=body.items,
                code=body.code,
                lifetime=timedelta(days=body.days),
                actor=self.access.person,
                now=timezone.now(),
            )
        except CampaignClosedError:
            raise ApiProblem(409, "not_open", _("The campaign is closed.")) from None
        path = request.build_absolute_uri(reverse("take-part", args=[token]))
        return _link(link, taken=0, address=f"{path}?{link.parameter}=")


class WorkerLinkRevoke(CampaignView):
    """The end of a link."""

    needed = (Area.MEMBERS,)

    @operation(
        "worker_links_revoke",
        "Revoke a link for workers",
        tag=TAG,
        scope=Scope.MANAGE,
        answer=WorkerLinkAnswer,
    )
    def post(self, request: Request, public_id: UUID, link_id: UUID) -> WorkerLinkAnswer:
        links = selectors.links_of(self.access.campaign)
        link = links.filter(public_id=link_id).first()
        if link is None:
            raise Http404
        try:
            services.revoke_worker_link(link=link, actor=self.access.person, now=timezone.now())
        except services.LinkClosedError:
            raise ApiProblem(409, "already_revoked", _("The link was revoked.")) from None
        changed = links.get(pk=link.pk)
        return _link(changed, taken=selectors.seats_taken([changed])[changed.pk])


class WorkerList(CampaignView):
    """The workers of a campaign."""

    needed = (Area.MEMBERS,)

    @operation(
        "workers_list",
        "List workers with their ids and completion codes, newest first",
        tag=TAG,
        parameters=ListParameters,
        answer=Listing[WorkerAnswer],
    )
    def get(
        self, request: Request, public_id: UUID, *, parameters: ListParameters
    ) -> Listing[WorkerAnswer]:
        rows = selectors.workers_of(self.access.campaign)
        found, following = newest_first(rows, parameters, time="joined_at")
        answers = [
            WorkerAnswer(
                id=worker.public_id,
                worker_id=worker.worker_id,
                person=worker.person.public_id,
                username=worker.person.username,
                link=worker.link.public_id,
                joined_at=worker.joined_at,
                code=worker.code,
                completed_at=worker.completed_at,
            )
            for worker in found
        ]
        return Listing(answers, following)


def _link(link: WorkerLink, *, taken: int, address: str | None = None) -> WorkerLinkAnswer:
    return WorkerLinkAnswer(
        id=link.public_id,
        name=link.name,
        role=link.member_role.key,
        parameter=link.parameter,
        seats=link.seats,
        taken=taken,
        items=link.items,
        created_at=link.created_at,
        expires_at=link.expires_at,
        revoked_at=link.revoked_at,
        address=address,
    )
