"""Access of people to campaigns and areas. Every view above `accounts` asks here.

Pages whose existence is no secret (People, Audit log) answer 403. A campaign is a secret: people
who are not in it get the same 404 as for a mistyped address.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet, UUIDField
from django.http import Http404, HttpRequest, HttpResponse

from accounts.logged_in import person_of as person_of
from accounts.models import User
from accounts.roles import Area, Role, areas_of
from campaigns.models import Campaign, Membership
from campaigns.selectors.campaigns import shown_campaigns
from campaigns.selectors.memberships import areas_for
from core.prepared_queries import Parameter, PreparedQuery
from wiki.models import Corpus
from wiki.selectors.access import Right, corpus_for, has_right

P = ParamSpec("P")
_SAFE = ("GET", "HEAD", "OPTIONS")


@dataclass(frozen=True, slots=True)
class CampaignAccess:
    """A campaign, seen by one person. An administrator may have no membership in it."""

    campaign: Campaign
    person: User
    membership: Membership | None
    areas: frozenset[Area]

    @property
    def manages_members(self) -> bool:
        return Area.MEMBERS in self.areas


def area_required(
    area: Area,
) -> Callable[
    [Callable[Concatenate[HttpRequest, P], HttpResponse]],
    Callable[Concatenate[HttpRequest, P], HttpResponse],
]:
    """Return a decorator that answers 403 to people who have this area in no campaign."""

    def guard(
        view: Callable[Concatenate[HttpRequest, P], HttpResponse],
    ) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if area not in areas_for(person_of(request)):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return guarded

    return guard


def administrator_required(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Decorate a view so that it answers 403 to everyone but administrators."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not person_of(request).is_administrator:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded


class ArchivedError(PermissionDenied):
    """The campaign or corpus is archived: nothing in it can be changed."""

    # The code of this refusal in the API.
    problem_code = "archived"


def _mine() -> QuerySet[Membership]:
    mine = Membership.objects.filter(
        campaign__public_id=Parameter("campaign", UUIDField()), user=Parameter("person")
    )
    return mine.select_related("campaign")


_MINE = PreparedQuery(_mine)
_MINE_BRIEFLY = PreparedQuery(lambda: _mine().defer("campaign__protocol"))


def campaign_for(
    request: HttpRequest,
    public_id: UUID,
    *needed: Area,
    with_design: bool = True,
    while_archived: bool = False,
) -> CampaignAccess:
    """Return the campaign if this person may see it (else 404) and has these areas (else 403).

    Without the design, which is long, it is read when it is asked for. An archived campaign can
    only be read, except by what is for archived ones.
    """
    person = person_of(request)
    mine = _MINE if with_design else _MINE_BRIEFLY
    membership = mine.first(campaign=public_id, person=person.pk)
    if membership is not None:
        campaign: Campaign | None = membership.campaign
    elif person.is_administrator:
        campaign = shown_campaigns().filter(public_id=public_id).first()
    else:
        campaign = None
    if campaign is None or campaign.state == Campaign.State.DELETING:
        raise Http404
    roles = frozenset({Role(membership.role)} if membership else set[Role]())
    areas = areas_of(roles, administrator=person.is_administrator)
    if not areas.issuperset(needed):
        raise PermissionDenied
    if campaign.is_archived and request.method not in _SAFE and not while_archived:
        raise ArchivedError
    return CampaignAccess(campaign, person, membership, areas)


def refuse_archived(campaign: Campaign) -> None:
    """Raise ArchivedError where nothing can be changed any more. For ways past `campaign_for`."""
    if campaign.is_archived:
        raise ArchivedError


def reach_corpus(
    request: HttpRequest, public_id: UUID, right: Right, *, while_archived: bool = False
) -> Corpus:
    """Return a corpus that this person may use (else 404), if they have this right (else 403).

    An archived corpus can only be read, except by what is for archived ones.
    """
    person = person_of(request)
    found = corpus_for(person, public_id, Right.USE)
    if found is None:
        raise Http404
    if not has_right(person, found, right):
        raise PermissionDenied
    if found.is_archived and request.method not in _SAFE and not while_archived:
        raise ArchivedError
    return found
