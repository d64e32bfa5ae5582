"""A campaign with gold for both tasks and people to be calibrated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from accounts.models import User
from accounts.roles import Role
from annotation.models import Attempt, Gold, TaskName, Verification
from annotation.rules.verifying.judgements import Judgement
from annotation.services.calibration import candidacies, phases
from annotation.services.calibration import gold as gold_service
from annotation.services.calibration.gold import GoldDescription
from annotation.services.writing import claims
from campaigns.models import Campaign, Membership
from tests.annotation.verifying_world import element, judgement, submit_confirmed
from tests.annotation.world import make_annotators, make_world, written_for
from tests.people import NOW
from wiki.models import Page

# Two items a phase instead of ten.
SMALL = {
    f"calibration.phases.{task}_{number}.items": 2
    for task in ("write", "verify")
    for number in (1, 2)
} | {f"calibration.screenings.{task}.questions": 5 for task in ("write", "verify")}
PRESCRIBED = {
    "type_1": {"verdict": "supported"},
    "type_2": {"scope": "same_page"},
    "type_3": {"mutation": "negation"},
}


@dataclass(frozen=True, slots=True)
class Ground:
    campaign: Campaign
    manager: User
    other_manager: User
    candidates: list[User]

    @property
    def candidate(self) -> User:
        return self.candidates[0]


def make_ground(
    *,
    candidates: int = 2,
    tries: int = 1,
    practice: int = 0,
    numbers: Mapping[str, int] | None = None,
) -> Ground:
    """Return an open campaign with two items a phase, calibration on, and annotators."""
    world = make_world(writers=0, numbers=SMALL | dict(numbers or {}))
    managers = [
        User.objects.create(username=name, name=name.title(), email=f"{name}@example.org")
        for name in ("mara", "milo")
    ]
    for person in managers:
        Membership.objects.create(
            campaign=world.campaign, user=person, role=Role.MANAGER, joined_at=NOW
        )
    people = make_annotators(
        world.campaign, candidates, "Candidate", writes_claims=True, verifies_claims=True
    )
    ground = Ground(world.campaign, managers[0], managers[1], people)
    for number in range(1, tries + 1):
        fill(ground, number, practice if number == 1 else 0)
    candidacies.require_calibration(campaign=ground.campaign, actor=managers[0], now=NOW)
    ground.campaign.refresh_from_db()
    return ground


def fill(ground: Ground, try_number: int, practice: int) -> None:
    """Make the gold of one try."""
    for task in TaskName:
        for at in range(practice):
            make = make_claim if task is TaskName.VERIFY else make_highlight
            make(ground, f"practice {at}", GoldDescription(use=Gold.Use.PRACTICE))
        for phase in (f"{task}_1", f"{task}_2"):
            for at in range(2):
                make = make_claim if task is TaskName.VERIFY else make_highlight
                described = GoldDescription(
                    use=Gold.Use.PHASE,
                    phase=phase,
                    try_number=try_number,
                    why="The table says so.",
                    clause="Evidence",
                )
                make(ground, f"{phase} {try_number} {at}", described)


def make_claim(ground: Ground, name: str, description: GoldDescription) -> Gold:
    """Make gold for verifying: supported by sentence 1, or by two cells."""
    made = gold_service.make_claim_gold(
        campaign=ground.campaign,
        text=f"A claim of gold called {name}.",
        description=description,
        actor=ground.manager,
        now=NOW,
    )
    attempt = gold_service.answer_gold(gold=made, actor=ground.manager, now=NOW)
    submit_confirmed(attempt=attempt, judgement=right_answer(), now=NOW)
    made.refresh_from_db()
    return made


def make_highlight(ground: Ground, name: str, description: GoldDescription) -> Gold:
    """Make gold for writing, on another page each."""
    number = Gold.objects.filter(task=TaskName.WRITE).count()
    made = gold_service.make_highlight_gold(
        campaign=ground.campaign,
        page=Page.objects.get(title=f"River {number:03}"),
        source="sentences",
        addresses=["sentence_0", "sentence_1", "sentence_2", "sentence_3"],
        prescribed=PRESCRIBED,
        description=description,
        actor=ground.manager,
        now=NOW,
    )
    attempt = gold_service.answer_gold(gold=made, actor=ground.manager, now=NOW)
    assert made.highlight is not None
    claims.submit_claims(attempt=attempt, claims=written_for(made.highlight, name), now=NOW)
    made.refresh_from_db()
    return made


def right_answer() -> Judgement:
    return judgement([element("sentence_1")], [element("cell_0_1_0"), element("cell_0_1_1")])


def take(ground: Ground, task: TaskName, person: User | None = None) -> Attempt:
    return phases.take_item(
        campaign=ground.campaign, annotator=person or ground.candidate, task=task, now=NOW
    )


def verify_item(
    ground: Ground, person: User | None = None, given: Judgement | None = None
) -> Verification:
    attempt = take(ground, TaskName.VERIFY, person)
    return submit_confirmed(attempt=attempt, judgement=given or right_answer(), now=NOW)


def write_item(ground: Ground, person: User | None = None) -> Attempt:
    attempt = take(ground, TaskName.WRITE, person)
    assert attempt.highlight is not None
    name = f"by {attempt.annotator.username}"
    claims.submit_claims(attempt=attempt, claims=written_for(attempt.highlight, name), now=NOW)
    return attempt
