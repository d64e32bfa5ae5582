"""A campaign in calibration for the demonstration: gold for both tasks, candidates in every state.

Everything is made through the services that people use. A job that was interrupted goes on where
it was: each step looks at what there is.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec.structs import replace

from accounts.demo_people import DEMO_PEOPLE
from accounts.models import User
from accounts.roles import Role
from accounts.services import profiles
from annotation.models import (
    PRACTICE,
    Attempt,
    Candidacy,
    Gold,
    PhaseItem,
    Qualification,
    TaskName,
)
from annotation.rules.calibration.progress import StepKind
from annotation.rules.verifying.judgements import Judgement
from annotation.selectors.calibration.feedback import claims_from
from annotation.selectors.calibration.phases import CandidateStep, phases_for, ready_gold, steps_of
from annotation.selectors.verifying.verifications import judgement_of
from annotation.services.calibration import candidacies, gold, gold_drawing, grading, phases
from annotation.services.campaign import designs
from annotation.services.verifying import confirmations, verifications
from annotation.services.writing import claim_checks, claims
from campaigns.models import Campaign, Membership
from campaigns.protocols import registry
from campaigns.protocols.numbers import Given
from campaigns.selectors.protocols import protocol_of
from campaigns.services import campaigns
from jobs.runs import Run
from quality.services import approved_demo, screening_demo, simulations
from quality.services.simulated_work import simulated_claims
from quality.simulation.claims import SimulatedClaim, TooFewFactsError
from wiki.models import Corpus

CAMPAIGN_NAME = "Demo: people in calibration"
_SEED = "demo calibration"
_ITEMS = 2
_TARGET = 4
_MOST_DRAWN = 80
# The tries that there is gold for.
_TRIES = (1, 2)
# Goes through everything and begins again.
_ANOTHER_TRY = "candidate-trying-again"
# How far each simulated candidate goes, for both tasks.
_PEOPLE: dict[str, StepKind] = {
    "candidate-at-screening": StepKind.SCREENING,
    "candidate-screened": StepKind.WAITING_FOR_SCREENERS,
    "candidate-practising": StepKind.PRACTICE,
    "candidate-beginning": StepKind.PHASE,
    "candidate-waiting": StepKind.WAITING_FOR_GRADES,
    "candidate-reading": StepKind.FEEDBACK,
    "candidate-finished": StepKind.WAITING_FOR_DECISION,
    approved_demo.WRITER: StepKind.APPROVED,
    **dict.fromkeys(approved_demo.VERIFIERS, StepKind.APPROVED),
    "candidate-rejected": StepKind.REJECTED,
    _ANOTHER_TRY: StepKind.WAITING_FOR_DECISION,
}


def fill_calibration_campaign(*, corpus: Corpus, run: Run) -> Campaign | None:
    """Make the campaign, its gold and its candidates; None if there are too few pages for it."""
    campaign = Campaign.objects.filter(name=CAMPAIGN_NAME).first() or _create(corpus, run)
    manager = User.objects.filter(
        memberships__campaign=campaign, memberships__role=Role.MANAGER
    ).first()
    if manager is None:
        return None
    if not _make_gold(campaign, manager, run):
        return None
    if not campaign.requires_calibration:
        candidacies.require_calibration(campaign=campaign, actor=manager, now=_calibrated_at(run))
        campaign.refresh_from_db()
    screening_demo.require_screening(campaign, manager, _calibrated_at(run))
    for name, until in _PEOPLE.items():
        person = User.objects.get(username=name)
        for task in TaskName:
            run.stop_if_cancelled()
            if name == _ANOTHER_TRY:
                _try_again(campaign, person, task, manager, run)
            else:
                _go_until(campaign, person, task, until, manager, run)
    approved_demo.begin_to_work(campaign, run)
    return campaign


def _calibrated_at(run: Run) -> datetime:
    """Return the day before: the work of those who were approved came after it."""
    return run.now() - timedelta(days=1)


def _create(corpus: Corpus, run: Run) -> Campaign:
    numbers: dict[str, Given] = {
        f"calibration.phases.{task}_{number}.items": _ITEMS
        for task in TaskName.values
        for number in (1, 2)
    }
    numbers |= {**screening_demo.NUMBERS, **approved_demo.NUMBERS}
    design = campaigns.Design(
        protocol=registry.get(registry.DEFAULT),
        corpus=corpus,
        numbers=numbers,
        target=_TARGET,
        seed=_SEED,
    )
    now = _calibrated_at(run)
    campaign = designs.create_campaign(name=CAMPAIGN_NAME, actor=None, now=now, design=design)
    campaign.is_demonstration = True
    campaign.save(update_fields=["is_demonstration"])
    simulations.draw_highlights(campaign, run)
    designs.open_campaign(campaign=campaign, actor=None, now=now)
    _add_people(campaign, now)
    campaign.refresh_from_db()
    return campaign


def _add_people(campaign: Campaign, now: datetime) -> None:
    for number, name in enumerate(_PEOPLE):
        person, _made = User.objects.get_or_create(
            username=name,
            defaults={
                "name": name.replace("-", " ").capitalize(),
                "is_simulated": True,
                "password": "!",
            },
        )
        _join(campaign, person, Role.ANNOTATOR, now)
        profiles.save_profile(
            person=person,
            first_language="en" if number % 2 else "fil",
            country="PH",
            education="degree" if number % 3 else "",
            age_band="25_34",
        )
    for each in DEMO_PEOPLE:
        person_or_none = User.objects.filter(username=each.username).first()
        if each.role is not None and person_or_none is not None:
            _join(campaign, person_or_none, each.role, now)


def _join(campaign: Campaign, person: User, role: Role, now: datetime) -> None:
    is_annotator = role is Role.ANNOTATOR
    Membership.objects.get_or_create(
        campaign=campaign,
        user=person,
        defaults={
            "role": role,
            "writes_claims": is_annotator,
            "verifies_claims": is_annotator,
            "joined_at": now,
        },
    )


def _make_gold(campaign: Campaign, manager: User, run: Run) -> bool:
    """Make what the tries lack, and one item of practice; return whether there is enough."""
    for _number in range(_MOST_DRAWN):
        wanted = _lacking(campaign)
        if not wanted:
            return True
        run.stop_if_cancelled()
        _make_item(campaign, manager, *wanted[0], _calibrated_at(run))
    return not _lacking(campaign)


def _lacking(campaign: Campaign) -> list[tuple[TaskName, str, int]]:
    """Return the places that lack gold, by task, phase and try; practice is the empty phase."""
    places: list[tuple[TaskName, str, int]] = []
    for task in TaskName:
        ready = ready_gold(campaign, task)
        places += [
            (task, phase.name, number)
            for number in _TRIES
            for phase in phases_for(protocol_of(campaign), task)
            if ready.get((phase.name, number), 0) < phase.items
        ]
        if not ready.get((PRACTICE, 1)):
            places.append((task, "", 1))
    return places


def _make_item(
    campaign: Campaign, manager: User, task: TaskName, phase: str, number: int, now: datetime
) -> None:
    """Draw a highlight and have a program write from it; without facts it is withdrawn."""
    # For a claim the highlight is only material, and withdrawn in the end.
    is_writing = task is TaskName.WRITE
    described = _description(phase if is_writing else "", number)
    drawn = Gold.objects.filter(campaign=campaign).count()
    sources = protocol_of(campaign).sources
    try:
        page, addresses = gold_drawing.draw_place(campaign, sources[drawn % len(sources)].name)
        made = gold.make_highlight_gold(
            campaign=campaign,
            page=page,
            source=sources[drawn % len(sources)].name,
            addresses=addresses,
            prescribed=_prescribed(campaign, drawn),
            description=described,
            actor=manager,
            now=now,
        )
    except gold.GoldRefusedError:
        return
    try:
        assert made.highlight is not None
        simulated = simulated_claims(campaign, made.highlight)
        if is_writing:
            attempt = gold.answer_gold(gold=made, actor=manager, now=now)
            claims.submit_claims(
                attempt=attempt, claims=[each.written for each in simulated], now=now
            )
            return
        _make_claim(campaign, manager, simulated[0], _description(phase, number), now)
    except (TooFewFactsError, claim_checks.ClaimsRefusedError, gold.GoldRefusedError):
        pass
    gold.withdraw_gold(gold=made, actor=manager, now=now)


def _description(phase: str, number: int) -> gold.GoldDescription:
    is_second = phase.endswith("2")
    return gold.GoldDescription(
        use=Gold.Use.PHASE if phase else Gold.Use.PRACTICE,
        phase=phase,
        try_number=number,
        difficulty=Gold.Difficulty.SPECIAL if is_second else Gold.Difficulty.EASY,
        why="The page says so in the marked place.",
    )


def _make_claim(
    campaign: Campaign,
    manager: User,
    simulated: SimulatedClaim,
    described: gold.GoldDescription,
    now: datetime,
) -> None:
    made = gold.make_claim_gold(
        campaign=campaign,
        text=simulated.written.text,
        description=described,
        actor=manager,
        now=now,
    )
    attempt = gold.answer_gold(gold=made, actor=manager, now=now)
    confirmations.confirm_judgement(attempt=attempt, judgement=simulated.judgement)
    verifications.submit_verification(attempt=attempt, judgement=simulated.judgement, now=now)


def _prescribed(campaign: Campaign, number: int) -> dict[str, dict[str, str]]:
    protocol = protocol_of(campaign)
    return {
        slot: {
            name: protocol.factor(name).values[number % len(protocol.factor(name).values)].name
            for name in factors
        }
        for slot, factors in gold.prescribable(protocol).items()
    }


# --- candidates ----------------------------------------------------------------------------------
# Where somebody stops who is in none of the graded phases.
_WITHOUT_PHASE = (
    StepKind.WAITING_FOR_SCREENERS,
    StepKind.PRACTICE,
    StepKind.WAITING_FOR_DECISION,
)


def _try_again(campaign: Campaign, person: User, task: TaskName, manager: User, run: Run) -> None:
    """Let a candidate finish, and give them another try."""
    if Candidacy.objects.filter(
        campaign=campaign, person=person, task=task, try_number__gt=1
    ).exists():
        return
    _go_until(campaign, person, task, StepKind.WAITING_FOR_DECISION, manager, run)
    candidacies.give_another_try(
        campaign=campaign,
        person=person,
        task=task,
        actor=manager,
        note="Look at the challenges again.",
        now=_calibrated_at(run),
    )


def _go_until(
    campaign: Campaign, person: User, task: TaskName, until: StepKind, manager: User, run: Run
) -> None:
    """Let a candidate work until they are where they should be; verifiers wait for no grades."""
    now = _calibrated_at(run)
    if until in (StepKind.APPROVED, StepKind.REJECTED):
        _go_until(campaign, person, task, StepKind.WAITING_FOR_DECISION, manager, run)
        candidacies.decide(
            campaign=campaign,
            person=person,
            task=task,
            outcome=Candidacy.Outcome(until.value),
            actor=manager,
            now=now,
        )
        return
    # Screening, practice, both phases, and the feedback on them: never more steps than this.
    for _number in range(10 * _ITEMS):
        found = _step_of(campaign, person, task)
        step = found.step
        is_graded = step.phase is not None and step.phase.number == 1
        if step.kind is until and (is_graded or until in _WITHOUT_PHASE):
            return
        if step.screening is not None:
            if not screening_demo.go_on(found, person, manager, until, now):
                return
        elif step.is_work:
            _do_item(campaign, person, task, now, is_poor=until is StepKind.FEEDBACK)
        elif step.kind is StepKind.WAITING_FOR_GRADES and found.qualification is not None:
            _grade(found.qualification, manager, now)
        elif step.kind is StepKind.FEEDBACK and found.qualification is not None:
            if is_graded and until is StepKind.WAITING_FOR_GRADES:
                return
            for item in found.qualification.items.filter(read_at=None):
                phases.read_feedback(item=item, now=now)
        else:
            return


def _step_of(campaign: Campaign, person: User, task: TaskName) -> CandidateStep:
    member = Membership.objects.get(campaign=campaign, user=person)
    member.campaign = campaign
    return next(found for found in steps_of(person, [member]) if found.task is task)


def _do_item(
    campaign: Campaign, person: User, task: TaskName, now: datetime, *, is_poor: bool
) -> None:
    attempt = phases.take_item(campaign=campaign, annotator=person, task=task, now=now)
    item = PhaseItem.objects.select_related("gold__answer").get(attempt=attempt)
    if task is TaskName.WRITE:
        assert attempt.highlight is not None
        simulated = simulated_claims(campaign, attempt.highlight)
        claims.submit_claims(attempt=attempt, claims=[each.written for each in simulated], now=now)
        return
    judgement = _answer_of(item.gold.answer)
    if is_poor:
        judgement = replace(judgement, verdict="refuted", answer="yes", sets=judgement.sets[:1])
    confirmations.confirm_judgement(attempt=attempt, judgement=judgement)
    verifications.submit_verification(attempt=attempt, judgement=judgement, now=now)


def _answer_of(attempt: Attempt | None) -> Judgement:
    assert attempt is not None
    verification = attempt.verification
    return judgement_of(verification.versions.get(number=verification.number))


def _grade(phase: Qualification, manager: User, now: datetime) -> None:
    for number, item in enumerate(phase.items.select_related("attempt").order_by("position")):
        for claim in claims_from(item.attempt):
            grading.grade_claim(
                item=item,
                claim=claim,
                grader=manager,
                keeps_guidelines=True,
                tags_fit=number == 0,
                comment="" if number == 0 else "Look at the list of challenges again.",
                clause="",
                now=now,
            )
    grading.release_feedback(phase=phase, actor=manager, now=now)
