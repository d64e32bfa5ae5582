"""Simulations through the services: refusals, the same by the same seed, what was planted found."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Count
from msgspec.structs import replace
from pytest_django import Settings

from accounts.models import User
from annotation.models import Claim, Skip, Verification
from annotation.services.campaign import designs
from annotation.services.writing import sampling
from campaigns.models import Campaign, GuidelinesVersion, Membership
from campaigns.protocols import registry
from campaigns.selectors.protocols import protocol_of
from campaigns.services import campaigns
from core.models import AuditEntry
from jobs.runs import LocalRun
from quality.measuring.agreement import Bootstrap, measure_agreement
from quality.measuring.bias import measure_bias
from quality.measuring.hints import HintKind, agreement_hints, bias_hints
from quality.models import SimulatedTruth, Simulation
from quality.selectors.columns import CampaignReader, evidence_texts
from quality.services import demo, simulations
from quality.simulation.claims import DesignNotSimulatedError
from quality.simulation.people import TWELVE, SimulatedPerson, SimulationPlan
from tests.annotation.verifying_world import make_desk
from tests.annotation.world import draw, make_articles, make_design, make_world, seal
from tests.people import NOW
from tests.wiki.pages import make_page
from wiki.models import Corpus, Page
from wiki.services import demo as demo_corpus
from wiki.services import seals

pytestmark = pytest.mark.django_db
PLAN = SimulationPlan(seed=7, people=TWELVE[:3], days=3, highlights=5)


def test_people_and_programs_do_not_work_in_one_campaign() -> None:
    desk = make_desk()
    with pytest.raises(simulations.RealWorkError):
        simulations.prepare_simulation(campaign=desk.campaign, plan=PLAN, now=NOW)
    assert not Campaign.objects.get().is_demonstration
    assert not User.objects.filter(is_simulated=True).exists()
    assert not Simulation.objects.exists()


def test_a_prepared_campaign_is_a_demonstration_with_marked_people() -> None:
    campaign = make_world().campaign
    made = simulations.prepare_simulation(campaign=campaign, plan=PLAN, now=NOW)
    assert simulations.prepare_simulation(campaign=campaign, plan=PLAN, now=NOW) == made
    assert Campaign.objects.get().is_demonstration
    names = User.objects.filter(is_simulated=True).order_by("username")
    assert [str(person) for person in names] == [
        "Bram (simulated)",
        "Chiara (simulated)",
        "Ines (simulated)",
        "Manager (simulated)",
    ]
    entry = AuditEntry.objects.get(action="campaign.simulated")
    assert (entry.actor_id, entry.target_id) == (None, str(campaign.public_id))
    assert entry.details == {"people": 3, "days": 3, "highlights": 5}
    with pytest.raises(simulations.OtherPlanError):
        simulations.prepare_simulation(campaign=campaign, plan=replace(PLAN, seed=8), now=NOW)


def assert_refused(
    error: type[Exception], campaign: Campaign, plan: SimulationPlan = PLAN
) -> pytest.ExceptionInfo[Exception]:
    """Assert that a campaign is refused, and that nothing is written."""
    with pytest.raises(error) as refused:
        simulations.prepare_simulation(campaign=campaign, plan=plan, now=NOW)
    assert not Campaign.objects.get().is_demonstration
    assert not User.objects.filter(is_simulated=True).exists()
    assert not AuditEntry.objects.filter(action="campaign.simulated").exists()
    assert not Simulation.objects.exists()
    return refused


@pytest.mark.parametrize("state", ["paused", "closed", "archived"])
def test_only_a_draft_and_an_open_campaign_are_simulated(state: str) -> None:
    campaign = make_world().campaign
    before = "open" if state == "archived" else ""
    Campaign.objects.update(state=state, archived_from=before)
    # As it is stored, not as the caller has it.
    assert campaign.state == Campaign.State.OPEN
    assert_refused(simulations.StateNotSimulatedError, campaign)


def test_a_campaign_that_requires_calibration_is_not_simulated() -> None:
    campaign = make_world().campaign
    Campaign.objects.update(requires_calibration=True)
    assert_refused(simulations.CalibrationNotSimulatedError, campaign)


def test_a_campaign_with_imported_claims_is_not_simulated() -> None:
    campaign = make_world().campaign
    Campaign.objects.update(claims_from=Campaign.ClaimsFrom.FILES)
    assert_refused(simulations.OtherClaimsError, campaign)
    Campaign.objects.update(claims_from=Campaign.ClaimsFrom.HIGHLIGHTS)
    Claim.objects.create(
        campaign=campaign,
        text="The Aare is long.",
        original_id=1,
        guidelines=GuidelinesVersion.objects.get(),
        written_at=NOW,
    )
    assert_refused(simulations.OtherClaimsError, campaign)


def test_a_simulation_that_has_not_ended_is_not_resumed_in_a_closed_campaign() -> None:
    campaign = make_world().campaign
    made = simulations.prepare_simulation(campaign=campaign, plan=PLAN, now=NOW)
    Campaign.objects.update(state=Campaign.State.CLOSED)
    with pytest.raises(simulations.StateNotSimulatedError):
        simulations.prepare_simulation(campaign=campaign, plan=PLAN, now=NOW)
    # What is done is only read: its truth can be written again.
    Simulation.objects.update(finished_at=NOW)
    assert simulations.prepare_simulation(campaign=campaign, plan=PLAN, now=NOW) == made


@pytest.mark.parametrize(
    "names", [("Ann", "Ann"), ("Ann Lee", "ann-lee"), ("Ann", "Manager")], ids=" and ".join
)
def test_people_of_a_plan_have_user_names_of_their_own(names: tuple[str, str]) -> None:
    people = tuple(SimulatedPerson(name=name) for name in names)
    campaign = make_world().campaign
    refused = assert_refused(
        simulations.EqualNamesError, campaign, SimulationPlan(people=people, days=3)
    )
    assert str(refused.value) == names[1]


@pytest.mark.parametrize(
    "habit", [{"errors": {"REFUTED": 0.2}}, {"leans_to": "REFUTED"}, {"phrase_verdict": "REFUTED"}]
)
def test_a_plan_names_verdicts_of_the_design(habit: dict[str, Any]) -> None:
    people = (SimulatedPerson(name="Ann", **habit), SimulatedPerson(name="Ben"))
    campaign = make_world().campaign
    refused = assert_refused(
        simulations.UnknownVerdictError, campaign, SimulationPlan(people=people, days=3)
    )
    assert str(refused.value) == "Ann: REFUTED"


def test_a_design_without_evidence_for_a_verdict_is_not_simulated() -> None:
    numbers = {
        "evidence.sets.not_enough_information.least": 0,
        "evidence.sets.not_enough_information.most": 0,
    }
    assert_refused(DesignNotSimulatedError, make_world(numbers=numbers).campaign)


def test_a_persons_user_name_is_not_taken_over() -> None:
    campaign = make_world().campaign
    User.objects.create_user("simulated-ines", "x")
    with pytest.raises(simulations.SimulatedNameTakenError):
        simulations.prepare_simulation(campaign=campaign, plan=PLAN, now=NOW)
    assert not Simulation.objects.exists()
    assert not Membership.objects.filter(user__username="simulated-ines").exists()


@pytest.fixture
def corpus() -> Corpus:
    corpus = demo_corpus.load_demo_corpus(now=NOW)
    return seals.seal_corpus(corpus=corpus, now=NOW, by=None)


def simulate(corpus: Corpus, plan: SimulationPlan) -> Campaign:
    """Return a campaign in which programs have worked by a plan."""
    design = campaigns.Design(
        protocol=registry.get(registry.DEFAULT),
        corpus=corpus,
        numbers=demo.NUMBERS,
        target=plan.highlights + 5,
        seed="a seed",
    )
    campaign = designs.create_campaign(name="Simulated", actor=None, now=NOW, design=design)
    made = simulations.prepare_simulation(campaign=campaign, plan=plan, now=NOW)
    made.campaign = campaign
    simulations.run_simulation(simulation=made, run=LocalRun(clock=lambda: NOW))
    return campaign


@contextmanager
def undone() -> Iterator[None]:
    """Undo what is done inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def make_poor_campaign(*, rich: int) -> Campaign:
    """Return an open campaign of forty pages, of which few state what a program understands."""
    poor = make_page("Poor", "What? Where? When? Why?").content
    corpus = make_articles(40)
    Page.objects.filter(title__startswith="River").exclude(
        title__in=[f"River {number:03}" for number in range(rich)]
    ).update(content=poor)
    seal(corpus)
    design = make_design(corpus, target=3)
    campaign = designs.create_campaign(name="Poor pages", actor=None, now=NOW, design=design)
    draw(campaign, dict.fromkeys(sampling.wanted_highlights(campaign), 20))
    return designs.open_campaign(campaign=campaign, actor=None, now=NOW)


