"""Taking, keeping, losing and skipping a highlight; drafts."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from pytest_django.fixtures import Settings

from accounts.models import User
from annotation.models import Attempt, Deck, Draft, Highlight, Prescription, Skip
from annotation.rules.decks import deal
from annotation.selectors.campaign import progress
from annotation.selectors.writing.highlights import prescriptions_of
from annotation.services.desk import drafts, leases, stages
from annotation.services.review import undoing
from annotation.services.writing import claims, highlights, sampling
from annotation.services.writing.highlights import TakenHighlight
from campaigns.models import Membership
from campaigns.services import campaigns
from core.models import AuditEntry
from jobs.models import Job
from tests.annotation.world import World, later, make_world, written_for
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def world() -> World:
    return make_world()


def take(world: World, person: User | None = None, hours: float = 0) -> TakenHighlight:
    return highlights.take_highlight(
        campaign=world.campaign, annotator=person or world.writer, now=later(hours)
    )


def dealt() -> list[tuple[str, int, str, str, int | None]]:
    rows = Prescription.objects.order_by("deck__factor", "position")
    return list(rows.values_list("deck__factor", "position", "value", "slot", "highlight"))


def test_a_taken_highlight_is_leased_with_its_prescriptions(world: World) -> None:
    taken = take(world)
    highlight = Highlight.objects.get(pk=taken.highlight.pk)
    assert (highlight.state, highlight.holder, highlight.lease) == ("held", world.writer, 1)
    assert highlight.lease_until == NOW + leases.lease_time()
    assert [(factor, position, slot) for factor, position, _, slot, _ in dealt()] == [
        ("mutation", 1, "type_3"),
        ("scope", 1, "type_2"),
        ("source", 1, ""),
        ("verdict", 1, "type_1"),
    ]
    assert {row[4] for row in dealt()} == {highlight.pk}
    assert dealt()[2][2] == highlight.source


def test_taking_again_or_reloading_rolls_nothing_anew(world: World) -> None:
    first = take(world)
    before = dealt()
    second = take(world, hours=1)
    assert (second.highlight, second.attempt) == (first.highlight, first.attempt)
    assert second.highlight.lease_until == later(1) + leases.lease_time()
    assert dealt() == before


def test_the_lease_lasts_as_long_as_the_settings_say(world: World, settings: Settings) -> None:
    settings.LEASE_MINUTES = 30
    assert take(world).highlight.lease_until == later(0.5)
    assert take(world, hours=0.25).highlight.lease_until == later(0.75)


def test_highlights_are_taken_in_the_order_of_their_ranks(world: World) -> None:
    taken = take(world).highlight
    others = Highlight.objects.filter(source=taken.source).exclude(pk=taken.pk)
    assert all(other.rank > taken.rank for other in others)


def test_who_does_not_write_gets_nothing(world: World) -> None:
    Membership.objects.filter(user=world.writer).update(writes_claims=False, verifies_claims=True)
    with pytest.raises(highlights.NotAWriterError):
        take(world)
    assert not Attempt.objects.exists()
    assert dealt() == []


def test_a_paused_campaign_gives_nothing_but_takes_what_people_hold(world: World) -> None:
    taken = take(world)
    campaigns.pause_campaign(campaign=world.campaign, actor=None, now=NOW)
    with pytest.raises(stages.CampaignNotOpenError):
        take(world, world.writers[1])
    claims.submit_claims(attempt=taken.attempt, claims=written_for(taken.highlight), now=NOW)
    assert Highlight.objects.get(pk=taken.highlight.pk).state == "written"


def test_no_more_are_taken_than_the_target(world: World) -> None:
    campaigns.change_target(campaign=world.campaign, target=1, actor=None, now=NOW)
    take(world)
    with pytest.raises(highlights.TargetReachedError):
        take(world, world.writers[1])
    assert Attempt.objects.count() == 1


def test_where_the_kind_whose_turn_it_is_has_run_out_nothing_is_dealt(world: World) -> None:
    Highlight.objects.all().delete()
    with pytest.raises(highlights.NothingLeftError):
        take(world)
    assert dealt() == []
    assert {deck.counts == {} for deck in Deck.objects.all()} == {True}


# --- leases ------------------------------------------------------------------------------------
def test_an_abandoned_highlight_goes_to_the_next_with_what_was_dealt(world: World) -> None:
    first = take(world)
    before = dealt()
    second = take(world, world.writers[1], hours=2)
    assert second.highlight.pk == first.highlight.pk
    assert second.highlight.lease == 2
    assert dealt() == before
    first.attempt.refresh_from_db()
    assert (first.attempt.outcome, first.attempt.ended_at) == ("lost", later(2))


def test_a_highlight_is_not_abandoned_before_its_time(world: World) -> None:
    first = take(world)
    assert take(world, world.writers[1], hours=1.99).highlight != first.highlight


def test_a_heartbeat_keeps_a_highlight(world: World) -> None:
    first = take(world)
    highlights.renew_lease(attempt=first.attempt, now=later(1.5))
    assert take(world, world.writers[1], hours=3).highlight != first.highlight


def test_a_late_heartbeat_keeps_it_unless_somebody_took_over(world: World) -> None:
    first = take(world)
    assert highlights.renew_lease(attempt=first.attempt, now=later(5)) == later(7)
    take(world, world.writers[1], hours=8)
    with pytest.raises(leases.LeaseLostError):
        highlights.renew_lease(attempt=first.attempt, now=later(8))
    assert Highlight.objects.get(pk=first.highlight.pk).holder == world.writers[1]


def test_a_manager_frees_a_highlight(world: World) -> None:
    first = take(world)
    highlights.free_highlight(highlight=first.highlight, actor=world.writers[1], now=NOW)
    with pytest.raises(leases.LeaseLostError):
        highlights.renew_lease(attempt=first.attempt, now=NOW)
    # It counts among those that wait, with what was dealt for it.
    assert progress.highlight_counts(world.campaign)["held"] == 0
    dealt = list(first.highlight.prescriptions.values_list("pk", flat=True))
    second = take(world, world.writers[1])
    assert second.highlight == first.highlight
    assert list(second.highlight.prescriptions.values_list("pk", flat=True)) == dealt
    assert AuditEntry.objects.filter(action="highlight.freed").count() == 1


def test_a_highlight_whose_skip_was_undone_is_dealt_for_anew(world: World) -> None:
    """Give it prescriptions again: those of before went to the next taker."""
    first = take(world)
    skip = highlights.skip_highlight(attempt=first.attempt, reason="formatting", now=NOW)
    undoing.undo_skip(skip=skip, actor=world.writers[1], now=NOW)
    assert not first.highlight.prescriptions.exists()
    taken = take(world, world.writers[1])
    assert taken.highlight == first.highlight
    assert set(prescriptions_of(taken.highlight)) == {"type_1", "type_2", "type_3"}


def test_who_was_freed_can_take_it_again(world: World) -> None:
    first = take(world)
    highlights.free_highlight(highlight=first.highlight, actor=None, now=NOW)
    again = take(world)
    assert (again.highlight, again.attempt.pk) == (first.highlight, first.attempt.pk)
    assert again.attempt.outcome == "open"
    assert progress.highlight_counts(world.campaign)["held"] == 1


# --- skipping ----------------------------------------------------------------------------------
def test_a_skip_frees_what_was_dealt_for_the_next_taker(world: World) -> None:
    first = take(world)
    before = dealt()
    skip = highlights.skip_highlight(attempt=first.attempt, reason="no_claims", now=NOW)
    assert Highlight.objects.get(pk=first.highlight.pk).state == "skipped"
    assert {row[4] for row in dealt()} == {None}
    assert skip.prescribed["source"] == first.highlight.source
    second = take(world, world.writers[1])
    assert second.highlight.pk != first.highlight.pk
    assert [row[:4] for row in dealt()] == [row[:4] for row in before]
    assert second.highlight.source == first.highlight.source


def test_the_lowest_freed_position_is_dealt_first(world: World) -> None:
    first, second = take(world), take(world, world.writers[1])
    highlights.skip_highlight(attempt=second.attempt, reason="formatting", now=NOW)
    highlights.skip_highlight(attempt=first.attempt, reason="formatting", now=NOW)
    third = take(world)
    positions = Prescription.objects.filter(highlight=third.highlight)
    assert set(positions.values_list("position", flat=True)) == {1}


def test_skipped_highlights_are_replaced_when_few_are_left(world: World) -> None:
    first = take(world)
    source = first.highlight.source
    highlights.skip_highlight(attempt=first.attempt, reason="formatting", now=NOW)
    before = Highlight.objects.filter(source=source, state="waiting").count()
    assert before < 12
    for _ in range(before):
        taken = take(world)
        highlights.skip_highlight(attempt=taken.attempt, reason="formatting", now=NOW)
    # Nobody asked, and one job at a time is enough.
    job = Job.objects.get()
    assert job.kind == "annotation.sample_highlights"
    wanted = sampling.wanted_highlights(world.campaign)
    assert wanted["sentences"] + wanted["table"] == 8 + 15 + before + 1


def test_skipping_twice_is_skipping_once(world: World) -> None:
    first = take(world)
    skips = [
        highlights.skip_highlight(attempt=first.attempt, reason="formatting", now=NOW)
        for _ in range(2)
    ]
    assert skips[0] == skips[1]
    assert Skip.objects.count() == 1


@pytest.mark.parametrize(
    ("reason", "text"), [("bored", ""), ("", ""), ("other", " "), ("other", "x" * 1001)]
)
def test_a_skip_needs_a_known_reason(world: World, reason: str, text: str) -> None:
    first = take(world)
    with pytest.raises(stages.SkipReasonError):
        highlights.skip_highlight(attempt=first.attempt, reason=reason, text=text, now=NOW)
    assert not Skip.objects.exists()
    assert Highlight.objects.get(pk=first.highlight.pk).state == "held"
    assert None not in {row[4] for row in dealt()}


def test_nobody_skips_what_somebody_else_has_by_now(world: World) -> None:
    first = take(world)
    take(world, world.writers[1], hours=3)
    with pytest.raises(leases.LeaseLostError):
        highlights.skip_highlight(attempt=first.attempt, reason="formatting", now=later(3))
    assert not Skip.objects.exists()


def test_factors_are_independent_of_one_another(world: World) -> None:
    values = {
        deck.factor: [one.value for one in deal(deck.dealer, {}, 1200)]
        for deck in Deck.objects.all()
    }
    shares = {deck.factor: deck.exact_shares for deck in Deck.objects.all()}
    for first, second in (("verdict", "scope"), ("verdict", "source"), ("scope", "mutation")):
        joint = Counter(zip(values[first], values[second], strict=True))
        for (value, other), count in joint.items():
            expected = shares[first][value] * shares[second][other]
            assert abs(Fraction(count, 1200) - expected) < Fraction(4, 100)


# --- drafts ------------------------------------------------------------------------------------
def test_a_draft_is_saved_and_found_again(world: World) -> None:
    attempt = take(world).attempt
    drafts.save_draft(attempt=attempt, revision=0, body={"type_1": "The Aa"}, now=NOW)
    drafts.save_draft(attempt=attempt, revision=1, body={"type_1": "The Aare"}, now=later(1))
    draft = Draft.objects.get()
    assert (draft.revision, draft.body, draft.saved_at) == (2, {"type_1": "The Aare"}, later(1))
    assert take(world).attempt.draft == draft


def test_an_older_window_is_refused_with_the_newer_draft(world: World) -> None:
    attempt = take(world).attempt
    drafts.save_draft(attempt=attempt, revision=0, body={"t": "one"}, now=NOW)
    drafts.save_draft(attempt=attempt, revision=1, body={"t": "two"}, now=NOW)
    for revision in (0, 1, 7):
        with pytest.raises(drafts.StaleDraftError) as refusal:
            drafts.save_draft(attempt=attempt, revision=revision, body={"t": "old"}, now=NOW)
        assert refusal.value.draft is not None
        assert refusal.value.draft.body == {"t": "two"}
    assert Draft.objects.get().revision == 2


def test_a_draft_sent_twice_is_saved_once(world: World) -> None:
    attempt = take(world).attempt
    for _ in range(2):
        draft = drafts.save_draft(attempt=attempt, revision=0, body={"t": "one"}, now=NOW)
    assert draft.revision == 1


def test_what_was_typed_is_kept_when_the_highlight_is_lost(world: World) -> None:
    attempt = take(world).attempt
    take(world, world.writers[1], hours=3)
    drafts.save_draft(attempt=attempt, revision=0, body={"t": "mine"}, now=later(3))
    assert Draft.objects.get().attempt == attempt


def test_a_draft_is_not_endless_and_ends_with_the_attempt(world: World) -> None:
    attempt = take(world).attempt
    with pytest.raises(drafts.DraftTooLongError):
        drafts.save_draft(attempt=attempt, revision=0, body={"t": "x" * 1_000_000}, now=NOW)
    highlights.skip_highlight(attempt=attempt, reason="formatting", now=NOW)
    with pytest.raises(drafts.AttemptOverError):
        drafts.save_draft(attempt=attempt, revision=0, body={"t": "x"}, now=NOW)
    assert not Draft.objects.exists()
