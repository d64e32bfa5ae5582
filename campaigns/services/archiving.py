"""Campaigns that are archived, restored and deleted.

What an archived campaign needs of the work (leases) is ended by
`annotation.services.campaign.archiving`.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from msgspec import Struct

from accounts.models import Invitation, User
from campaigns.models import Campaign
from campaigns.services.campaigns import WrongStateError, hold_campaign
from campaigns.services.row_deletion import delete_owned_rows, delete_row
from core.contents import is_busy, objections_to_deletion
from core.services import audit
from jobs.models import UNFINISHED, Job
from jobs.runs import Run
from jobs.services import jobs
from wiki.models import Corpus
from wiki.services.corpora import CorpusArchivedError

DELETE_CAMPAIGN = "campaigns.delete"
_ARCHIVABLE = (
    Campaign.State.DRAFT,
    Campaign.State.OPEN,
    Campaign.State.PAUSED,
    Campaign.State.CLOSED,
)


class JobUnfinishedError(Exception):
    """A job is working on the campaign or the corpus."""


class WrongNameError(Exception):
    """The name that was typed is another one."""


class NotDeletableError(Exception):
    """There are reasons not to delete it; the arguments are their sentences."""

    @property
    def reasons(self) -> tuple[str, ...]:
        return self.args


class DeletionParameters(Struct):
    """The parameters of a job that deletes a campaign or a corpus."""

    public_id: UUID
    # For the list of jobs.
    name: str = ""


def key_of_deletion(campaign: Campaign) -> str:
    """Return the key that the one job that deletes a campaign holds."""
    return f"{DELETE_CAMPAIGN}:{campaign.public_id}"


@transaction.atomic
def archive_campaign(*, campaign: Campaign, actor: User | None, now: datetime) -> Campaign:
    """Make a campaign read-only and hide it from lists. Nobody joins it any more."""
    held = hold_campaign(campaign)
    if held.state not in _ARCHIVABLE:
        raise WrongStateError
    if is_busy(held):
        raise JobUnfinishedError
    Invitation.objects.filter(membership__campaign=held, accepted_at=None, revoked_at=None).update(
        revoked_at=now, email=""
    )
    campaign.archived_from, campaign.state = held.state, Campaign.State.ARCHIVED
    campaign.save(update_fields=["state", "archived_from"])
    details = {"from": held.state}
    audit.record(actor=actor, action="campaign.archived", target=campaign, now=now, details=details)
    return campaign


@transaction.atomic
def restore_campaign(*, campaign: Campaign, actor: User | None, now: datetime) -> Campaign:
    """Bring an archived campaign back. One that was open is paused until it is opened."""
    held = hold_campaign(campaign)
    if held.state != Campaign.State.ARCHIVED:
        raise WrongStateError
    if held.corpus is not None and held.corpus.is_archived:
        raise CorpusArchivedError(held.corpus)
    if _has_deletion_job(held):
        raise JobUnfinishedError
    was_open = held.archived_from == Campaign.State.OPEN
    campaign.state = Campaign.State.PAUSED if was_open else held.archived_from
    campaign.archived_from = ""
    campaign.save(update_fields=["state", "archived_from"])
    audit.record(actor=actor, action="campaign.restored", target=campaign, now=now)
    return campaign


@transaction.atomic
def request_deletion(*, campaign: Campaign, typed_name: str, actor: User, now: datetime) -> Job:
    """Request the job that deletes an archived campaign with all that belongs to it."""
    held = hold_campaign(campaign)
    if held.state != Campaign.State.ARCHIVED:
        raise WrongStateError
    check_deletion(held, typed_name)
    job = jobs.enqueue_job(
        kind=DELETE_CAMPAIGN,
        parameters=DeletionParameters(held.public_id, held.name),
        requested_by=actor,
        now=now,
        exclusive=key_of_deletion(held),
    )
    audit.record(actor=actor, action="campaign.deletion_requested", target=held, now=now)
    return job


def check_deletion(thing: Campaign | Corpus, typed_name: str) -> None:
    """Raise the error of what cannot be deleted now, or is not what somebody means to delete."""
    if typed_name != thing.name:
        raise WrongNameError
    if is_busy(thing):
        raise JobUnfinishedError
    if reasons := objections_to_deletion(thing):
        raise NotDeletableError(*reasons)


def _has_deletion_job(campaign: Campaign) -> bool:
    """Return whether a job is about to delete the campaign."""
    deletions = Job.objects.filter(exclusive=key_of_deletion(campaign), state__in=UNFINISHED)
    return deletions.exists()


def delete_campaign(*, campaign: Campaign, actor: User | None, run: Run) -> dict[str, int]:
    """Delete a campaign with all that belongs to it, in steps; return the number of rows by table.

    Until the first step it is archived as before. From then on nobody sees it, and a stopped run
    can only be resumed.
    """
    with run.step():
        held = hold_campaign(campaign)
        if held.state == Campaign.State.ARCHIVED:
            if reasons := objections_to_deletion(held):
                raise NotDeletableError(*reasons)
            held.state = Campaign.State.DELETING
            held.save(update_fields=["state"])
            audit.record(
                actor=actor, action="campaign.deletion_started", target=held, now=run.now()
            )
        elif held.state != Campaign.State.DELETING:
            raise WrongStateError
    deleted = delete_owned_rows(campaign, run=run)
    with run.step():
        audit.record(
            actor=actor,
            action="campaign.deleted",
            target=campaign,
            now=run.now(),
            details={"name": campaign.name, "rows": deleted},
        )
        delete_row(campaign)
    return deleted
