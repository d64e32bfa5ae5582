"""The phrases that give verdicts away are counted from the campaign's own claims."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

import pytest

from annotation.job_kinds import LIST_GIVEAWAYS, GiveawayParameters, ask_for_giveaways
from annotation.models import Attempt, Claim, GiveAwayList, Highlight, Verification
from annotation.rules.checks.giveaways import count_phrases
from annotation.selectors.writing.giveaways import campaigns_to_count, giveaways_of
from annotation.services.writing import giveaways
from annotation.services.writing.giveaways import list_giveaways
from campaigns.models import Campaign
from jobs import execution, runs
from jobs.models import Job
from jobs.services import jobs
from jobs.services.jobs import JobCancelled
from tests.annotation.world import World, make_annotators, make_world
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def world() -> World:
    return make_world(pages=6, target=2, writers=1)


def add_claims(world: World, count: int, verdict: str, text: str, **facts: object) -> None:
    highlight = Highlight.objects.filter(campaign=world.campaign).order_by("pk")[0]
    attempt, _ = Attempt.objects.get_or_create(
        highlight=highlight,
        annotator=world.writer,
        defaults={"lease": 1, "started_at": NOW},
    )
    begun = Claim.objects.count()
    Claim.objects.bulk_create(
        Claim(
            campaign=world.campaign,
            highlight=highlight,
            attempt=attempt,
            author=world.writer,
            slot="type_1",
            place=begun + number + 1,
            text=text.replace("#", str(number)),
            verdict=verdict,
            guidelines=world.campaign.guidelines.latest("number"),
            written_at=NOW,
            **facts,
        )
        for number in range(count)
    )


def test_a_phrase_of_one_verdict_is_listed_with_its_share(world: World) -> None:
    add_claims(world, 30, "refuted", "River # never met the sea.")
    add_claims(world, 30, "supported", "River # always met the sea.")
    made = list_giveaways(campaign=world.campaign, now=NOW)
    assert (made.claims, made.made_at) == (60, NOW)
    found = giveaways_of(world.campaign)
    assert (found["never"].verdict, found["never"].share) == ("refuted", 1.0)
    assert (found["always"].verdict, found["always"].share) == ("supported", 1.0)
    assert "river" not in found


def test_withdrawn_claims_and_claims_without_a_verdict_do_not_count(world: World) -> None:
    add_claims(world, 30, "refuted", "River # never met the sea.", state=Claim.State.WITHDRAWN)
    add_claims(world, 30, "", "River # never met the lake.")
    add_claims(world, 30, "supported", "River # met the sea.")
    made = list_giveaways(campaign=world.campaign, now=NOW)
    assert (made.claims, made.phrases) == (60, [])


def test_another_campaign_has_its_own_list(world: World) -> None:
    other = Campaign.objects.create(name="Other", created_at=NOW)
    add_claims(world, 30, "refuted", "River # never met the sea.")
    add_claims(world, 30, "supported", "River # met the sea.")
    list_giveaways(campaign=world.campaign, now=NOW)
    assert giveaways_of(other) == {}


def test_a_campaign_is_counted_again_once_enough_was_written(world: World) -> None:
    assert campaigns_to_count(NOW) == []
    add_claims(world, 19, "refuted", "River # never met the sea.")
    assert campaigns_to_count(NOW) == []
    add_claims(world, 1, "supported", "River met the sea.")
    assert campaigns_to_count(NOW) == [world.campaign]
    list_giveaways(campaign=world.campaign, now=NOW)
    add_claims(world, 20, "supported", "Brook # met the sea.")
    # Not at once: the list rests for a minute.
    assert campaigns_to_count(NOW + timedelta(seconds=59)) == []
    assert campaigns_to_count(NOW + timedelta(seconds=60)) == [world.campaign]
    Campaign.objects.filter(pk=world.campaign.pk).update(state=Campaign.State.PAUSED)
    assert campaigns_to_count(NOW + timedelta(seconds=60)) == []


def test_the_chore_asks_once_for_the_count(world: World) -> None:
    add_claims(world, 40, "refuted", "River # never met the sea.")
    for _ in range(2):
        ask_for_giveaways(NOW)
    job = Job.objects.get(kind=LIST_GIVEAWAYS)
    assert job.parameters == {
        "campaign": str(world.campaign.public_id),
        "name": world.campaign.name,
    }
    assert GiveAwayList.objects.count() == 0


def test_verified_verdicts_count_before_intended_ones(world: World) -> None:
    """Take verdicts that verifiers found instead of those that the author had in mind."""
    [verifier] = make_annotators(world.campaign, 1, "Verifier", verifies_claims=True)
    add_claims(world, 30, "refuted", "River # never met the sea.")
    add_claims(world, 30, "refuted", "River # met the sea.")
    never = Claim.objects.filter(text__contains="never")
    for claim in never:
        attempt = Attempt.objects.create(
            claim=claim, annotator=verifier, purpose="gold", lease=1, started_at=NOW
        )
        Verification.objects.create(
            campaign=world.campaign,
            claim=claim,
            claim_author=world.writer,
            attempt=attempt,
            annotator=verifier,
            purpose="verify",
            verdict="supported",
            submitted_at=NOW,
        )
    made = list_giveaways(campaign=world.campaign, now=NOW)
    assert (made.claims, made.verified) == (60, 30)
    assert giveaways_of(world.campaign)["never"].verdict == "supported"
    # What is void counts no longer.
    Verification.objects.update(void_since=NOW)
    assert list_giveaways(campaign=world.campaign, now=NOW).phrases == []


def test_cancel_is_heard_while_claims_are_counted(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_claims(world, 30, "refuted", "River # never met the sea.")
    monkeypatch.setattr(giveaways, "_REPORT_EVERY", 10)
    heard: list[int] = []

    def report(read: int) -> None:
        heard.append(read)
        if read == 20:
            raise JobCancelled

    with pytest.raises(JobCancelled):
        list_giveaways(campaign=world.campaign, now=NOW, report=report)
    assert heard == [0, 10, 20]
    assert not GiveAwayList.objects.exists()


def test_the_job_looks_whether_it_was_cancelled(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_claims(world, 30, "refuted", "River # never met the sea.")
    monkeypatch.setattr(runs, "PROGRESS_EVERY", timedelta())
    job = jobs.enqueue_job(
        kind=LIST_GIVEAWAYS,
        parameters=GiveawayParameters(world.campaign.public_id, world.campaign.name),
        requested_by=None,
        now=NOW,
    )
    read = count_phrases

    def read_and_cancel(claims: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
        Job.objects.filter(pk=job.pk).update(cancel_requested_at=NOW)
        return read(claims)

    monkeypatch.setattr(giveaways, "count_phrases", read_and_cancel)
    execution.run_job(job.pk, worker="test")
    job.refresh_from_db()
    assert job.state == "cancelled"
    assert not GiveAwayList.objects.exists()
