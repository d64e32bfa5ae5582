"""Taking, keeping, pausing, losing and skipping a claim."""

from __future__ import annotations

from collections import Counter

import pytest
from pytest_django.fixtures import Settings

from annotation.models import Assignment, Attempt, Claim, Interaction, Skip, Verification
from annotation.rules.writing.submissions import WrittenClaim
from annotation.selectors.desk.waiting import waiting_claims
from annotation.services.desk import held_items, leases, stages
from annotation.services.verifying import queue, slot_leases, slots
from annotation.services.writing import claims, corrections, highlights
from campaigns.models import Membership
from campaigns.services import campaigns
from core.models import AuditEntry
from tests.annotation.verifying_world import (
    Desk,
    add_verifiers,
    judgement,
    make_desk,
    submit_confirmed,
    take,
    verified_by,
    verify,
)
from tests.annotation.world import later, make_annotators, make_world, written_for
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def desk() -> Desk:
    return make_desk()


def test_a_taken_claim_is_leased(desk: Desk) -> None:
    taken = take(desk)
    slot = Assignment.objects.get(pk=taken.assignment.pk)
    assert (slot.state, slot.holder, slot.lease) == ("held", desk.verifier, 1)
    assert slot.lease_until == NOW + leases.lease_time()
    attempt = Attempt.objects.get(pk=taken.attempt.pk)
    assert (attempt.purpose, attempt.claim_id, attempt.outcome) == ("verify", slot.claim_id, "open")
    assert list(Interaction.objects.values_list("kind", flat=True).filter(attempt=attempt)) == [
        "started"
    ]


def test_taking_again_gives_the_same_claim(desk: Desk) -> None:
    first = take(desk)
    second = take(desk, hours=1)
    assert (second.assignment, second.attempt) == (first.assignment, first.attempt)
    assert second.assignment.lease_until == later(1) + leases.lease_time()
    assert Interaction.objects.filter(attempt=first.attempt).count() == 1


def test_every_claim_has_as_many_slots_as_people_verify_it() -> None:
    desk = make_desk(protocol=verified_by(3))
    take(desk)
    slots = Assignment.objects.values_list("claim", "slot")
    claims_ = Claim.objects.values_list("pk", flat=True)
    assert sorted(slots) == [(claim, slot) for claim in sorted(claims_) for slot in (1, 2, 3)]


def test_nobody_gets_their_own_claim(desk: Desk) -> None:
    Membership.objects.filter(user=desk.writer).update(verifies_claims=True)
    with pytest.raises(queue.NothingToVerifyError):
        take(desk, desk.writer)
    assert not Attempt.objects.filter(purpose="verify").exists()


def test_who_wrote_all_that_is_queued_first_gets_what_is_queued_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = make_desk()
    Membership.objects.filter(user=desk.writer).update(verifies_claims=True)
    (other,) = make_annotators(desk.campaign, 1, "Other", writes_claims=True)
    taken = highlights.take_highlight(campaign=desk.campaign, annotator=other, now=NOW)
    later_ones = claims.submit_claims(
        attempt=taken.attempt, claims=written_for(taken.highlight), now=NOW
    )
    monkeypatch.setattr(slots, "BATCH", 3)
    assert take(desk, desk.writer).assignment.claim in later_ones


def test_nobody_gets_a_claim_that_they_have_seen() -> None:
    desk = make_desk(protocol=verified_by(2))
    seen = []
    for end in ("verified", "skipped", "lost"):
        taken = take(desk)
        seen.append(taken.assignment.claim_id)
        if end == "skipped":
            queue.skip_claim(attempt=taken.attempt, reason="too_hard", now=NOW)
        elif end == "lost":
            queue.free_claim(assignment=taken.assignment, actor=desk.manager, now=NOW)
        else:
            submit_confirmed(attempt=taken.attempt, judgement=judgement(), now=NOW)
    assert len(set(seen)) == 3
    with pytest.raises(queue.NothingToVerifyError):
        take(desk)


def test_who_does_not_verify_gets_nothing(desk: Desk) -> None:
    with pytest.raises(queue.NotAVerifierError):
        take(desk, desk.writer)
    assert not Assignment.objects.exists()


def test_a_paused_campaign_gives_nothing_but_takes_what_people_hold(desk: Desk) -> None:
    taken = take(desk)
    campaigns.pause_campaign(campaign=desk.campaign, actor=None, now=NOW)
    with pytest.raises(stages.CampaignNotOpenError):
        take(desk, desk.verifiers[1])
    submit_confirmed(attempt=taken.attempt, judgement=judgement(), now=NOW)
    assert Verification.objects.count() == 1


def test_an_abandoned_claim_goes_to_the_next_taker_first(desk: Desk) -> None:
    left = take(desk)
    again = take(desk, desk.verifiers[1], hours=2.01)
    assert again.assignment.pk == left.assignment.pk
    assert again.assignment.lease == 2
    assert Attempt.objects.get(pk=left.attempt.pk).outcome == "lost"
    with pytest.raises(leases.LeaseLostError):
        held_items.renew_lease(attempt=left.attempt, now=later(2.02))


