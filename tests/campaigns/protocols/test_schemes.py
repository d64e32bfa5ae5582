"""The schemes of duplicates of the studies, as numbers of one mechanism."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from campaigns.protocols import registry
from campaigns.protocols.judging import Redundancy
from campaigns.protocols.numbers import with_numbers
from campaigns.protocols.schemes import schemes_for


def redundancy_of(scheme: str, planned: int = 10_000, design: str = "feverous") -> Redundancy:
    protocol = registry.get(design)
    chosen = {one.name: one for one in schemes_for(protocol, planned)}[scheme]
    return with_numbers(protocol, chosen.numbers).redundancy


@pytest.mark.parametrize("design", list(registry.PROTOCOLS))
def test_each_scheme_fits_each_design(design: str) -> None:
    names = [scheme.name for scheme in schemes_for(registry.get(design), 500)]
    assert names == ["feverous", "fever", "tabfact"]


@pytest.mark.parametrize("design", ["feverous", "fever"])
def test_a_study_has_its_own_scheme(design: str) -> None:
    assert redundancy_of(design, design=design) == registry.get(design).redundancy


def test_fever_verifies_a_share_five_times_and_asks_experts() -> None:
    chosen = redundancy_of("fever")
    assert (chosen.duplicates, chosen.experts) == (Fraction(1, 25), Fraction(1, 100))
    assert [depth.total for depth in chosen.drawn_depths] == [5]


@pytest.mark.parametrize(
    ("planned", "share"),
    [(300, "1"), (1000, "1"), (10_000, "1/10"), (90_000, "12/1000"), (0, "1")],
)
def test_tabfact_draws_its_sample_from_all_claims(planned: int, share: str) -> None:
    chosen = redundancy_of("tabfact", planned)
    assert (chosen.duplicates, chosen.most_duplicates) == (Fraction(share), 1000)
    assert chosen.duplicates * planned >= min(planned, 1000)
    assert [depth.total for depth in chosen.drawn_depths] == [5]


def test_a_design_without_these_numbers_has_no_schemes() -> None:
    plain = replace(registry.get("feverous"), redundancy=Redundancy(verifications=1))
    assert schemes_for(plain, 500) == ()
