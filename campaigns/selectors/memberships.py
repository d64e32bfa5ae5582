"""Memberships: a person's own, and all of a campaign."""

from __future__ import annotations

from django.db.models import Case, IntegerField, QuerySet, Value, When
from django.db.models.functions import Lower

from accounts.models import User
from accounts.roles import Area, Role, areas_of
from campaigns.models import Campaign, Membership

_ROLES_IN_ORDER = Case(
    When(role=Role.MANAGER, then=Value(0)),
    When(role=Role.ANNOTATOR, then=Value(1)),
    When(role=Role.MACHINE, then=Value(3)),
    default=Value(2),
    output_field=IntegerField(),
)


def memberships_of(user: User) -> QuerySet[Membership]:
    """Return a person's memberships with their campaigns, also archived ones, by name."""
    memberships = Membership.objects.filter(user=user).exclude(
        campaign__state=Campaign.State.DELETING
    )
    return memberships.select_related("campaign").order_by("campaign__name")


def areas_for(user: User) -> frozenset[Area]:
    """Return the areas of the site that this person may see, in one query."""
    roles = frozenset(
        Role(role) for role in Membership.objects.filter(user=user).values_list("role", flat=True)
    )
    return areas_of(roles, administrator=user.is_administrator)


def machines_of(campaign: Campaign) -> QuerySet[Membership]:
    """Return the machines of a campaign with their accounts."""
    return members_of(campaign).filter(role=Role.MACHINE)


def members_of(campaign: Campaign) -> QuerySet[Membership]:
    """Return a campaign's members with their accounts: managers first, machines last, by name."""
    return (
        Membership.objects.filter(campaign=campaign)
        .select_related("user")
        .order_by(_ROLES_IN_ORDER, Lower("user__name"), "user__username")
    )