def test_a_heartbeat_keeps_the_claim_even_late(desk: Desk) -> None:
    taken = take(desk)
    assert held_items.renew_lease(attempt=taken.attempt, now=later(3)) == later(5)
    other = take(desk, desk.verifiers[1], hours=4)
    assert other.assignment.pk != taken.assignment.pk


def test_a_paused_claim_waits_until_tomorrow(desk: Desk) -> None:
    taken = take(desk)
    assert queue.pause_claim(attempt=taken.attempt, now=NOW) == later(24)
    assert take(desk, desk.verifiers[1], hours=23).assignment.pk != taken.assignment.pk
    # A heartbeat does not make the pause shorter.
    assert held_items.renew_lease(attempt=taken.attempt, now=later(1)) == later(24)


def test_a_pause_lasts_as_long_as_the_settings_say(desk: Desk, settings: Settings) -> None:
    settings.PAUSE_HOURS = 3
    assert queue.pause_claim(attempt=take(desk).attempt, now=NOW) == later(3)


def test_a_skipped_claim_goes_to_somebody_else(desk: Desk) -> None:
    taken = take(desk)
    skip = queue.skip_claim(attempt=taken.attempt, reason="other", text=" A cousin ", now=NOW)
    assert (skip.reason, skip.text) == ("other", "A cousin")
    assert queue.skip_claim(attempt=taken.attempt, reason="other", text="x", now=NOW) == skip
    slot = Assignment.objects.get(pk=taken.assignment.pk)
    assert (slot.state, slot.holder) == ("waiting", None)
    got = {take(desk, person).assignment.claim_id for person in desk.verifiers}
    assert taken.assignment.claim_id in got


@pytest.mark.parametrize(("reason", "text"), [("bored", ""), ("other", " "), ("", "x")])
def test_a_skip_says_why(desk: Desk, reason: str, text: str) -> None:
    taken = take(desk)
    with pytest.raises(stages.SkipReasonError):
        queue.skip_claim(attempt=taken.attempt, reason=reason, text=text, now=NOW)
    assert not Skip.objects.exists()
    assert Assignment.objects.get(pk=taken.assignment.pk).state == "held"


def test_a_manager_frees_a_claim(desk: Desk) -> None:
    taken = take(desk)
    queue.free_claim(assignment=taken.assignment, actor=desk.manager, now=NOW)
    assert AuditEntry.objects.get(action="claim.freed").details == {"holder": "Verifier 0"}
    with pytest.raises(leases.LeaseLostError):
        slot_leases.renew_lease(attempt=taken.attempt, now=NOW)
    with pytest.raises(leases.LeaseLostError):
        queue.free_claim(assignment=taken.assignment, actor=desk.manager, now=NOW)


def test_the_author_corrects_a_claim_until_somebody_takes_it(desk: Desk) -> None:
    claim = take(desk).assignment.claim
    claim.refresh_from_db()
    assert claim.verifying_since == NOW
    with pytest.raises(corrections.BeingVerifiedError):
        corrections.correct_claim(
            claim=claim,
            written=WrittenClaim(slot=claim.slot, text="X."),
            actor=desk.writer,
            now=NOW,
        )


def test_a_withdrawn_claim_is_not_handed_out(desk: Desk) -> None:
    taken = take(desk)
    for claim in Claim.objects.all():
        claims.withdraw_claim(claim=claim, actor=desk.manager, reason="test", now=NOW)
    assert set(Assignment.objects.values_list("state", flat=True)) == {"closed"}
    assert Attempt.objects.get(pk=taken.attempt.pk).outcome == "lost"
    with pytest.raises(queue.NothingToVerifyError):
        take(desk, desk.verifiers[1])


def test_claims_of_one_highlight_do_not_follow_one_another() -> None:
    desk = make_desk(highlights_written=3)
    got = [verify(desk).claim.highlight_id for _ in range(9)]
    assert [len(set(got[:3])), Counter(got).most_common(1)[0][1]] == [3, 3]


def test_written_claims_join_the_queue(desk: Desk) -> None:
    take(desk)
    assert Assignment.objects.count() == 3


def test_who_held_a_highlight_and_lost_it_does_not_verify_its_claims() -> None:
    world = make_world(pages=14, writers=2, target=4)
    loser, writer = world.writers
    lost = highlights.take_highlight(campaign=world.campaign, annotator=loser, now=NOW)
    taken = highlights.take_highlight(campaign=world.campaign, annotator=writer, now=later(3))
    assert taken.highlight == lost.highlight
    made = written_for(taken.highlight)
    claims.submit_claims(attempt=taken.attempt, claims=made, now=later(3))
    Membership.objects.filter(user=loser).update(verifies_claims=True)
    assert waiting_claims(loser, [world.campaign], later(3)) == {}
    with pytest.raises(queue.NothingToVerifyError):
        queue.take_claim(campaign=world.campaign, annotator=loser, now=later(3))
    [other] = add_verifiers(world.campaign, 1)
    assert waiting_claims(other, [world.campaign], later(3)) == {world.campaign.pk: 3}
    queue.take_claim(campaign=world.campaign, annotator=other, now=later(3))
