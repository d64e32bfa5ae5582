"""The API of a campaign's members: list them, change what one does, remove one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Struct
from rest_framework.request import Request

from accounts.roles import Area
from campaigns.api.campaigns import CampaignView, RoleName
from campaigns.member_roles import MEMBER_ROLES, ROLES_OF_PEOPLE
from campaigns.models import Membership
from campaigns.selectors.memberships import members_of
from campaigns.services import memberships
from core.api.lists import Listing, ListParameters, newest_first
from core.api.operations import operation
from core.api.problems import ApiProblem
from core.api.scopes import Scope
from core.api.struct_schemas import one_of

TAG = "members"
GivenRole = Annotated[str, one_of(ROLES_OF_PEOPLE)]


class MemberAnswer(Struct, frozen=True):
    """A member of a campaign; `note` is what the managers wrote of them when they invited them."""

    id: UUID
    person: UUID
    username: str
    name: str
    role: RoleName
    writes_claims: bool
    verifies_claims: bool
    joined_at: datetime
    note: str


class RoleBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The new role of a member."""

    role: GivenRole


class MemberList(CampaignView):
    """The members of a campaign, for its managers."""

    needed = (Area.MEMBERS,)

    @operation(
        "members_list",
        "List the members of a campaign, newest first",
        tag=TAG,
        parameters=ListParameters,
        answer=Listing[MemberAnswer],
    )
    def get(
        self, request: Request, public_id: UUID, *, parameters: ListParameters
    ) -> Listing[MemberAnswer]:
        members = members_of(self.access.campaign)
        found, following = newest_first(members, parameters, time="joined_at")
        return Listing([_member(member) for member in found], following)


class MemberView(CampaignView):
    """The base of the resources of one member."""

    needed = (Area.MEMBERS,)
    member: Membership

    def enter(self, request: Request, **arguments: Any) -> None:
        super().enter(request, **arguments)
        members = members_of(self.access.campaign)
        found = members.filter(public_id=arguments["membership_id"]).first()
        if found is None:
            raise Http404
        self.member = found


class MemberRoleChange(MemberView):
    """The role of a member."""

    @operation(
        "members_change_role",
        "Give a member another role; what they can no longer finish becomes free",
        tag=TAG,
        scope=Scope.MANAGE,
        body=RoleBody,
        answer=MemberAnswer,
    )
    def post(
        self, request: Request, public_id: UUID, membership_id: UUID, *, body: RoleBody
    ) -> MemberAnswer:
        with _refusals():
            memberships.change_member_role(
                membership=self.member,
                member_role=MEMBER_ROLES[body.role],
                actor=self.access.person,
                now=timezone.now(),
            )
        self.member.refresh_from_db()
        return _member(self.member)


class MemberRemove(MemberView):
    """The end of a membership."""

    @operation(
        "members_remove",
        "Remove a member; their work and their account stay",
        tag=TAG,
        scope=Scope.MANAGE,
        answer=MemberAnswer,
    )
    def post(self, request: Request, public_id: UUID, membership_id: UUID) -> MemberAnswer:
        removed = _member(self.member)
        with _refusals():
            memberships.remove_member(
                membership=self.member, actor=self.access.person, now=timezone.now()
            )
        return removed


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn the refusals of the services into problems."""
    try:
        yield
    except memberships.OwnMembershipError:
        detail = _("Another manager or an administrator must do this.")
        raise ApiProblem(409, "own_membership", detail) from None
    except memberships.MachineRoleError:
        raise ApiProblem(409, "machine", _("A machine stays a machine.")) from None
    except memberships.MembershipGoneError as error:
        raise Http404 from error


def _member(member: Membership) -> MemberAnswer:
    return MemberAnswer(
        id=member.public_id,
        person=member.user.public_id,
        username=member.user.username,
        name=member.user.name,
        role=member.role,
        writes_claims=member.writes_claims,
        verifies_claims=member.verifies_claims,
        joined_at=member.joined_at,
        note=member.note,
    )
