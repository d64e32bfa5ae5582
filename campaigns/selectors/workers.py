"""Links for workers of external platforms, and those who came by them."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Count, QuerySet
from django.db.models.functions import Lower

from accounts.models import User
from accounts.roles import Role
from accounts.tokens import digest_of
from campaigns.models import Campaign, CrowdWorker, Membership, WorkerLink


def links_of(campaign: Campaign) -> QuerySet[WorkerLink]:
    """Return the links of a campaign, newest first."""
    links = WorkerLink.objects.filter(campaign=campaign).select_related("created_by", "campaign")
    return links.order_by("-created_at", "public_id")


def seats_taken(links: Sequence[WorkerLink]) -> dict[int, int]:
    """Return how many workers joined by each of these links, by its key."""
    counted = CrowdWorker.objects.filter(link__in=links).order_by().values_list("link")
    taken = dict(counted.annotate(workers=Count("pk")))
    return {link.pk: taken.get(link.pk, 0) for link in links}


def link_with_token(token: str) -> WorkerLink | None:
    """Return the link with this token, whether or not it still works."""
    found = WorkerLink.objects.filter(digest=digest_of(token))
    return found.select_related("campaign", "created_by").first()


def may_still_invite(link: WorkerLink) -> bool:
    """Return whether the person who made a link could make it today."""
    maker = link.created_by
    if not maker.is_active:
        return False
    manages = Membership.objects.filter(campaign=link.campaign, user=maker, role=Role.MANAGER)
    return maker.is_administrator or manages.exists()


def workers_of(campaign: Campaign) -> QuerySet[CrowdWorker]:
    """Return the workers of a campaign with their accounts and links, by worker id."""
    workers = CrowdWorker.objects.filter(campaign=campaign).select_related("person", "link")
    return workers.order_by(Lower("worker_id"), "worker_id")


def worker_named(campaign: Campaign, worker_id: str) -> CrowdWorker | None:
    """Return who has joined a campaign by this worker id."""
    return CrowdWorker.objects.filter(campaign=campaign, worker_id=worker_id).first()


def worker_for(campaign: Campaign, person: User) -> CrowdWorker | None:
    """Return a person as a worker of a campaign, if they came by a link for workers."""
    mine = CrowdWorker.objects.filter(campaign=campaign, person=person)
    return mine.select_related("link").first()
