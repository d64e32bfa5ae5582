"""The job kinds of this app: deleting campaigns and corpora."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from campaigns.models import Campaign
from campaigns.services import archiving
from campaigns.services.archiving import DeletionParameters
from campaigns.services.campaigns import WrongStateError
from jobs.kinds import JobError, job_kind
from jobs.runs import JobRun


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
