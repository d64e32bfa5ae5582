"""Rates and proportionality of all that is dealt, over simulated volume.

The dealing services run as they are; only the work between two draws is left out. Decks keep every
person within one item of their share. Where chance decides, the bounds are those of the binomial
distribution at 99.9%; the seed is fixed, so the outcome is, too.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from scipy.stats import binom

from annotation.models import Assignment, Claim, PersonDeck
from annotation.rules.decks import deviation
from annotation.services.verifying import arms, silent_gold, slots
from campaigns.models import Campaign
from campaigns.protocols.judging import Depth, Redundancy
from campaigns.protocols.protocol import Protocol
from campaigns.selectors.protocols import protocol_of
from tests.annotation.bare_claims import write_bare_claims
from tests.annotation.silent_world import make_silent
from tests.annotation.verifying_world import PAGE, Desk, make_desk, verified_by
from tests.people import NOW
from wiki.models import Page

pytestmark = pytest.mark.django_db

# Claims that each person verified first: few do much, many do little.
VOLUMES = [140, 80, 50, 40, 30, 20, 20, 10, 5, 5]
TOTAL = sum(VOLUMES)

FEVEROUS = Redundancy(
    verifications=1,
    duplicates=Fraction(1, 10),
    depths=(Depth(total=2, share=Fraction(2, 3)), Depth(total=3, share=Fraction(1, 3))),
    experts=Fraction(1, 20),
    silent=Fraction(1, 20),
)
FEVER = Redundancy(
    verifications=1,
    duplicates=Fraction(4, 100),
    depths=(Depth(total=5, share=Fraction(1)),),
    experts=Fraction(1, 100),
    silent=Fraction(1, 10),
)


def design(redundancy: Redundancy) -> Protocol:
    names = redundancy.__struct_fields__
    options = {name: getattr(redundancy, name) for name in names if name != "verifications"}
    return verified_by(redundancy.verifications, **options)


def deal_everything(desk: Desk) -> None:
    """Deal for every first verification of everybody what the queue deals for it."""
    campaign = Campaign.objects.get(pk=desk.campaign.pk)
    protocol = protocol_of(campaign)
    texts = [f"Claim number {n} of the volume." for n in range(TOTAL)]
    claims = write_bare_claims(campaign, Page.objects.get(title=PAGE), texts)
    for claim in claims:
        claim.arm = arms.arm_of(claim.pk, campaign)
    Claim.objects.bulk_update(claims, ["arm"], batch_size=400)
    # In turns, as people work.
    turns = sorted(
        (place / volume, number) for number, volume in enumerate(VOLUMES) for place in range(volume)
    )
    for claim, (_place, number) in zip(claims, turns, strict=True):
        slots.open_checks(
            campaign=campaign,
            claim=claim,
            annotator_id=desk.verifiers[number].pk,
            protocol=protocol,
            now=NOW,
        )
    for number, person in enumerate(desk.verifiers):
        for _ in range(VOLUMES[number]):
            silent_gold.count(
                silent_gold.draw(campaign=campaign, annotator=person, protocol=protocol, now=NOW)
            )


def within_chance(hits: int, items: int, share: float) -> bool:
    low, high = binom.ppf([0.0005, 0.9995], items, share)
    return bool(low <= hits <= high)


@pytest.mark.parametrize("redundancy", [FEVEROUS, FEVER], ids=["feverous", "fever"])
def test_rates_are_kept_in_proportion_to_volume_and_independently(redundancy: Redundancy) -> None:
    desk = make_desk(highlights_written=0, verifiers=len(VOLUMES), protocol=design(redundancy))
    Campaign.objects.filter(pk=desk.campaign.pk).update(suggests_evidence=True)
    make_silent(desk, 1)
    deal_everything(desk)
    check_rates(desk, redundancy)
    check_independence(redundancy)


def check_rates(desk: Desk, redundancy: Redundancy) -> None:
    decks = {(deck.annotator_id, deck.factor): deck for deck in PersonDeck.objects.all()}
    totals: Counter[str] = Counter()
    for volume, person in zip(VOLUMES, desk.verifiers, strict=True):
        for factor in PersonDeck.Factor:
            deck = decks[person.pk, factor]
            assert sum(deck.counts.values()) == volume
            assert deviation(deck.exact_shares, deck.counts) < 1
        depths = decks[person.pk, "depth"].counts
        totals["duplicates"] += sum(n for depth, n in depths.items() if depth != "1")
        totals["experts"] += decks[person.pk, "expert"].counts.get("yes", 0)
        totals["silent"] += decks[person.pk, "silent"].counts.get("yes", 0)
        for depth in redundancy.depths:
            totals[f"of {depth.total}"] += depths.get(str(depth.total), 0)
    shares = {
        "duplicates": redundancy.duplicates,
        "experts": redundancy.experts,
        "silent": redundancy.silent,
        **{f"of {each.total}": redundancy.duplicates * each.share for each in redundancy.depths},
    }
    for name, share in shares.items():
        assert within_chance(totals[name], TOTAL, float(share)), name
    slots_of = Counter(Assignment.with_checks.values_list("kind", flat=True))
    extra = sum((each.total - 1) * totals[f"of {each.total}"] for each in redundancy.depths)
    assert slots_of == Counter({"duplicate": extra, "expert": totals["experts"]})


def check_independence(redundancy: Redundancy) -> None:
    of = {
        kind: set(Assignment.with_checks.filter(kind=kind).values_list("claim", flat=True))
        for kind in ("duplicate", "expert")
    }
    assisted = set(Claim.objects.filter(arm=Claim.Arm.ASSISTED).values_list("pk", flat=True))
    assert within_chance(len(assisted), TOTAL, 0.5)
    for claims in of.values():
        assert within_chance(len(claims & assisted), len(claims), 0.5)
    both = len(of["duplicate"] & of["expert"])
    assert within_chance(both, len(of["duplicate"]), float(redundancy.experts))


def test_the_bounds_find_a_rate_that_is_off() -> None:
    assert not within_chance(TOTAL // 5, TOTAL, 0.1)
    assert not within_chance(TOTAL // 20, TOTAL, 0.1)
    assert within_chance(TOTAL // 10, TOTAL, 0.1)
