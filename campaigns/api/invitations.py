"""The API of invitations to a campaign, for its managers."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Meta, Struct
from rest_framework.request import Request

from accounts.models import Invitation
from accounts.roles import Area
from campaigns.api.campaigns import CampaignView
from campaigns.api.members import GivenRole
from campaigns.forms.bulk_invitations import MOST_PEOPLE
from campaigns.member_roles import MEMBER_ROLES
from campaigns.selectors import invitations as selectors
from campaigns.services import bulk_invitations
from campaigns.services import invitations as services
from campaigns.services.bulk_invitations import Invitee
from core.api.lists import Listing, ListParameters, newest_first
from core.api.operations import operation
from core.api.problems import ApiProblem
from core.api.scopes import Scope
from core.api.struct_schemas import one_of

TAG = "members"


class InviteeBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A person to invite: the note of the managers about them, and perhaps an address."""

    note: Annotated[str, Meta(min_length=1, max_length=120, pattern=r"\S")]
    email: Annotated[str, Meta(max_length=254)] = ""


class InvitationsBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The people to invite, and the role that they are given."""

    role: GivenRole
    people: Annotated[list[InviteeBody], Meta(min_length=1, max_length=MOST_PEOPLE)]


class InvitationAnswer(Struct, frozen=True):
    """An invitation. Its address is told once, when it is created."""

    id: UUID
    note: str
    role: GivenRole
    state: Annotated[str, one_of(Invitation.State.values)]
    created_at: datetime
    expires_at: datetime
    address: str | None


class InvitedAnswer(Struct, frozen=True):
    """The links to hand out, and the number of invitations that are mailed instead."""

    invitations: list[InvitationAnswer]
    mailed: int


class InvitationList(CampaignView):
    """The invitations to a campaign."""

    needed = (Area.MEMBERS,)

    @operation(
        "invitations_list",
        "List the invitations to a campaign, newest first",
        tag=TAG,
        parameters=ListParameters,
        answer=Listing[InvitationAnswer],
    )
    def get(
        self, request: Request, public_id: UUID, *, parameters: ListParameters
    ) -> Listing[InvitationAnswer]:
        rows = selectors.invitations_to(self.access.campaign).select_related("membership")
        found, following = newest_first(rows, parameters)
        return Listing([_answer(one) for one in found], following)

    @operation(
        "invitations_create",
        "Invite people, all or nobody; those with an address by e-mail, where it is set up",
        tag=TAG,
        scope=Scope.MANAGE,
        body=InvitationsBody,
        answer=InvitedAnswer,
        has_secret=True,
        status=201,
    )
    def post(self, request: Request, public_id: UUID, *, body: InvitationsBody) -> InvitedAnswer:
        invitees = _invitees(body.people)
        try:
            made = bulk_invitations.invite_many(
                campaign=self.access.campaign,
                member_role=MEMBER_ROLES[body.role],
                invitees=invitees,
                site=request.build_absolute_uri("/").rstrip("/"),
                actor=self.access.person,
                now=timezone.now(),
            )
        except services.CampaignClosedError:
            raise ApiProblem(409, "not_open", _("The campaign is closed.")) from None
        links = [
            _answer(one.invitation, request.build_absolute_uri(reverse("join", args=[one.token])))
            for one in made.links
        ]
        return InvitedAnswer(links, made.mailed)


class InvitationRevoke(CampaignView):
    """The end of an invitation."""

    needed = (Area.MEMBERS,)

    @operation(
        "invitations_revoke",
        "Revoke an invitation that nobody has used",
        tag=TAG,
        scope=Scope.MANAGE,
        answer=InvitationAnswer,
    )
    def post(self, request: Request, public_id: UUID, invitation_id: UUID) -> InvitationAnswer:
        rows = selectors.invitations_to(self.access.campaign).select_related("membership")
        found = rows.filter(public_id=invitation_id).first()
        if found is None:
            raise Http404
        try:
            services.revoke_invitation(
                invitation=found, actor=self.access.person, now=timezone.now()
            )
        except services.InvitationClosedError:
            detail = _("It was used or revoked already.")
            raise ApiProblem(409, "already_closed", detail) from None
        return _answer(rows.get(pk=found.pk))


def _invitees(people: list[InviteeBody]) -> list[Invitee]:
    """Return the people as the service takes them; raise a problem for a wrong address."""
    known: set[str] = set()
    for number, person in enumerate(people):
        if not person.email:
            continue
        try:
            validate_email(person.email)
        except ValidationError:
            raise _wrong_address(number, _("This is no e-mail address.")) from None
        if person.email.lower() in known:
            raise _wrong_address(number, _("This address is there twice."))
        known.add(person.email.lower())
    return [Invitee(note=person.note.strip(), email=person.email) for person in people]


def _wrong_address(number: int, detail: str) -> ApiProblem:
    fault = {"field": f"people.{number}.email", "code": "wrong", "detail": detail}
    return ApiProblem(422, "invalid", detail, errors=[fault])


def _answer(invitation: Invitation, address: str | None = None) -> InvitationAnswer:
    return InvitationAnswer(
        id=invitation.public_id,
        note=invitation.note,
        role=invitation.membership.member_role.key,
        state=invitation.state_at(timezone.now()).value,
        created_at=invitation.created_at,
        expires_at=invitation.expires_at,
        address=address,
    )
