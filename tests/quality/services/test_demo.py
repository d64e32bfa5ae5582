"""The demo's finished campaign: simulated, marked so, and of every kind."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from annotation.models import Attempt, Claim, Verification
from annotation.services.verifying import queue
from jobs.execution import run_job
from jobs.models import Job, JobState
from jobs.runs import LocalRun
from quality.models import QualityReport, SimulatedTruth, Simulation
from quality.services import demo, simulations
from tests.quality.demo_plan import use_small_plan
from tests.releases.world import make_release

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_the_release_of_the_demo_has_every_label_and_kind_of_evidence(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = use_small_plan(monkeypatch)
    call_command("load_demo")
    job = Job.objects.get(kind=demo.SIMULATE)
    assert run_job(job.pk, worker="test")
    job.refresh_from_db()
    assert (job.state, job.error_detail) == (JobState.SUCCEEDED, "")
    campaign = demo.find_finished_campaign()
    assert campaign is not None
    # The reports are on their way, so that the dashboards need not wait for the night.
    assert set(QualityReport.objects.values_list("campaign", "kind")) == {
        (campaign.pk, kind) for kind in QualityReport.Kind.values
    }
    written = Claim.objects.filter(campaign=campaign)
    highlights = plan.highlights + plan.left
    truths = SimulatedTruth.objects.filter(claim__in=written)
    assert written.count() == truths.count() == 3 * highlights
    # Everything is by people who are marked, also in their names.
    workers = User.objects.filter(attempts__in=Attempt.objects.filter(claim__in=written))
    assert workers.exists()
    assert not workers.filter(is_simulated=False).exists()
    assert all(str(person).endswith(" (simulated)") for person in workers)
    # It lies in the past, and in the time of the plan.
    simulation = Simulation.objects.get(campaign=campaign)
    verified = Verification.objects.filter(campaign=campaign)
    times = verified.values_list("submitted_at", flat=True)
    assert simulation.begins_at < min(times)
    assert max(times) <= simulation.ends_at
    # Once more changes nothing: an attempt that was interrupted goes on so.
    before = verified.count()
    simulation.finished_at = None
    simulation.save(update_fields=["finished_at"])
    simulations.run_simulation(simulation=simulation, run=LocalRun())
    assert written.count() == 3 * highlights
    assert verified.count() >= before
    manifest = make_release(campaign).manifest
    assert manifest is not None
    assert manifest["warning"].startswith("Demonstration: ")
    counts = manifest["counts"]
    assert len(counts["by_verdict"]) == 3
    assert len(counts["by_challenge"]) >= 4
    assert {"sentences", "cells"} <= set(counts["by_evidence_kind"])
    assert {"cell", "header_cell", "sentence", "table_caption"} <= set(counts["elements"])
    assert counts["verifiers"] >= 4
    # The people of the demo have something to verify at once.
    annotator = User.objects.get(username="annotator")
    taken = queue.take_claim(campaign=campaign, annotator=annotator, now=timezone.now())
    assert str(taken.assignment.claim.author).endswith(" (simulated)")
