"""The API of a campaign's machines, for its managers; they are listed with the members."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Meta, Struct
from rest_framework.request import Request

from accounts.roles import Area
from campaigns.api.campaigns import CampaignView
from campaigns.forms.machines import MachineForm
from campaigns.selectors.memberships import machines_of
from campaigns.services import machines
from campaigns.services.invitations import CampaignClosedError
from campaigns.services.machines import NewMachine
from campaigns.services.memberships import MembershipGoneError
from core.api.operations import operation
from core.api.problems import ApiProblem
from core.api.scopes import Scope

TAG = "machines"


class MachineBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The name under which a machine is listed, such as that of its model."""

    name: Annotated[str, Meta(min_length=1, max_length=120)]


class MachineAnswer(Struct, frozen=True):
    """A machine with its new token, which is told once."""

    id: UUID
    person: UUID
    username: str
    name: str
    token: str


class MachineList(CampaignView):
    """Adding a machine."""

    needed = (Area.MEMBERS,)

    @operation(
        "machines_create",
        "Add a machine, which verifies claims beside people",
        tag=TAG,
        scope=Scope.MANAGE,
        body=MachineBody,
        answer=MachineAnswer,
        has_secret=True,
        status=201,
    )
    def post(self, request: Request, public_id: UUID, *, body: MachineBody) -> MachineAnswer:
        form = MachineForm({"name": body.name})
        if not form.is_valid():
            detail = " ".join(str(text) for text in form.errors["name"])
            fault = {"field": "name", "code": "name_refused", "detail": detail}
            raise ApiProblem(422, "name_refused", detail, errors=[fault])
        try:
            added = machines.add_machine(
                campaign=self.access.campaign,
                name=form.cleaned_data["name"],
                actor=self.access.person,
                now=timezone.now(),
            )
        except CampaignClosedError:
            raise ApiProblem(409, "not_open", _("The campaign is closed.")) from None
        return _answer(added)


class MachineToken(CampaignView):
    """The token of a machine."""

    needed = (Area.MEMBERS,)

    @operation(
        "machines_renew_token",
        "Create another token for a machine; those before stop working",
        tag=TAG,
        scope=Scope.MANAGE,
        answer=MachineAnswer,
        has_secret=True,
    )
    def post(self, request: Request, public_id: UUID, machine_id: UUID) -> MachineAnswer:
        found = machines_of(self.access.campaign).filter(public_id=machine_id).first()
        if found is None:
            raise Http404
        try:
            renewed = machines.renew_token(
                membership=found, actor=self.access.person, now=timezone.now()
            )
        except MembershipGoneError as error:
            raise Http404 from error
        return _answer(renewed)


def _answer(added: NewMachine) -> MachineAnswer:
    machine = added.membership
    return MachineAnswer(
        id=machine.public_id,
        person=machine.user.public_id,
        username=machine.user.username,
        name=machine.user.name,
        token=added.secret,
    )
