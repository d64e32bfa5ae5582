"""Evidence checks for managers: requested, drawn by a job, and what people found in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from campaigns.models import Campaign
from core.models import AuditEntry
from jobs.models import Job, JobState
from releases.models import AcceptedSet, EvidenceCheck, EvidenceJudgement, Release
from releases.scoring import accepting, evidence_checks
from releases.scoring.evaluations import NotMeasurableError
from releases.scoring.evidence_checks import CheckSize
from releases.scoring.predictions import ReleaseWithdrawnError
from releases.selectors.systems import System
from releases.services.releases import withdraw_release
from releases.storage.kept_predictions import kept_path
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.evidence_world import add_system, draw_check
from tests.releases.scoring.predicting import work
from tests.releases.world import address, make_release, manager_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]
LogIn = Callable[[User], Client]


@pytest.fixture
def manager(desk: Desk, log_in: LogIn) -> Client:
    return log_in(manager_of(desk))


def ask(client: Client, desk: Desk, systems: list[System], **changes: str) -> int:
    sent = {"size": "5", "gold_percent": "20", "judgements": "1", "seed": "one", **changes}
    keys = {"systems": [system.key for system in systems]}
    return client.post(address("release-evidence-checks", desk, 1), sent | keys).status_code


def page(client: Client, desk: Desk) -> str:
    return client.get(address("release-evidence-checks", desk, 1)).content.decode()


def test_a_check_is_requested_and_drawn_by_a_job(manager: Client, desk: Desk) -> None:
    release = make_release(desk.campaign)
    assert "There are no predictions yet." in page(manager, desk)
    systems = [add_system(release, desk.manager)]
    for wrong in ({"size": "0"}, {"gold_percent": "51"}, {"judgements": "4"}, {"size": "x"}):
        assert ask(manager, desk, systems, **wrong) == 422
    assert ask(manager, desk, []) == 422
    assert not EvidenceCheck.objects.exists()
    assert ask(manager, desk, systems) == 302
    assert "Waiting for a worker" in page(manager, desk)
    progress = manager.get(address("release-evidence-progress", desk, 1)).content.decode()
    assert "Waiting for a worker" in progress
    # Another has to wait.
    assert ask(manager, desk, systems) == 422
    job = work()
    assert (job.state, job.error) == (JobState.SUCCEEDED, "")
    done = manager.get(address("release-evidence-progress", desk, 1))
    assert (done.status_code, done.headers["HX-Refresh"]) == (286, "true")
    assert EvidenceCheck.objects.get().sets.count() == 5
    assert AuditEntry.objects.filter(action="evidence_check.requested").count() == 1
    assert address("release-evidence-check", desk, 1, 1) in page(manager, desk)
    shown = manager.get(address("release-evidence-check", desk, 1, 1)).content.decode()
    assert "0 of 4 predicted sets have all their judgements." in shown
    assert "Judge evidence" in shown


def test_a_stopped_check_is_replaced(manager: Client, desk: Desk) -> None:
    systems = [add_system(make_release(desk.campaign), desk.manager)]
    ask(manager, desk, systems)
    manager.post(address("release-evidence-cancel", desk, 1))
    assert Job.objects.get().state == JobState.CANCELLED
    assert "Drawing the sets was stopped." in page(manager, desk)
    manager.post(address("release-evidence-cancel", desk, 1))
    assert ask(manager, desk, systems) == 302
    assert EvidenceCheck.objects.count() == 1
    kept_path(systems[0].source.public_id).unlink()
    job = work()
    assert job.error == "The predictions are kept no longer. Upload them again."
    assert job.error in page(manager, desk)


def test_withdrawn_and_archived_releases_are_not_checked(manager: Client, desk: Desk) -> None:
    release = make_release(desk.campaign)
    systems = [add_system(release, desk.manager)]
    size = CheckSize(5, 20, 1)
    campaigns = Campaign.objects.filter(pk=desk.campaign.pk)
    campaigns.update(state=Campaign.State.ARCHIVED, archived_from=Campaign.State.OPEN)
    assert ask(manager, desk, systems) == 403
    with pytest.raises(NotMeasurableError):
        evidence_checks.request_check(
            release=release, systems=systems, size=size, seed="", by=desk.manager, now=NOW
        )
    campaigns.update(state=Campaign.State.OPEN, archived_from="")
    withdraw_release(release=release, reason="Wrong.", by=desk.manager, now=NOW)
    assert ask(manager, desk, systems) == 422
    with pytest.raises(ReleaseWithdrawnError):
        evidence_checks.request_check(
            release=release, systems=systems, size=size, seed="", by=desk.manager, now=NOW
        )
    assert not EvidenceCheck.objects.exists()


def judge_all(check: EvidenceCheck, judge: User, answers: dict[bool, str]) -> None:
    for pooled in check.sets.select_related("item", "evidence_check"):
        evidence_checks.store_judgement(
            pooled=pooled, answer=answers[pooled.is_gold], note="Read it.", judge=judge, now=NOW
        )


def test_nothing_is_accepted_in_a_campaign_archived_meanwhile(
    manager: Client, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = make_release(desk.campaign)
    systems = [add_system(release, desk.manager)]
    check = draw_check(release, systems, desk.manager, size=CheckSize(10, 20, 1))
    judge_all(check, desk.manager, {True: "sufficient", False: "sufficient"})
    accept_sets = accepting.accept_sets
    campaigns = Campaign.objects.filter(pk=desk.campaign.pk)

    def accept_after_archiving(**given: Any) -> int:
        # After the view looked whether the campaign may change.
        campaigns.update(state=Campaign.State.ARCHIVED, archived_from="open")
        return accept_sets(**given)

    monkeypatch.setattr(accepting, "accept_sets", accept_after_archiving)
    accept = address("release-evidence-accept", desk, 1, 1)
    page = manager.post(accept, {"shown": "8"}, follow=True).content.decode()
    assert "The campaign is archived: nothing more is checked on its releases." in page
    assert not AcceptedSet.objects.exists()


def test_what_people_found_is_shown_beside_the_paper(manager: Client, desk: Desk) -> None:
    release = make_release(desk.campaign)
    check = draw_check(
        release, [add_system(release, desk.manager)], desk.manager, size=CheckSize(10, 20, 1)
    )
    predicted = check.sets.filter(is_gold=False).order_by("position")
    judge_all(check, desk.manager, {True: "sufficient", False: "contradicts"})
    shown = manager.get(address("release-evidence-check", desk, 1, 1)).content.decode()
    assert "8 of 8 predicted sets have all their judgements." in shown
    assert "0.00% of the errors held new evidence" in shown
    assert "21.85%" in shown
    assert "Contradicts: look at these claims again" in shown
    assert "Sufficient: new evidence" not in shown
    assert all(
        address("release-claim", desk, 1, each.item.record_id) in shown for each in predicted
    )
    # The known gold: all of it was judged sufficient.
    assert "100%" in shown
    assert "Judge evidence" not in shown


def test_researchers_request_no_checks(client: Client, desk: Desk) -> None:
    release: Release = make_release(desk.campaign)
    manager = manager_of(desk)
    systems = [add_system(release, manager)]
    draw_check(release, systems, manager)
    assert ask(client, desk, systems) == 403
    for name, more in (("checks", ()), ("check", (1,)), ("progress", ())):
        assert client.get(address(f"release-evidence-{name}", desk, 1, *more)).status_code == 403
    assert client.post(address("release-evidence-cancel", desk, 1)).status_code == 403
    assert EvidenceCheck.objects.count() == 1
    assert not EvidenceJudgement.objects.exists()
