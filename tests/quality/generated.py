"""Campaigns of random people with known error rates and planted biases, as reports read them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from quality.measuring.columns import (
    CampaignData,
    EvidenceElements,
    MeasuredClaim,
    MeasuredVerification,
)

VERDICTS = ("supported", "refuted", "not_enough_information")
SHARES = (0.56, 0.39, 0.05)
START = datetime(2026, 3, 2, 9, tzinfo=UTC)
NOUNS = [f"{first}{last}" for first in "BDFGKLMNPRST" for last in ("aro", "elin", "ivo", "ona")]
VERBS = ("joins", "precedes", "follows", "exceeds", "borders", "crosses", "names", "feeds")
PLACES = [f"in the {place} of {year}" for place in ("valley", "town") for year in range(1900, 1930)]


@dataclass(frozen=True, slots=True)
class Habits:
    """A person of a generated campaign: how often they err, in the first and the last week."""

    name: str
    errors: float = 0.12
    errors_at_the_end: float | None = None

    def errors_at(self, progress: float) -> float:
        end = self.errors if self.errors_at_the_end is None else self.errors_at_the_end
        return self.errors + (end - self.errors) * progress


@dataclass(frozen=True, slots=True)
class Plan:
    """The sizes, the people and the planted biases of a generated campaign."""

    seed: int
    claims: int = 600
    people: tuple[Habits, ...] = tuple(Habits(f"person-{number}") for number in range(8))
    # The number of verifications of each claim.
    depth: int = 2
    # Put into so many of the refuted claims.
    giveaway: str = ""
    giveaway_share: float = 0.0
    # So many of the supported claims have their evidence in the first sentence.
    first_sentence_share: float = 0.0
    days: int = 28
    truth: dict[int, str] = field(default_factory=dict)


def generate(plan: Plan) -> CampaignData:
    """Return a campaign in which everybody errs at random, at their own rate."""
    dice = Random(plan.seed)
    claims: list[MeasuredClaim] = []
    verifications: list[MeasuredVerification] = []
    evidence: dict[int, tuple[tuple[int, ...], ...]] = {}
    pages: list[int] = []
    addresses: list[str] = []
    codes: dict[tuple[int, str], int] = {}
    counting: dict[int, int] = {}
    for number in range(plan.claims):
        truth = dice.choices(VERDICTS, SHARES)[0]
        plan.truth[number] = truth
        claims.append(_claim(number, truth, plan, dice))
        place = _address(truth, plan, dice)
        at = START + timedelta(days=plan.days * number / plan.claims)
        for order, person in enumerate(dice.sample(plan.people, plan.depth)):
            version = len(verifications) + 1
            verdict = _verdict(truth, person.errors_at(number / plan.claims), dice)
            address = place if dice.random() < 0.8 else f"sentence_{dice.randrange(1, 30)}"
            code = codes.setdefault((number, address), len(codes))
            if code == len(pages):
                pages.append(number)
                addresses.append(address)
            evidence[version] = ((code,),)
            counting.setdefault(number, version)
            verifications.append(
                MeasuredVerification(
                    number,
                    person.name,
                    version,
                    verdict,
                    "other",
                    at + timedelta(minutes=order),
                    60_000,
                    ("highlight",),
                    is_adjudication=False,
                )
            )
    return CampaignData(
        verdicts=VERDICTS,
        claims=claims,
        verifications=verifications,
        evidence=evidence,
        elements=EvidenceElements(pages, addresses),
        counting=counting,
    )


def evidence_of(data: CampaignData) -> dict[int, str]:
    """Return made-up texts of the evidence that counts, which say nothing about the verdict."""
    dice = Random(0)
    return {version: " ".join(dice.sample(NOUNS, 6)) for version in data.counting.values()}


def _claim(number: int, truth: str, plan: Plan, dice: Random) -> MeasuredClaim:
    words = [dice.choice(NOUNS), dice.choice(VERBS), dice.choice(NOUNS), dice.choice(PLACES)]
    if plan.giveaway and truth == "refuted" and dice.random() < plan.giveaway_share:
        words.insert(1, plan.giveaway)
    return MeasuredClaim(
        number,
        " ".join(words) + ".",
        f"type_{1 + number % 3}",
        {},
        truth,
        "other",
        "table" if number % 3 else "sentences",
        number // 3,
        120_000,
        "unassisted" if number % 2 else "assisted",
    )


def _address(truth: str, plan: Plan, dice: Random) -> str:
    if truth == "supported" and dice.random() < plan.first_sentence_share:
        return "sentence_0"
    return f"sentence_{dice.randrange(30)}"


def _verdict(truth: str, errors: float, dice: Random) -> str:
    if dice.random() >= errors:
        return truth
    return dice.choice([verdict for verdict in VERDICTS if verdict != truth])
