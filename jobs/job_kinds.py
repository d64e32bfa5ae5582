"""The job kind of this app, a test of the worker, and a chore: forgetting old requests."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct

from core.services import idempotency
from jobs.chores import chore
from jobs.kinds import job_kind
from jobs.models import SelfTestStep
from jobs.runs import JobRun

SELF_TEST = "jobs.self_test"


class SelfTestParameters(Struct):
    """The number of steps of a self-test, and the pause before each."""

    steps: int = 10
    seconds: float = 0.2


@job_kind(
    SELF_TEST,
    title=gettext_lazy("Test the worker"),
    parameters=SelfTestParameters,
    attempts=3,
)
def run_self_test(run: JobRun[SelfTestParameters]) -> dict[str, Any]:
    """Do small steps that write a row each: one row a step, however often the worker is killed."""
    steps, pause = run.parameters.steps, run.parameters.seconds
    for number in range(run.checkpoint.get("steps", 0) + 1, steps + 1):
        time.sleep(pause)
        with run.step() as checkpoint:
            SelfTestStep.objects.create(
                job_id=run.job_id, number=number, attempt=run.attempt, written_at=run.now()
            )
            checkpoint["steps"] = number
            run.progress(
                number,
                steps,
                _("Step %(number)s of %(steps)s") % {"number": number, "steps": steps},
            )
    written = SelfTestStep.objects.filter(job_id=run.job_id)
    return {"steps": written.count(), "distinct": written.values("number").distinct().count()}


@chore
def forget_old_requests(now: datetime) -> None:
    """Delete the answers to requests of scripts that are repeated no more."""
    idempotency.forget_old_keys(now=now)
