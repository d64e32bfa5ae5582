"""Accepted evidence: in the next release, with scores before and after, and never twice."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from msgspec.structs import replace

from accounts.models import User
from campaigns.models import Campaign
from core.models import AuditEntry
from jobs.models import JobState
from releases.dataset import accepted_sets
from releases.dataset.rows import records_of
from releases.dataset.selection import select_claims
from releases.models import AcceptedSet, AddedSet, EvidenceCheck, Release
from releases.scoring import accepting, evidence_checks
from releases.scoring.evaluations import NotMeasurableError
from releases.scoring.evidence_checks import CheckSize
from releases.scoring.gold import gold_of
from releases.scoring.predictions import ReleaseWithdrawnError
from releases.services.releases import withdraw_release
from releases.storage.folders import folder_of
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.evidence_world import add_system, draw_check
from tests.releases.scoring.predicting import work
from tests.releases.world import address, make_release, manager_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]


@pytest.fixture
def release(desk: Desk) -> Release:
    return make_release(desk.campaign)


@pytest.fixture
def check(desk: Desk, release: Release) -> EvidenceCheck:
    """Return a check of which all predicted sets but one were judged sufficient."""
    manager = manager_of(desk)
    made = draw_check(release, [add_system(release, manager)], manager, size=CheckSize(30, 10, 1))
    predicted = made.sets.filter(is_gold=False).order_by("position")
    for number, pooled in enumerate(predicted.select_related("item", "evidence_check")):
        evidence_checks.store_judgement(
            pooled=pooled,
            answer="sufficient" if number else "helps",
            note="",
            judge=manager,
            now=NOW,
        )
    return made


def accept(client: Client, desk: Desk, shown: int) -> None:
    client.post(address("release-evidence-accept", desk, 1, 1), {"shown": str(shown)})


def test_accepted_sets_enter_the_next_release_and_leave_this_one(
    desk: Desk, release: Release, check: EvidenceCheck, log_in: Callable[[User], Client]
) -> None:
    before = list(records_of(release))
    client = log_in(desk.manager)
    url = address("release-evidence-check", desk, 1, 1)
    wanted = check.sets.filter(is_gold=False).count() - 1
    assert f"Accept {wanted} sets" in client.get(url).content.decode()
    for stale in (wanted + 1, 0):
        accept(client, desk, stale)
    assert not AcceptedSet.objects.exists()
    accept(client, desk, wanted)
    assert AcceptedSet.objects.count() == wanted
    assert AuditEntry.objects.get(action="evidence_check.accepted").details["number"] == 1
    # Not a second time.
    accept(client, desk, wanted)
    assert AcceptedSet.objects.count() == wanted
    assert "Waiting for a worker" in client.get(url).content.decode()
    progress = address("release-evidence-scores", desk, 1, 1)
    assert "Waiting for a worker" in client.get(progress).content.decode()
    job = work()
    assert (job.state, job.error) == (JobState.SUCCEEDED, "")
    assert client.get(progress).status_code == 286
    check.refresh_from_db()
    assert check.scores is not None
    [scores] = check.scores
    part = gold_of(release, "train")
    claims = sum(1 for _ in part)
    assert scores["before"]["strict"] == 0
    assert scores["after"]["strict"] == pytest.approx(wanted / claims)
    shown = client.get(url).content.decode()
    assert f"0.0000 → {wanted / claims:.4f}" in shown

    assert list(records_of(release)) == before
    newer = make_release(desk.campaign)
    added = {
        each.item.record_id: [tuple(piece) for piece in each.accepted_set.pooled_set.pieces]
        for each in AddedSet.objects.select_related("item", "accepted_set__pooled_set")
    }
    assert len(added) == wanted
    old = {record.id: record for record in before}
    for record in records_of(newer):
        assert record.verdict == old[record.id].verdict
        own = [[(one.page, one.address) for one in pieces] for pieces in old[record.id].sets]
        more = [added[record.id]] if record.id in added else []
        now = [[(one.page, one.address) for one in pieces] for pieces in record.sets]
        assert now == [*own, *more]
        # Their texts and contexts are read like those of any evidence.
        assert all(one.text for pieces in record.sets for one in pieces)
    assert [each.sets for each in gold_of(newer, "train")] != [
        each.sets for each in gold_of(release, "train")
    ]
    manifest = json.loads((folder_of(newer) / "manifest.json").read_text())
    assert manifest["added_evidence_sets"] == wanted
    changed = newer.items.exclude(
        evidence_digest__in=release.items.values("evidence_digest")
    ).count()
    assert changed == wanted


def test_sets_beyond_the_limit_of_the_design_are_not_added(
    desk: Desk, check: EvidenceCheck, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = check.sets.filter(is_gold=False).count() - 1
    accepting.accept_sets(check=check, shown=wanted, by=desk.manager, now=NOW)
    monkeypatch.setattr(accepted_sets, "_most_sets", lambda rule, verdict: 1)
    make_release(desk.campaign)
    assert not AddedSet.objects.exists()


def test_sets_for_another_verdict_are_not_added(desk: Desk, check: EvidenceCheck) -> None:
    wanted = check.sets.filter(is_gold=False).count() - 1
    accepting.accept_sets(check=check, shown=wanted, by=desk.manager, now=NOW)
    chosen = select_claims(desk.campaign).chosen
    assert len(accepted_sets.sets_to_add(desk.campaign, chosen)) == wanted
    others = [replace(claim, verdict="not_enough_information") for claim in chosen]
    assert accepted_sets.sets_to_add(desk.campaign, others) == {}


def test_nothing_is_accepted_of_withdrawn_and_archived_ones(
    desk: Desk, release: Release, check: EvidenceCheck
) -> None:
    campaigns = Campaign.objects.filter(pk=desk.campaign.pk)
    campaigns.update(state=Campaign.State.ARCHIVED, archived_from=Campaign.State.OPEN)
    with pytest.raises(NotMeasurableError):
        accepting.accept_sets(check=check, shown=1, by=desk.manager, now=NOW)
    campaigns.update(state=Campaign.State.OPEN, archived_from="")
    withdraw_release(release=release, reason="Wrong.", by=desk.manager, now=NOW)
    with pytest.raises(ReleaseWithdrawnError):
        accepting.accept_sets(check=check, shown=1, by=desk.manager, now=NOW)
    assert not AcceptedSet.objects.exists()


def test_researchers_accept_nothing(client: Client, desk: Desk, check: EvidenceCheck) -> None:
    url = address("release-evidence-accept", desk, 1, check.number)
    assert client.post(url, {"shown": "1"}).status_code == 403
    assert not AcceptedSet.objects.exists()


def test_what_was_accepted_never_changes(desk: Desk, check: EvidenceCheck) -> None:
    wanted = check.sets.filter(is_gold=False).count() - 1
    accepting.accept_sets(check=check, shown=wanted, by=desk.manager, now=NOW)
    with pytest.raises(IntegrityError), transaction.atomic():
        AcceptedSet.objects.update(verdict="refuted")
