"""The web side of a site whose worker is killed while it makes a report.

As `tests.jobs.probe`: one command a line as a JSON list, one line of JSON as the answer.
"""

from __future__ import annotations

from typing import Any

from tests.jobs import probe


def answer(command: str, *arguments: Any) -> Any:
    from django.utils import timezone

    from campaigns.models import Campaign
    from jobs.models import Job
    from quality.models import QualityReport
    from quality.services import reports
    from tests.annotation.verifying_world import make_desk, verified_by, verify

    if command == "fill":
        desk = make_desk(protocol=verified_by(2))
        for person in desk.verifiers[:2]:
            for _ in range(3):
                verify(desk, person)
        # No worker makes its nightly reports: other tests use the same database.
        Campaign.objects.filter(pk=desk.campaign.pk).update(state=Campaign.State.DRAFT)
        return None
    if command == "request":
        report = reports.request_report(
            campaign=Campaign.objects.latest("pk"), kind="bias", by=None, now=timezone.now()
        )
        return report.job_id
    if command == "running":
        job = Job.objects.get(pk=arguments[0])
        return [job.state, job.attempt, job.progress_done]
    if command == "reports":
        rows = QualityReport.objects.filter(kind="bias").order_by("pk")
        return [[row.kind, row.finished_at is not None, bool(row.result)] for row in rows]
    return probe.answer(command, *arguments)


if __name__ == "__main__":
    probe.main(answer)
