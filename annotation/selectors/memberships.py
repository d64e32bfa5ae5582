"""Reading who is what in which campaign."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import User
from accounts.roles import Area, Role, areas_of
from annotation.models import Membership


def memberships_of(user: User) -> QuerySet[Membership]:
    """A person's memberships with their campaigns, by campaign name."""
    return (
        Membership.objects.filter(user=user).select_related("campaign").order_by("campaign__name")
    )


def areas_for(user: User) -> frozenset[Area]:
    """The parts of the site that this person may see, in one query."""
    roles = frozenset(
        Role(role) for role in Membership.objects.filter(user=user).values_list("role", flat=True)
    )
    return areas_of(roles, administrator=user.is_administrator)
