"""Reading a campaign for reports: what counts, whose, and with which evidence."""

from __future__ import annotations

import pytest

from accounts.models import User
from annotation.models import Claim, Gold, Highlight, TaskName, Verification
from annotation.services.calibration import gold, phases
from annotation.services.verifying import machine_work
from campaigns.models import Campaign
from campaigns.selectors.protocols import protocol_of
from quality.measuring.columns import CampaignData
from quality.selectors.columns import CampaignReader, evidence_texts, latest_change
from tests.annotation.machines import add_machine, take_as_machine, verify_as_machine
from tests.annotation.verifying_world import (
    Desk,
    element,
    judgement,
    make_desk,
    submit_confirmed,
    take,
    verified_by,
    verify,
)
from tests.annotation.world import later
from tests.people import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return make_desk(protocol=verified_by(2))


def read(desk: Desk) -> CampaignData:
    campaign = Campaign.objects.get(pk=desk.campaign.pk)
    return CampaignReader(campaign, protocol_of(campaign), listen=lambda: None).read()


def test_claims_verifications_and_evidence_are_read_in_order(desk: Desk) -> None:
    first = take(desk).attempt
    submit_confirmed(
        attempt=first,
        judgement=judgement(
            [element("cell_0_3_1"), element("sentence_2")], [element("sentence_2")]
        ),
        now=later(1),
    )
    verify(desk, desk.verifiers[1], hours=2)
    data = read(desk)
    assert [claim.slot for claim in data.claims] == ["type_1", "type_2", "type_3"]
    assert len({claim.group for claim in data.claims}) == 1
    own = [row for row in data.verifications if row.person == str(desk.verifier.public_id)]
    (version,) = [row.version for row in own]
    sets = [[data.elements.addresses[code] for code in codes] for codes in data.sets_of(version)]
    # In the order of the page; an element of two sets has one code.
    assert sets == [["sentence_2", "cell_0_3_1"], ["sentence_2"]]
    assert data.evidence_kind(version) == "combined"
    assert set(data.counting) <= {claim.pk for claim in data.claims}


def test_claims_of_one_page_are_one_group_whatever_highlight_they_are_from() -> None:
    desk = make_desk(highlights_written=3)
    first, second, third = Highlight.objects.filter(state="written").order_by("pk")
    Highlight.objects.filter(pk=second.pk).update(page=first.page)
    claims = read(desk).claims
    assert {claim.highlight for claim in claims} == {first.pk, second.pk, third.pk}
    assert len({claim.group for claim in claims}) == 2


def test_the_text_of_evidence_is_read_from_its_page(desk: Desk) -> None:
    verify(desk)
    data = read(desk)
    ((version, text),) = evidence_texts(data, listen=lambda: None).items()
    assert version in data.counting.values()
    assert len(text.split()) > 3


def test_work_of_programs_and_withdrawn_claims_are_left_out(desk: Desk) -> None:
    verify(desk)
    verify(desk, desk.verifiers[1])
    User.objects.filter(pk=desk.verifiers[1].pk).update(is_simulated=True)
    assert {row.person for row in read(desk).verifications} == {str(desk.verifier.public_id)}
    Campaign.objects.filter(pk=desk.campaign.pk).update(is_demonstration=True)
    assert len({row.person for row in read(desk).verifications}) == 2
    Claim.objects.update(state=Claim.State.WITHDRAWN)
    data = read(desk)
    assert (data.claims, data.verifications, data.counting) == ([], [], {})


def test_machines_are_read_apart_from_people(desk: Desk) -> None:
    verify(desk)
    before = read(desk)
    machine = add_machine(desk)
    done = verify_as_machine(desk, machine, confirms=False)
    data = read(desk)
    assert (data.verifications, data.counting) == (before.verifications, before.counting)
    (row,) = data.machines
    assert (row.claim, row.person, row.verdict, row.is_unconfirmed) == (
        done.claim_id,
        str(machine.public_id),
        "supported",
        True,
    )
    assert [data.elements.addresses[code] for (code,) in data.sets_of(row.version)] == [
        "sentence_1"
    ]
    verify(desk)
    attempt = take_as_machine(desk, machine)
    machine_work.skip_claim(attempt=attempt, reason="other", text="x", now=NOW)
    assert read(desk).skips == {}


def test_answers_in_calibration_are_compared_with_gold(desk: Desk) -> None:
    made = gold.make_claim_gold(
        campaign=desk.campaign,
        text="The Aare flows.",
        description=gold.GoldDescription(use=Gold.Use.PHASE, phase="verify_1"),
        actor=desk.manager,
        now=NOW,
    )
    answer = gold.answer_gold(gold=made, actor=desk.manager, now=NOW)
    submit_confirmed(attempt=answer, judgement=judgement(), now=NOW)
    Campaign.objects.filter(pk=desk.campaign.pk).update(requires_calibration=True)
    desk.campaign.refresh_from_db()
    attempt = phases.take_item(
        campaign=desk.campaign, annotator=desk.verifier, task=TaskName.VERIFY, now=NOW
    )
    wrong = judgement(verdict="refuted", answer="yes")
    submit_confirmed(attempt=attempt, judgement=wrong, now=NOW)
    (found,) = read(desk).gold
    assert (found.person, found.verdict, found.gold) == (
        str(desk.verifier.public_id),
        "refuted",
        "supported",
    )
    # Gold is no claim of the dataset.
    assert len(read(desk).claims) == 3


def test_the_latest_change_is_that_of_the_last_work(desk: Desk) -> None:
    assert latest_change(desk.campaign) == NOW
    verify(desk, hours=5)
    assert latest_change(desk.campaign) == later(5)
    assert Verification.objects.count() == 1
