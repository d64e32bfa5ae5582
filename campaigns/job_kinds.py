"""The job kinds of this app: deleting campaigns and corpora, mailing invitations, webhooks."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import search
from accounts.models import Invitation, User
from campaigns.models import Campaign
from campaigns.services import archiving, bulk_invitations, corpus_archiving, webhook_deliveries
from campaigns.services.archiving import DeletionParameters
from campaigns.services.campaigns import WrongStateError
from campaigns.services.webhook_deliveries import SEND_WEBHOOK, SendParameters
from jobs.chores import chore
from jobs.kinds import PASSING_TROUBLE, JobError, job_kind
from jobs.runs import JobRun
from wiki.job_kinds import requester_of
from wiki.models import Corpus


def _name(parameters: DeletionParameters) -> str:
    return parameters.name


@job_kind(
    archiving.DELETE_CAMPAIGN,
    title=gettext_lazy("Delete a campaign"),
    parameters=DeletionParameters,
    subject=_name,
    attempts=8,
)
def delete_campaign(run: JobRun[DeletionParameters]) -> dict[str, Any]:
    """Delete a campaign in steps; a new attempt goes on with what is left."""
    campaign = Campaign.objects.filter(public_id=run.parameters.public_id).first()
    if campaign is None:
        # An earlier attempt deleted it, and was killed before it could say so.
        return {_("Rows"): 0}
    actor = User.objects.get(pk=run.requested_by_id) if run.requested_by_id else None
    try:
        deleted = archiving.delete_campaign(campaign=campaign, actor=actor, run=run)
    except WrongStateError as error:
        raise JobError(_("The campaign was restored, so nothing was deleted.")) from error
    except archiving.NotDeletableError as error:
        raise JobError(" ".join(error.reasons)) from error
    return {_("Rows"): sum(deleted.values())}


@job_kind(
    corpus_archiving.DELETE_CORPUS,
    title=gettext_lazy("Delete a corpus"),
    parameters=DeletionParameters,
    subject=_name,
    attempts=8,
    retry_on=(*PASSING_TROUBLE, search.SearchError),
)
def delete_corpus(run: JobRun[DeletionParameters]) -> dict[str, Any]:
    """Delete a corpus in steps; a new attempt goes on with what is left."""
    corpus = Corpus.objects.filter(public_id=run.parameters.public_id).first()
    if corpus is None:
        # An earlier attempt deleted it, and was killed before it could say so.
        return {_("Rows"): 0}
    actor = None if corpus.is_being_deleted else requester_of(run, corpus)
    try:
        deleted = corpus_archiving.delete_archived_corpus(corpus=corpus, actor=actor, run=run)
    except corpus_archiving.CorpusNotArchivedError as error:
        raise JobError(_("The corpus was restored, so nothing was deleted.")) from error
    except archiving.NotDeletableError as error:
        raise JobError(" ".join(error.reasons)) from error
    return {_("Rows"): sum(deleted.values())}


def _campaign_of_mails(parameters: bulk_invitations.InvitationMails) -> str:
    return parameters.campaign


# A mail server that is down, in whatever way, raises an OSError.
@job_kind(
    bulk_invitations.MAIL_INVITATIONS,
    title=gettext_lazy("Mail invitations"),
    parameters=bulk_invitations.InvitationMails,
    subject=_campaign_of_mails,
    retry_on=(OSError, *PASSING_TROUBLE),
)
def mail_invitations(run: JobRun[bulk_invitations.InvitationMails]) -> dict[str, Any]:
    """Send one mail for each invitation; those that were sent are skipped."""
    all_of_them = Invitation.objects.filter(public_id__in=run.parameters.invitations)
    waiting = all_of_them.filter(mailed_at=None).order_by("pk")
    for invitation in waiting.select_related("membership__campaign", "invited_by"):
        run.stop_if_cancelled()
        bulk_invitations.mail_invitation(
            invitation=invitation, site=run.parameters.site, now=timezone.now()
        )
    return {"mails": all_of_them.exclude(mailed_at=None).count()}


def _host_of(parameters: SendParameters) -> str:
    return parameters.host


@job_kind(
    SEND_WEBHOOK,
    title=gettext_lazy("Send to a webhook"),
    parameters=SendParameters,
    subject=_host_of,
)
def send_to_webhook(run: JobRun[SendParameters]) -> dict[str, Any]:
    """Send what is due for a webhook; each try is taken once, whoever runs this again."""
    sent = webhook_deliveries.send_waiting(
        webhook_id=run.parameters.webhook, clock=run.now, before_each=run.stop_if_cancelled
    )
    return {_("Deliveries"): sent}


@chore
def look_after_webhooks(now: datetime) -> None:
    """Create deliveries of what happened, request their sending, and forget old ones."""
    webhook_deliveries.collect_events(now=now)
    webhook_deliveries.request_sending(now=now)
    webhook_deliveries.forget_old_deliveries(now=now)
