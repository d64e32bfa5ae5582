"""The web side of a site in the kill tests: asks for jobs, and says what their page would say.

A process of its own, because Django serves one set of settings in each. It reads one command a
line, as a JSON list, and answers with one line of JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import django


def answer(command: str, *arguments: Any) -> Any:
    from django.core.management import call_command
    from django.utils import timezone

    from jobs.models import Job, SelfTestStep
    from jobs.selectors.workers import is_worker_running
    from jobs.services import jobs
    from jobs.status import status_of

    now = timezone.now()
    if command == "migrate":
        call_command("migrate", verbosity=0)
        return None
    if command == "workers":
        return is_worker_running(now=now)
    if command == "enqueue":
        steps, seconds = arguments
        job = jobs.enqueue_job(
            kind="jobs.self_test",
            parameters={"steps": steps, "seconds": seconds},
            requested_by=None,
            now=now,
        )
        return job.pk
    job = Job.objects.get(pk=arguments[0])
    if command == "cancel":
        jobs.cancel_job(job=job, by=None, now=now)
        return None
    status = status_of(job, now=now, worker_running=is_worker_running(now=now))
    written = SelfTestStep.objects.filter(job=job).order_by("id")
    return {
        "shown_as": status.name,
        "sentence": status.sentence,
        "attempt": job.attempt,
        "attempts_allowed": job.attempts_allowed,
        "steps": list(written.values_list("number", flat=True)),
        "attempts": sorted(set(written.values_list("attempt", flat=True))),
        "result": job.result,
    }


def main(answer: Callable[..., Any]) -> None:
    django.setup()
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer(*json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(answer)
