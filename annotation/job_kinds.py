"""The job kind of this app: drawing highlights."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.models import Campaign
from annotation.selectors.candidates import UnsupportedSourceError
from annotation.services import sampling
from jobs.kinds import JobError, job_kind
from jobs.running import JobRun


@job_kind(sampling.SAMPLE_HIGHLIGHTS, title=gettext_lazy("Draw highlights"), attempts=8)
def sample_highlights(run: JobRun) -> dict[str, Any]:
    """Each few hundred highlights are a step; a new attempt draws what is still lacking."""
    campaign = Campaign.objects.select_related("corpus").get(public_id=run.parameters["campaign"])

    def report(done: int, total: int) -> None:
        run.progress(done, total, _("Looking through the pages"))
        run.stop_if_cancelled()

    try:
        present = sampling.sample_highlights(
            campaign=campaign,
            wanted=run.parameters["wanted"],
            step=run.step,
            clock=run.now,
            report=report,
        )
    except UnsupportedSourceError as error:
        raise JobError(_("Highlights of this kind cannot be drawn yet.")) from error
    wanted = run.parameters["wanted"]
    lacking = {name: count - present.get(name, 0) for name, count in wanted.items()}
    return {"highlights": present, "lacking": {k: n for k, n in lacking.items() if n > 0}}
