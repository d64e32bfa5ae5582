"""The work of people from external platforms: towards their completion code, and for paying."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from accounts.models import User
from annotation.models import PAID_PURPOSES, QUEUED_PURPOSES, Attempt
from annotation.rules.pay import hours_of
from annotation.selectors.campaign.work_hours import WorkHours
from campaigns.models import Campaign, CrowdWorker
from campaigns.selectors.workers import workers_of


@dataclass(frozen=True, slots=True)
class Completion:
    """A person's way to their completion code."""

    worker: CrowdWorker
    items: int

    @property
    def needed(self) -> int:
        return self.worker.link.items

    @property
    def is_complete(self) -> bool:
        return self.worker.completed_at is not None or self.items >= self.needed


@dataclass(frozen=True, slots=True)
class WorkerHours:
    """The work of one worker in some weeks, over all tasks."""

    worker: CrowdWorker
    items: int
    others: int
    active: timedelta
    amount: Decimal | None
    currency: str

    @property
    def hours(self) -> Decimal:
        return hours_of(self.active)


def items_done(worker: CrowdWorker) -> int:
    """Return how many items a worker has submitted in their campaign."""
    submitted = Attempt.objects.filter(
        annotator=worker.person,
        purpose__in=[*PAID_PURPOSES, *QUEUED_PURPOSES],
        outcome=Attempt.Outcome.SUBMITTED,
    )
    # Claims and highlights in one condition would be read as a whole, so each is asked for itself.
    of_claims = submitted.filter(claim__campaign=worker.campaign_id).count()
    return of_claims + submitted.filter(highlight__campaign=worker.campaign_id).count()


def completions_of(person: User, campaigns: Sequence[Campaign]) -> dict[int, Completion]:
    """Return how far a person is in the campaigns that they joined as a worker, by campaign."""
    workers = CrowdWorker.objects.filter(person=person, campaign__in=campaigns)
    workers = workers.select_related("link", "campaign", "person")
    return {worker.campaign_id: Completion(worker, items_done(worker)) for worker in workers}


def hours_by_worker(campaign: Campaign, work: WorkHours) -> list[WorkerHours]:
    """Return what each worker did in these weeks, also those who did nothing, by worker id."""
    found = []
    for worker in workers_of(campaign):
        weeks = [week for week in work.weeks if week.person.pk == worker.person_id]
        amounts = [week.amount for week in weeks if week.amount is not None]
        found.append(
            WorkerHours(
                worker=worker,
                items=sum(week.items for week in weeks),
                others=sum(week.others for week in weeks),
                active=sum((week.active for week in weeks), timedelta()),
                amount=sum(amounts, Decimal(0)) if amounts else None,
                currency=work.currency,
            )
        )
    return found
