"""All people with an account and their memberships, for administrators."""

from __future__ import annotations

from django.db.models import Prefetch, Q, QuerySet
from django.db.models.functions import Lower

from accounts.models import User
from campaigns.models import Membership


def people_matching(words: str) -> QuerySet[User]:
    """Return people whose user name, name or email contains this; active ones first, by name."""
    everyone = User.objects.order_by("-is_active", Lower("name"), "username").prefetch_related(
        Prefetch(
            "memberships",
            Membership.objects.select_related("campaign").order_by("campaign__name"),
        )
    )
    if words:
        everyone = everyone.filter(
            Q(username__icontains=words) | Q(name__icontains=words) | Q(email__icontains=words)
        )
    return everyone
