"""Gold and calibration stand outside everything that is counted, queued or released."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from annotation.models import (
    Assignment,
    Attempt,
    Claim,
    ClaimKey,
    Deck,
    Gold,
    Highlight,
    Prescription,
    TaskName,
    Verification,
)
from annotation.selectors.campaign import progress
from annotation.selectors.campaign.counts import counts_of
from annotation.selectors.campaign.work_in_progress import highlights_in, open_attempts, skips_in
from annotation.selectors.desk import waiting
from annotation.selectors.desk.campaign_tasks import campaign_tasks
from annotation.selectors.verifying.verifications import history_of, verifications_in
from annotation.selectors.writing import claims, giveaways, source_pages
from annotation.services.calibration.gold import (
    GoldDescription,
    GoldRefusedError,
    make_claim_gold,
    withdraw_gold,
)
from annotation.services.verifying import slots
from annotation.services.writing import sampling
from campaigns.models import Membership
from campaigns.selectors.protocols import protocol_of
from releases.dataset.selection import select_claims
from tests.annotation.calibration_world import Ground, make_ground, take, verify_item, write_item
from tests.people import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def ground() -> Ground:
    """Return a campaign with gold only: all of it answered, and candidates at work."""
    made = make_ground()
    Highlight.objects.all().delete()
    verify_item(made)
    write_item(made)
    take(made, TaskName.WRITE)
    take(made, TaskName.VERIFY)
    return made


def test_gold_and_what_candidates_write_are_found_only_with_gold(ground: Ground) -> None:
    assert Claim.with_gold.filter(state=Claim.State.GOLD).count() == 4 + 3 * 4
    assert Claim.with_gold.filter(state=Claim.State.CALIBRATION).count() == 3
    assert Highlight.with_gold.count() == 4
    assert not Claim.objects.exists()
    assert not Highlight.objects.exists()
    assert not ground.campaign.claims.exists()
    assert not ground.campaign.highlights.exists()


def test_no_count_of_a_campaign_has_gold(ground: Ground) -> None:
    campaign, protocol = ground.campaign, protocol_of(ground.campaign)
    counts = progress.highlight_counts(campaign)
    assert set(counts.values()) == {0}
    assert [step.count for step in progress.funnel_of(campaign, protocol, counts)] == [0] * 5
    pace = progress.pace_of(campaign, now=NOW, written=0)
    assert (pace.today, pace.a_day, pace.days_left) == (0, 0.0, None)
    assert all(meter.total == 0 for meter in progress.meters_of(campaign, protocol))
    numbers = counts_of([campaign])[campaign.pk]
    assert (numbers.written, numbers.verified, numbers.reports) == (0, 0, 0)
    assert not highlights_in(campaign).exists()
    assert not open_attempts(campaign).exists()
    assert not skips_in(campaign).exists()
    assert not verifications_in(campaign, valid=False).exists()


def test_decks_and_slots_know_no_gold(ground: Ground) -> None:
    assert not Prescription.objects.exists()
    assert all(not any(deck.counts.values()) for deck in Deck.objects.all())
    protocol = protocol_of(ground.campaign)
    assert slots.open_slots(campaign=ground.campaign, protocol=protocol, now=NOW) == 0
    assert not Assignment.objects.exists()
    assert not ClaimKey.objects.exists()


def test_queues_and_own_lists_have_no_gold(ground: Ground) -> None:
    campaign, person = ground.campaign, ground.candidate
    assert waiting.waiting_claims(ground.manager, [campaign], NOW) == {}
    assert waiting.waiting_highlights([campaign]) == {campaign.pk: 0}
    for owner in (person, ground.manager):
        assert not claims.claims_by(owner, campaign).exists()
        assert not claims.own_claims(owner).exists()
        assert not history_of(owner, campaign).exists()
    members = list(Membership.objects.filter(user=ground.manager).select_related("campaign"))
    (group,) = campaign_tasks(ground.manager, members, NOW)
    assert (group.tasks, group.has_claims, group.has_verifications) == ([], False, False)


def test_a_release_has_no_gold(ground: Ground) -> None:
    selected = select_claims(ground.campaign)
    assert list(selected.chosen) == []
    assert selected.left_out.total() == 0


def test_highlights_are_drawn_as_if_there_were_no_gold(ground: Ground) -> None:
    wanted = sampling.wanted_highlights(ground.campaign, spare=6)
    drawn = sampling.draw_candidates(campaign=ground.campaign, wanted=wanted)
    assert {name: len(found) for name, found in drawn.items()} == wanted
    assert source_pages.count_pages(ground.campaign) == 30
    assert giveaways.campaigns_to_count(NOW) == []


def test_claims_of_gold_are_no_duplicates_of_the_dataset(ground: Ground) -> None:
    index = claims.CampaignClaims(ground.campaign)
    text = Claim.with_gold.filter(state=Claim.State.GOLD).first()
    assert text is not None
    assert list(index.sharing(["gold", "claim", "called"])) == []


def test_the_same_claim_is_never_in_calibration_and_silent_gold(ground: Ground) -> None:
    known = Gold.objects.filter(task=TaskName.VERIFY).first()
    assert known is not None
    assert known.claim is not None
    before = Gold.objects.count(), Claim.with_gold.count()
    with pytest.raises(GoldRefusedError) as refused, transaction.atomic():
        make_claim_gold(
            campaign=ground.campaign,
            text=known.claim.text.upper(),
            description=GoldDescription(use=Gold.Use.SILENT),
            actor=ground.manager,
            now=NOW,
        )
    assert refused.value.code == "other_use"
    assert (Gold.objects.count(), Claim.with_gold.count()) == before


@pytest.mark.postgres
def test_withdrawn_gold_does_not_come_back_in_the_other_use(ground: Ground) -> None:
    known = Gold.objects.filter(task=TaskName.VERIFY).first()
    assert known is not None
    assert known.claim is not None
    withdraw_gold(gold=known, actor=ground.manager, now=NOW)
    silent = GoldDescription(use=Gold.Use.SILENT)
    text = known.claim.text
    with pytest.raises(GoldRefusedError) as refused, transaction.atomic():
        make_claim_gold(
            campaign=ground.campaign,
            text=text,
            description=silent,
            actor=ground.manager,
            now=NOW,
        )
    assert refused.value.code == "other_use"
    made = make_claim_gold(
        campaign=ground.campaign,
        text="Another claim of gold.",
        description=silent,
        actor=ground.manager,
        now=NOW,
    )
    # The database refuses it, too, whoever writes.
    for change in ({"identity": known.identity}, {"identity": known.identity, "use": "silent"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Gold.objects.filter(pk=made.pk).update(**change)
    Gold.objects.filter(pk=made.pk).update(use="practice", identity=known.identity)
    with pytest.raises(IntegrityError), transaction.atomic():
        Gold.objects.filter(pk=made.pk).update(use="silent")


def test_the_database_refuses_gold_of_two_tasks_or_without_a_phase(ground: Ground) -> None:
    gold = Gold.objects.filter(task=TaskName.VERIFY).first()
    assert gold is not None
    for change in ({"phase": ""}, {"task": "write"}, {"use": "silent"}, {"position": 0}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Gold.objects.filter(pk=gold.pk).update(**change)


def test_candidates_write_from_one_highlight_without_being_in_each_others_way() -> None:
    ground = make_ground()
    for person in ground.candidates:
        write_item(ground, person)
    attempts = Attempt.objects.filter(purpose=Attempt.Purpose.CALIBRATION)
    assert attempts.values_list("highlight", flat=True).distinct().count() == 1
    assert Claim.with_gold.filter(state=Claim.State.CALIBRATION).count() == 6
    assert not Verification.objects.filter(purpose=Attempt.Purpose.CALIBRATION).exists()
