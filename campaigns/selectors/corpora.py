"""Corpora of campaigns: who may read and use them because of a campaign."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.roles import Role
from campaigns.models import Campaign, Membership
from wiki.models import Corpus
from wiki.selectors.access import Right


def grant_by_campaign(person: User, right: Right) -> Q | None:
    """Return the corpora of a person's campaigns: members read them, managers use them."""
    if right >= Right.CHANGE:
        return None
    memberships = Membership.objects.filter(user=person, campaign__corpus__isnull=False)
    if right >= Right.USE:
        memberships = memberships.filter(role=Role.MANAGER)
    return Q(pk__in=memberships.values("campaign__corpus"))


def campaigns_on(corpus: Corpus, *, person: User) -> QuerySet[Campaign]:
    """Return the campaigns on a corpus that the person may know of."""
    campaigns = Campaign.objects.filter(corpus=corpus).order_by("name")
    return campaigns if person.is_administrator else campaigns.filter(members=person)


def people_to_share_with(person: User) -> QuerySet[User]:
    """Return the people to whom a person may give a corpus: those of their own campaigns.

    Others are not named: a list, or an answer about a user name, would tell who has an account.
    """
    people = User.objects.filter(is_active=True, is_simulated=False, is_machine=False).exclude(
        pk=person.pk
    )
    if person.is_administrator:
        return people
    own = Membership.objects.filter(user=person).values("campaign")
    return people.filter(pk__in=Membership.objects.filter(campaign__in=own).values("user"))
