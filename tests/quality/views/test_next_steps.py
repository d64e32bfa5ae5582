"""The list of what to look at next, with its evidence and its links."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from html import unescape

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from annotation.models import Deck, Prescription
from campaigns.models import Campaign
from quality.measuring.agreement import Bootstrap, measure_agreement
from quality.measuring.bias import measure_bias
from quality.models import QualityReport
from quality.selectors.supply import DryQueue, QueueTask, dry_queues, missed_quotas
from tests.annotation.verifying_world import Desk, make_desk, verified_by, verify
from tests.people import NOW
from tests.quality.generated import Habits, Plan, evidence_of, generate
from tests.quality.views.test_reports import page_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return make_desk(protocol=verified_by(2))


@pytest.fixture
def client(desk: Desk, log_in: Callable[[User], Client]) -> Client:
    return log_in(desk.manager)


def store(desk: Desk, kind: str, result: object) -> None:
    QualityReport.objects.create(
        campaign=desk.campaign,
        kind=kind,
        requested_at=NOW,
        data_until=NOW,
        finished_at=NOW,
        data_version="v",
        seconds=1.0,
        result=msgspec.to_builtins(result),
    )


def shown(desk: Desk, client: Client) -> str:
    return unescape(client.get(page_of(desk, "quality-next")).content.decode())


def test_before_the_first_report_the_page_says_what_will_be_there(
    desk: Desk, client: Client
) -> None:
    assert "What to look at next will be here" in shown(desk, client)


def test_people_who_stand_out_are_named_with_their_figures(desk: Desk, client: Client) -> None:
    careless = desk.verifier
    people = (
        *(Habits(f"{number:08}-0000-4000-8000-000000000000", 0.08) for number in range(7)),
        Habits(str(careless.public_id), 0.5),
    )
    data = generate(Plan(31, claims=900, people=people))
    bootstrap = Bootstrap(resamples=20)
    result = measure_agreement(data, tick=lambda section: None, bootstrap=bootstrap)
    store(desk, "agreement", result)
    page = shown(desk, client)
    assert f"{careless.name} agrees with the others on" in page
    assert f"?person={careless.public_id}" in page
    assert f"Read verifications of {careless.name}" in page


def test_phrases_lead_to_the_claims_with_them(desk: Desk, client: Client) -> None:
    data = generate(Plan(32, claims=1200, giveaway="never ever", giveaway_share=0.7))
    result = measure_bias(data, evidence_texts=evidence_of(data), tick=lambda section: None).result
    store(desk, "bias", result)
    page = shown(desk, client)
    assert "“never ever” gives a verdict away" in page or "“ever” gives a verdict away" in page
    assert "verdict=refuted" in page
    assert "A classifier that sees only the claim finds the verdict" in page


def test_where_nothing_stands_out_the_page_says_so(desk: Desk, client: Client) -> None:
    data = generate(Plan(33, claims=20))
    store(desk, "agreement", measure_agreement(data, tick=lambda section: None))
    page = shown(desk, client)
    assert "Nothing stands out" in page
    assert "From reports on the data of" in page


def test_a_quota_that_is_off_by_more_than_dealing_explains_is_named(
    log_in: Callable[[User], Client],
) -> None:
    desk = make_desk(highlights_written=6)
    assert missed_quotas(desk.campaign) == []
    deck = Deck.objects.filter(campaign=desk.campaign, factor="verdict").get()
    Prescription.objects.filter(deck=deck, highlight__isnull=False).update(value="supported")
    [meter] = missed_quotas(desk.campaign)
    assert (meter.factor, meter.total, meter.furthest > 1) == ("verdict", 6, True)
    page = shown(desk, log_in(desk.manager))
    assert f"{meter.label}: a quota is off by {meter.furthest:.0f}" in page
    assert page_of(desk, "campaign-numbers") in page


def test_queues_that_run_dry_are_forecast_by_the_pace(desk: Desk, client: Client) -> None:
    now = timezone.now()
    # Three claims were written and one verified today; two are left.
    verify(desk)
    desk.verifier.verifications.update(submitted_at=now)
    Campaign.objects.filter(pk=desk.campaign.pk).update(target=5000)
    desk.campaign.refresh_from_db()
    verifying = [one for one in dry_queues(desk.campaign, now) if one.task is QueueTask.VERIFY]
    two_days = now.date() + timedelta(days=2)
    assert verifying == [DryQueue(QueueTask.VERIFY, 2, 1.0, two_days)]
    assert (
        f"Verifiers run out of claims on {two_days:%A}, {two_days:%Y-%m-%d}: 2 are left"
        in shown(desk, client)
    )
    # A closed campaign has no queue that could run dry.
    desk.campaign.state = Campaign.State.CLOSED
    assert dry_queues(desk.campaign, now) == []
    assert missed_quotas(desk.campaign) == []
