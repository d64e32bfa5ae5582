"""Spot checks: drawn by seed, judged once, with shares and intervals."""

from __future__ import annotations

import pytest

from annotation.models import SampledClaim, SpotCheck
from annotation.selectors.review.spot_checks import (
    counting_versions,
    next_claim,
    rounds_of,
    show_rounds,
)
from annotation.services.review import adjudications, spot_checks
from campaigns.protocols.enums import ResolutionRule
from campaigns.protocols.judging import Resolution
from campaigns.services import resolutions
from tests.annotation.disagreeing import add_manager, disagree, rule, ruling_for
from tests.annotation.verifying_world import (
    Desk,
    element,
    judgement,
    make_desk,
    verified_by,
    verify,
)
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def desk() -> Desk:
    desk = make_desk(highlights_written=2, protocol=verified_by(1))
    for _ in range(6):
        verify(desk)
    return desk


def draw(desk: Desk, size: int = 4, seed: str = "seed") -> SpotCheck:
    return spot_checks.draw_spot_check(
        campaign=desk.campaign,
        size=size,
        by_verdict=False,
        actor=desk.manager,
        now=NOW,
        seed=seed,
    )


def find(desk: Desk, checked: SampledClaim, result: str, seen: str = "") -> SampledClaim:
    return spot_checks.store_result(
        checked=checked, result=result, comment=" Seen. ", seen=seen, actor=desk.manager, now=NOW
    )


def test_a_sample_is_drawn_by_its_seed_and_rounds_are_numbered(desk: Desk) -> None:
    first, again, other = draw(desk), draw(desk), draw(desk, seed="")
    claims = [list(one.claims.order_by("position").values_list("claim", flat=True)) for one in
              (first, again)]  # fmt: skip
    assert claims[0] == claims[1]
    assert len(set(claims[0])) == 4
    assert [first.number, again.number, other.number] == [1, 2, 3]
    assert len(other.seed) == 16


def test_a_sample_has_no_more_than_there_is_and_at_least_one(desk: Desk) -> None:
    assert draw(desk, size=50).claims.count() == 6
    for size in (0, -1, 1001):
        with pytest.raises(spot_checks.SampleSizeError):
            draw(desk, size=size)
    assert SpotCheck.objects.count() == 1


def test_a_campaign_without_verifications_has_nothing_to_check() -> None:
    desk = make_desk()
    with pytest.raises(spot_checks.NothingToCheckError):
        draw(desk)
    assert not SpotCheck.objects.exists()


def test_results_give_shares_with_wilson_intervals(desk: Desk) -> None:
    sample = draw(desk)
    for result in ("sufficient", "sufficient", "wrong_label"):
        checked = next_claim(sample, desk.manager)
        assert checked is not None
        find(desk, checked, result)
    [shown] = show_rounds(rounds_of(desk.campaign))
    assert (shown.claims, shown.checked) == (4, 3)
    found = {one.result.value: (one.count, one.share) for one in shown.shares}
    assert [count for count, _share in found.values()] == [2, 0, 1, 0]
    best = found["sufficient"][1]
    assert (best.value, best.low, best.high) == pytest.approx((0.6667, 0.2077, 0.9385), abs=1e-4)
    assert found["malformed"][1].low == 0.0


def test_a_result_is_stored_once_unless_it_is_changed_knowingly(desk: Desk) -> None:
    checked = draw(desk).claims.order_by("position")[0]
    assert find(desk, checked, "insufficient").comment == "Seen."
    with pytest.raises(spot_checks.CheckedMeanwhileError):
        find(desk, checked, "malformed")
    assert find(desk, checked, "malformed", seen="insufficient").result == "malformed"


@pytest.mark.parametrize("result", ["", "fine"])
def test_an_unknown_result_is_refused(desk: Desk, result: str) -> None:
    checked = draw(desk).claims.order_by("position")[0]
    with pytest.raises(spot_checks.ResultError):
        find(desk, checked, result)
    checked.refresh_from_db()
    assert (checked.result, checked.checked_by) == ("", None)


def test_nobody_judges_their_own_claims(desk: Desk) -> None:
    sample = draw(desk)
    checked = sample.claims.order_by("position")[0]
    for person in (desk.writer, desk.verifier):
        assert next_claim(sample, person) is None
        with pytest.raises(spot_checks.OwnClaimCheckedError):
            spot_checks.store_result(
                checked=checked, result="sufficient", comment="", seen="", actor=person, now=NOW
            )
    checked.refresh_from_db()
    assert checked.result == ""


def test_the_sample_is_of_what_counts_by_the_campaign_s_rule() -> None:
    desk = make_desk(protocol=verified_by(2))
    claim = disagree(desk)
    assert [one.verdict for one in counting_versions(desk.campaign)] == ["supported"]
    attempt = adjudications.open_bench(claim=claim, adjudicator=add_manager(desk), now=NOW)
    chosen = judgement([element("sentence_2")], verdict="refuted", answer="yes")
    given = rule(attempt, chosen).verification
    assert given is not None
    resolutions.change_resolution(
        campaign=desk.campaign,
        resolution=Resolution(rule=ResolutionRule.ADJUDICATED, otherwise=ResolutionRule.FIRST),
        actor=None,
        now=NOW,
    )
    assert [one.version for one in counting_versions(desk.campaign)] == [given.versions.get().pk]


def test_a_claim_whose_verifications_are_all_wrong_is_not_drawn() -> None:
    desk = make_desk(protocol=verified_by(2))
    claim = disagree(desk)
    attempt = adjudications.open_bench(claim=claim, adjudicator=add_manager(desk), now=NOW)
    adjudications.reject_all(attempt=attempt, ruling=ruling_for(claim), now=NOW)
    # Where decisions do not count, the first verification does.
    assert [one.claim for one in counting_versions(desk.campaign)] == [claim.pk]
    resolutions.change_resolution(
        campaign=desk.campaign,
        resolution=Resolution(rule=ResolutionRule.ADJUDICATED, otherwise=ResolutionRule.FIRST),
        actor=None,
        now=NOW,
    )
    assert counting_versions(desk.campaign) == []
