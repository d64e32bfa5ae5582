"""Work that was set aside, and whose work there is to set aside."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from accounts.models import User
from annotation.models import Attempt, Claim, Suspension, Verification
from campaigns.models import Campaign, Membership


def suspensions_in(campaign: Campaign) -> QuerySet[Suspension]:
    """Return what was set aside in a campaign, in force or undone, the newest first."""
    rows = Suspension.objects.filter(campaign=campaign)
    return rows.select_related("person", "made_by", "undone_by").order_by("-made_at", "-pk")


def suspension_of(person: User, campaign: Campaign, task: Suspension.Work) -> Suspension | None:
    """Return the suspension in force of a person, if there is one."""
    return Suspension.objects.filter(
        campaign=campaign, person=person, task=task, undone_at=None
    ).first()


@dataclass(frozen=True, slots=True)
class WorkVolume:
    """The work of a person that counts, and what of it is set aside."""

    person: User
    claims: int
    claims_aside: int
    verifications: int
    verifications_aside: int


def volumes_in(campaign: Campaign) -> list[WorkVolume]:
    """Return the work of everyone who wrote or verified in a campaign, by name."""
    claims = {
        row[0]: row[1:]
        for row in Claim.objects.filter(campaign=campaign, author__isnull=False)
        .order_by()
        .values_list("author")
        .annotate(
            counts=Count("pk", filter=Q(state=Claim.State.LIVE)),
            aside=Count("pk", filter=Q(state=Claim.State.SET_ASIDE)),
        )
    }
    verified = {
        row[0]: row[1:]
        for row in Verification.objects.filter(campaign=campaign, purpose=Attempt.Purpose.VERIFY)
        .order_by()
        .values_list("annotator")
        .annotate(
            counts=Count("pk", filter=Q(void_since=None)),
            aside=Count("pk", filter=Q(set_aside__isnull=False)),
        )
    }
    members = Membership.objects.filter(campaign=campaign).exclude(
        writes_claims=False, verifies_claims=False
    )
    keys = {*claims, *verified, *members.values_list("user", flat=True)}
    people = User.objects.filter(pk__in=keys).order_by("name", "username")
    return [
        WorkVolume(
            person,
            *claims.get(person.pk, (0, 0)),
            *verified.get(person.pk, (0, 0)),
        )
        for person in people
    ]