def test_who_may_not_skip_more_comes_back_later(settings: Settings) -> None:
    settings.SKIPS_AN_HOUR = 2
    campaign = make_poor_campaign(rich=6)
    plan = SimulationPlan(seed=7, people=TWELVE[:2], days=2, highlights=1, left=2)
    made = simulations.prepare_simulation(campaign=campaign, plan=plan, now=NOW)
    simulations.run_simulation(simulation=made, run=LocalRun(clock=lambda: NOW))
    states = campaign.highlights.values_list("state").annotate(Count("pk"))
    assert dict(states) == {"written": 3, "skipped": 7, "waiting": 30}
    skips = Skip.objects.order_by("skipped_at").values_list("attempt__annotator", "skipped_at")
    times: dict[int, list[datetime]] = {}
    for person, at in skips:
        times.setdefault(person, []).append(at)
    assert max(map(len, times.values())) > 2
    for mine in times.values():
        assert all(
            later - first > timedelta(hours=1) for first, later in zip(mine, mine[2:], strict=False)
        )
    assert Simulation.objects.get().finished_at == NOW


@pytest.mark.slow
def test_the_same_seed_gives_the_same_claims_truths_and_verdicts(corpus: Corpus) -> None:
    def outcome(plan: SimulationPlan) -> list[object]:
        with undone():
            campaign = simulate(corpus, plan)
            truths = SimulatedTruth.objects.order_by("claim__text")
            verdicts = Verification.objects.filter(campaign=campaign)
            return [
                list(Claim.objects.order_by("public_id").values_list("public_id", "text", "slot")),
                list(truths.values_list("claim__text", "judgement")),
                sorted(
                    verdicts.values_list(
                        "claim__text", "annotator__username", "verdict", "submitted_at"
                    )
                ),
            ]

    first = outcome(PLAN)
    assert len(first[0]) == 15  # type: ignore[arg-type]
    assert outcome(PLAN) == first
    assert outcome(replace(PLAN, seed=8)) != first


@pytest.mark.slow
def test_what_was_planted_stands_in_the_list_of_what_to_look_at_next(corpus: Corpus) -> None:
    campaign = simulate(corpus, SimulationPlan())
    data = CampaignReader(campaign, protocol_of(campaign), listen=lambda: None).read()
    agreed = measure_agreement(data, tick=lambda section: None, bootstrap=Bootstrap(resamples=20))
    hints = agreement_hints(agreed)
    people = {
        str(person.public_id): person.username for person in User.objects.filter(is_simulated=True)
    }

    def named(kind: HintKind) -> set[str]:
        return {people[each] for hint in hints if hint.kind is kind for each in hint.people}

    assert named(HintKind.DRIFT) == {"simulated-kofi"}
    assert named(HintKind.LOW_PERSON) == {"simulated-jonas", "simulated-kofi"}
    texts = evidence_texts(data, listen=lambda: None)
    biased = bias_hints(measure_bias(data, evidence_texts=texts, tick=lambda section: None).result)
    phrases = {(hint.feature, hint.verdict) for hint in biased if hint.kind is HintKind.PHRASE}
    assert ("contrary", "refuted") in phrases
    assert {verdict for _, verdict in phrases} == {"refuted"}
