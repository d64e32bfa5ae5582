"""The demo's finished campaign: simulated, marked so, and of every kind."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from annotation.models import Claim, Verification
from annotation.selectors.review import disagreements
from annotation.services.verifying import queue
from jobs.execution import run_job
from jobs.models import Job, JobState
from jobs.runs import LocalRun
from quality.models import QualityReport
from quality.services import demo
from tests.releases.world import make_release

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_the_release_of_the_demo_has_every_label_challenge_and_kind_of_evidence(
    home: Path,
) -> None:
    call_command("load_demo")
    job = Job.objects.get(kind=demo.SIMULATE)
    assert run_job(job.pk, worker="test")
    job.refresh_from_db()
    assert (job.state, job.error_detail) == (JobState.SUCCEEDED, "")
    assert job.progress_done == job.progress_total == demo.HIGHLIGHTS + demo.LEFT
    campaign = demo.find_finished_campaign()
    assert campaign is not None
    # The reports are on their way, so that the dashboards need not wait for the night.
    assert set(QualityReport.objects.values_list("campaign", "kind")) == {
        (campaign.pk, kind) for kind in QualityReport.Kind.values
    }
    written = Claim.objects.filter(campaign=campaign)
    assert written.count() == 3 * (demo.HIGHLIGHTS + demo.LEFT)
    assert set(written.values_list("author__username", flat=True)) == {"simulated-writer"}
    assert not User.objects.filter(username__startswith="simulated", is_simulated=False).exists()
    # Once more changes nothing: an attempt that was interrupted goes on so.
    before = Verification.objects.count()
    demo.fill_finished_campaign(campaign=campaign, run=LocalRun())
    assert (written.count(), Verification.objects.count()) == (
        3 * (demo.HIGHLIGHTS + demo.LEFT),
        before,
    )
    manifest = make_release(campaign).manifest
    assert manifest is not None
    assert manifest["warning"].startswith("Demonstration: ")
    counts = manifest["counts"]
    assert counts["claims"] == 3 * demo.HIGHLIGHTS
    assert len(counts["by_verdict"]) == 3
    assert len(counts["by_challenge"]) == 6
    assert set(counts["by_evidence_kind"]) == {"sentences", "cells", "items", "several"}
    assert set(counts["elements"]) == {
        "cell",
        "header_cell",
        "item",
        "sentence",
        "table_caption",
    }
    assert counts["verifiers"] == 2
    # The demo's manager has disagreements to decide.
    manager = User.objects.get(username="manager")
    waiting = disagreements.waiting_for(manager, disagreements.disagreements_in(campaign))
    assert waiting.count() == 3
    # The people of the demo have something to verify at once.
    annotator = User.objects.get(username="annotator")
    taken = queue.take_claim(campaign=campaign, annotator=annotator, now=timezone.now())
    assert str(taken.assignment.claim.author) == "Simulated writer"
