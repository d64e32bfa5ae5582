"""A campaign with claims that the verifier objects to."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.db.models import F
from django.utils import timezone

from annotation.models import Claim, VerificationVersion
from jobs.execution import run_job
from jobs.models import Job
from quality.models import Objection, ObjectionSearch
from quality.selectors.machine_verdicts import MachineVerdict
from quality.services import objections
from tests.annotation.verifying_world import Desk


class FakeVerifier:
    """A verifier whose verdicts are given by the text of a claim; of others it has none."""

    def __init__(self, patch: pytest.MonkeyPatch, number: int = 3) -> None:
        self.number = number
        self.verdicts: dict[str, MachineVerdict] = {}
        self.asked: list[str] = []
        patch.setattr(
            "assist.selectors.loaded.verifier_in_use",
            lambda: (SimpleNamespace(number=self.number), self),
        )
        patch.setattr("quality.selectors.machine_verdicts.judge_claim", self._judge)

    def _judge(self, corpus: object, claim: str, verifier: object) -> MachineVerdict | None:
        self.asked.append(claim)
        return self.verdicts.get(claim)


def search_for(desk: Desk) -> ObjectionSearch:
    """Have a job check all claims; return the search."""
    search = objections.request_search(campaign=desk.campaign, by=desk.manager, now=timezone.now())
    assert search.job is not None
    assert run_job(search.job.pk, worker="test")
    search.refresh_from_db()
    return search


def job_of(search: ObjectionSearch) -> Job:
    assert search.job is not None
    return Job.objects.get(pk=search.job.pk)


def make_objection(desk: Desk, claim: Claim | None = None, **changes: object) -> Objection:
    """Store an objection to a claim that was verified: refuted, 93% sure."""
    versions = VerificationVersion.objects.filter(
        verification__campaign=desk.campaign, number=F("verification__number")
    )
    if claim is not None:
        versions = versions.filter(verification__claim=claim)
    taken = Objection.objects.values("claim")
    version = versions.exclude(verification__claim__in=taken).order_by("pk")[0]
    now = timezone.now()
    search = ObjectionSearch.objects.create(
        campaign=desk.campaign,
        requested_at=now,
        requested_by=desk.manager,
        finished_at=now,
        model_number=3,
        checked=3,
    )
    values = {"verdict": "refuted", "probability": 0.93, "model_number": 3, "found_at": now}
    return Objection.objects.create(
        campaign=desk.campaign,
        claim_id=version.verification.claim_id,
        version=version,
        search=search,
        **(values | changes),
    )
