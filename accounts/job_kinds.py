"""The job kind of this app, mailing reset links, and its chore: forgetting old tries."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.selectors import people as people_selectors
from accounts.services import tries
from accounts.services.passwords import MAIL_RESET_LINKS, MailParameters, mail_reset_link
from jobs.chores import chore
from jobs.kinds import PASSING_TROUBLE, job_kind
from jobs.runs import JobRun


# A mail server that is down, in whatever way, raises an OSError.
@job_kind(
    MAIL_RESET_LINKS,
    title=_("Mail a reset link"),
    parameters=MailParameters,
    retry_on=(OSError, *PASSING_TROUBLE),
)
def mail_reset_links(run: JobRun[MailParameters]) -> dict[str, Any]:
    """Send one mail to each person; a new attempt continues after the last one that was sent."""
    done = set(run.checkpoint.get("sent", []))
    for person in people_selectors.active_people(run.parameters.people):
        if str(person.public_id) in done:
            continue
        mail_reset_link(person=person, site=run.parameters.site)
        done.add(str(person.public_id))
        with run.step() as checkpoint:
            checkpoint["sent"] = sorted(done)
    return {"mails": len(done)}


@chore
def forget_old_tries(now: datetime) -> None:
    """Delete counts of wrong passwords that nobody needs any more."""
    tries.forget_old_tries(now=now)
