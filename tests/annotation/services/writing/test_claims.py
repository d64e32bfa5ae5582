"""Handing in claims: all at once, once, as prescribed; or nothing is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from annotation.models import Attempt, Claim, ClaimVersion, Highlight, Interaction, Prescription
from annotation.rules.writing import submissions
from annotation.rules.writing.submissions import WrittenClaim
from annotation.selectors.writing.highlights import prescriptions_of
from annotation.services.desk import leases, stages
from annotation.services.writing import claim_checks, claims, highlights
from annotation.services.writing.highlights import TakenHighlight
from campaigns.services import campaigns, guidelines
from tests.annotation.world import EVERY_WARNING, World, later, make_world, written_for
from tests.campaigns.protocols.designs import RUMOURS
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def world() -> World:
    return make_world()


@pytest.fixture
def taken(world: World) -> TakenHighlight:
    return highlights.take_highlight(campaign=world.campaign, annotator=world.writer, now=NOW)


def submit(taken: TakenHighlight, written: Sequence[WrittenClaim], hours: float = 1) -> list[Claim]:
    return claims.submit_claims(attempt=taken.attempt, claims=written, now=later(hours))


def assert_nothing_written(taken: TakenHighlight) -> None:
    assert not Claim.objects.exists()
    assert not ClaimVersion.objects.exists()
    assert not Interaction.objects.exists()
    assert Highlight.objects.get(pk=taken.highlight.pk).state == "held"
    assert Attempt.objects.get(pk=taken.attempt.pk).outcome == "open"


def test_three_claims_are_stored_as_typed_and_as_prescribed(
    world: World, taken: TakenHighlight
) -> None:
    written = written_for(taken.highlight)
    prescribed = prescriptions_of(taken.highlight)
    stored = submit(taken, written)
    first, second, third = Claim.objects.order_by("pk")
    assert stored == [first, second, third]
    assert [claim.text for claim in stored] == [one.text for one in written]
    assert [claim.slot for claim in stored] == ["type_1", "type_2", "type_3"]
    assert first.verdict == prescribed["type_1"]["verdict"]
    assert (second.verdict, third.verdict) == ("supported", "refuted")
    assert third.prescribed == {"mutation": prescribed["type_3"]["mutation"]}
    assert (first.base, second.base, third.base) == (None, None, first)
    assert {claim.author for claim in stored} == {world.writer}
    assert first.tags == {"challenge": "other"}
    assert first.guidelines.number == 1
    versions = ClaimVersion.objects.order_by("pk")
    assert [(one.claim, one.number, one.text) for one in versions] == [
        (claim, 1, claim.text) for claim in stored
    ]
    highlight = Highlight.objects.get(pk=taken.highlight.pk)
    assert (highlight.state, highlight.holder, highlight.lease_until) == ("written", None, None)
    assert Attempt.objects.get().outcome == "submitted"
    # What was dealt stays with what was written.
    assert Prescription.objects.filter(highlight=highlight).count() == 4


def test_the_second_claim_may_change_the_first(taken: TakenHighlight) -> None:
    written = written_for(taken.highlight)
    written[1] = replace(written[1], base=("type_1", 1))
    first, second, third = submit(taken, written)
    assert (first.base, second.base, third.base) == (None, first, first)
    assert ClaimVersion.objects.get(claim=second).base == first


def test_overridden_warnings_are_logged(taken: TakenHighlight) -> None:
    submit(taken, written_for(taken.highlight))
    kinds = list(Interaction.objects.order_by("sequence").values_list("kind", flat=True))
    assert kinds[-1] == "submitted"
    assert set(kinds[:-1]) == {"warning_overridden"}
    shown = Interaction.objects.filter(kind="warning_overridden").first()
    assert shown is not None
    assert set(shown.body) == {"slot", "place", "check", "code"}


def test_a_warning_that_is_not_overridden_refuses(taken: TakenHighlight) -> None:
    written = [replace(one, overridden=frozenset()) for one in written_for(taken.highlight)]
    with pytest.raises(claim_checks.ClaimsRefusedError) as refusal:
        submit(taken, written)
    assert set(refusal.value.findings) == {("type_1", 1), ("type_2", 1), ("type_3", 1)}
    assert_nothing_written(taken)


def test_the_same_twice_is_written_once_and_something_else_refused(taken: TakenHighlight) -> None:
    written = written_for(taken.highlight)
    assert submit(taken, written) == submit(taken, written, hours=9)
    with pytest.raises(leases.AlreadySubmittedError):
        submit(taken, written_for(taken.highlight, "two"))
    assert Claim.objects.count() == ClaimVersion.objects.count() == 3


def test_a_late_submission_counts_if_nobody_took_over(taken: TakenHighlight) -> None:
    assert len(submit(taken, written_for(taken.highlight), hours=50)) == 3


def test_a_late_submission_is_refused_once_somebody_took_over(
    world: World, taken: TakenHighlight
) -> None:
    other = highlights.take_highlight(
        campaign=world.campaign, annotator=world.writers[1], now=later(3)
    )
    assert other.highlight == taken.highlight
    with pytest.raises(leases.LeaseLostError):
        submit(taken, written_for(taken.highlight), hours=3)
    assert not Claim.objects.exists()
    assert Highlight.objects.get(pk=taken.highlight.pk).holder == world.writers[1]
    assert len(submit(other, written_for(taken.highlight), hours=4)) == 3


def test_nothing_is_taken_in_once_the_campaign_is_closed(
    world: World, taken: TakenHighlight
) -> None:
    campaigns.close_campaign(campaign=world.campaign, actor=None, now=NOW)
    with pytest.raises(stages.CampaignNotOpenError):
        submit(taken, written_for(taken.highlight))
    assert_nothing_written(taken)


@pytest.mark.parametrize(
    ("place", "change"),
    [
        (1, {"verdict": "perhaps"}),
        (1, {"verdict": ""}),
        (0, {"tags": {"challenge": "boredom"}}),
        (0, {"tags": {}}),
        (0, {"tags": {"challenge": "other", "mood": "good"}}),
        (2, {"base": None}),
        (2, {"base": ("type_3", 1)}),
        (2, {"base": ("type_1", 2)}),
        (0, {"base": ("type_2", 1)}),
        # The second claim may change the first one of its highlight, and no other.
        (1, {"base": ("type_3", 1)}),
        (1, {"base": ("type_1", 2)}),
        (2, {"values": {"mutation": "paraphrasing"}}),
        (1, {"values": {"scope": "same_page"}}),
        (1, {"slot": "type_9"}),
        (1, {"slot": "type_1"}),
    ],
)
def test_what_the_protocol_does_not_know_is_refused(
    taken: TakenHighlight, place: int, change: dict[str, Any]
) -> None:
    written = written_for(taken.highlight)
    written[place] = replace(written[place], **change)
    with pytest.raises(submissions.MisfitError):
        submit(taken, written)
    assert_nothing_written(taken)


def test_a_forged_verdict_is_refused(taken: TakenHighlight) -> None:
    written = written_for(taken.highlight)
    due = prescriptions_of(taken.highlight)["type_1"]["verdict"]
    other = "refuted" if due == "supported" else "supported"
    with pytest.raises(submissions.MisfitError):
        submit(taken, [replace(written[0], verdict=other), *written[1:]])
    assert_nothing_written(taken)
    submit(taken, [replace(written[0], verdict=due), *written[1:]])


@pytest.mark.parametrize("count", [0, 1, 2])
def test_claims_come_all_together(taken: TakenHighlight, count: int) -> None:
    with pytest.raises(submissions.MisfitError):
        submit(taken, written_for(taken.highlight)[:count])
    assert_nothing_written(taken)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "x" * 10_000 + ".",
        "One river is long. Another is short.",
        "Is it long?",
        "A\0b c.",
    ],
)
def test_a_text_that_is_no_claim_is_refused(taken: TakenHighlight, text: str) -> None:
    written = written_for(taken.highlight)
    with pytest.raises(claim_checks.ClaimsRefusedError):
        submit(taken, [written[0], replace(written[1], text=text), written[2]])
    assert_nothing_written(taken)


def test_an_unchanged_mutation_is_refused(taken: TakenHighlight) -> None:
    written = written_for(taken.highlight)
    written[2] = replace(written[2], text=written[0].text.upper())
    with pytest.raises(claim_checks.ClaimsRefusedError):
        submit(taken, written)
    assert_nothing_written(taken)


def test_two_equal_claims_of_one_submission_are_refused(taken: TakenHighlight) -> None:
    written = written_for(taken.highlight)
    written[1] = replace(written[1], text=written[0].text)
    with pytest.raises(claim_checks.ClaimsRefusedError):
        submit(taken, written)
    assert_nothing_written(taken)


def test_a_claim_that_the_campaign_has_is_refused(world: World, taken: TakenHighlight) -> None:
    written = written_for(taken.highlight)
    submit(taken, written)
    other = highlights.take_highlight(campaign=world.campaign, annotator=world.writers[1], now=NOW)
    mine = written_for(other.highlight)
    mine[1] = replace(mine[1], text=written[1].text.lower())
    with pytest.raises(claim_checks.ClaimsRefusedError) as refusal:
        submit(other, mine)
    assert "identical" in {one.message.code for one in refusal.value.findings["type_2", 1]}
    assert Claim.objects.count() == 3


def test_claims_are_made_under_the_latest_guidelines(world: World, taken: TakenHighlight) -> None:
    guidelines.publish_guidelines(
        campaign=world.campaign, text="# New", note="New", actor=None, now=NOW
    )
    assert {claim.guidelines.number for claim in submit(taken, written_for(taken.highlight))} == {2}


def test_a_withdrawn_claim_frees_its_prescription(world: World, taken: TakenHighlight) -> None:
    first = submit(taken, written_for(taken.highlight))[0]
    for _ in range(2):
        claims.withdraw_claim(claim=first, actor=world.writer, reason="doubtful", now=NOW)
    freed = Prescription.objects.filter(highlight=None)
    assert [(one.deck.factor, one.value) for one in freed] == [("verdict", first.verdict)]
    other = highlights.take_highlight(campaign=world.campaign, annotator=world.writer, now=NOW)
    assert Prescription.objects.get(slot="type_1").highlight == other.highlight


# --- another design, as data only -------------------------------------------------------------
def test_an_invented_design_runs_through_the_services() -> None:
    world = make_world(pages=12, target=8, protocol=RUMOURS, guidelines="Tell it as you heard it.")
    tones = []
    for number in range(8):
        taken = highlights.take_highlight(campaign=world.campaign, annotator=world.writer, now=NOW)
        assert taken.highlight.source == "table"
        tones.append(prescriptions_of(taken.highlight)["whisper"]["tone"])
        whisper = WrittenClaim(
            slot="whisper",
            text=f"Bridge number {number} was built by bees.",
            verdict="believed",
            overridden=EVERY_WARNING,
        )
        echo = WrittenClaim(
            slot="echo",
            text=f"Bridge number {number} was built by wasps.",
            verdict="doubted",
            base=("whisper", 1),
            overridden=EVERY_WARNING,
        )
        with pytest.raises(submissions.MisfitError):
            submit(taken, [replace(whisper, verdict="supported"), echo])
        assert [claim.verdict for claim in submit(taken, [whisper, echo])] == [
            "believed",
            "doubted",
        ]
    assert sorted(tones) == ["plain"] * 6 + ["surprising"] * 2
    assert Claim.objects.count() == 16
    with pytest.raises(highlights.TargetReachedError):
        highlights.take_highlight(campaign=world.campaign, annotator=world.writer, now=NOW)
