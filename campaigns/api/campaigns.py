"""The API of campaigns: those of a person."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils import timezone
from msgspec import Meta, Struct
from rest_framework.request import Request

from accounts.models import User
from accounts.roles import Area, Role
from campaigns.access import CampaignAccess, campaign_for, person_of
from campaigns.forms.campaigns import CAMPAIGN_NAME_TAKEN, CampaignForm
from campaigns.models import Campaign, Membership
from campaigns.selectors.campaigns import shown_campaigns
from campaigns.selectors.memberships import areas_for, memberships_of
from campaigns.services import campaigns as services
from core.api.lists import Listing, ListParameters, newest_first
from core.api.operations import operation
from core.api.problems import ApiProblem
from core.api.scopes import Scope
from core.api.struct_schemas import one_of
from core.api.views import ApiView

TAG = "campaigns"
RoleName = Annotated[str, one_of(Role.values)]


class CampaignAnswer(Struct, frozen=True):
    """A campaign, and your part in it; administrators may have none."""

    id: UUID
    name: str
    state: Annotated[str, one_of(Campaign.State.values)]
    created_at: datetime
    corpus: UUID | None
    role: RoleName | None
    writes_claims: bool
    verifies_claims: bool


class CampaignBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a new campaign."""

    name: Annotated[str, Meta(min_length=1, max_length=120)]


class CampaignList(ApiView):
    """Your campaigns; for administrators, all of them."""

    def enter(self, request: Request, **arguments: Any) -> None:
        if request.method == "POST" and Area.CAMPAIGNS not in areas_for(person_of(request)):
            raise PermissionDenied

    @operation(
        "campaigns_list",
        "List your campaigns, newest first",
        tag=TAG,
        parameters=ListParameters,
        answer=Listing[CampaignAnswer],
    )
    def get(self, request: Request, *, parameters: ListParameters) -> Listing[CampaignAnswer]:
        person = person_of(request)
        shown = shown_campaigns().select_related("corpus").defer("protocol")
        rows = shown if person.is_administrator else shown.filter(members=person)
        found, following = newest_first(rows, parameters)
        return Listing(_campaigns(person, found), following)

    @operation(
        "campaigns_create",
        "Create a campaign, which you then manage",
        tag=TAG,
        scope=Scope.MANAGE,
        body=CampaignBody,
        answer=CampaignAnswer,
        status=201,
    )
    def post(self, request: Request, *, body: CampaignBody) -> CampaignAnswer:
        person = person_of(request)
        form = CampaignForm({"name": body.name})
        try:
            if not form.is_valid():
                raise services.CampaignNameTakenError
            made = services.create_campaign(
                name=form.cleaned_data["name"], actor=person, now=timezone.now()
            )
        except services.CampaignNameTakenError as error:
            faults = [str(text) for text in form.errors.get("name", ())]
            detail = " ".join(faults) or str(CAMPAIGN_NAME_TAKEN)
            fault = {"field": "name", "code": "name_refused", "detail": detail}
            raise ApiProblem(422, "name_refused", detail, errors=[fault]) from error
        return _campaigns(person, [made])[0]


class CampaignView(ApiView):
    """The base of the resources of one campaign."""

    needed: tuple[Area, ...] = ()
    access: CampaignAccess

    def enter(self, request: Request, **arguments: Any) -> None:
        self.access = campaign_for(request, arguments["public_id"], *self.needed, with_design=False)


class CampaignDetail(CampaignView):
    """One campaign."""

    @operation("campaigns_read", "Read a campaign", tag=TAG, answer=CampaignAnswer)
    def get(self, request: Request, public_id: UUID) -> CampaignAnswer:
        return _campaigns(self.access.person, [self.access.campaign])[0]


def _campaigns(person: User, found: Sequence[Campaign]) -> list[CampaignAnswer]:
    mine = {membership.campaign_id: membership for membership in memberships_of(person)}
    return [_campaign(campaign, mine.get(campaign.pk)) for campaign in found]


def _campaign(campaign: Campaign, mine: Membership | None) -> CampaignAnswer:
    return CampaignAnswer(
        id=campaign.public_id,
        name=campaign.name,
        state=campaign.state,
        created_at=campaign.created_at,
        corpus=campaign.corpus.public_id if campaign.corpus is not None else None,
        role=mine.role if mine is not None else None,
        writes_claims=mine is not None and mine.writes_claims,
        verifies_claims=mine is not None and mine.verifies_claims,
    )
