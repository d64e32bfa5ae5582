"""Managers find every lease, skip, highlight and verification, and what is known of a report."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils.html import escape

from accounts.models import User
from annotation.models import Assignment, Claim
from annotation.selectors.writing.highlights import material_of
from annotation.services.review import claim_reports
from annotation.services.verifying import queue
from annotation.services.writing import highlights
from annotation.views.campaign.work import short_quotes
from campaigns.models import Campaign
from tests.annotation.verifying_world import (
    Desk,
    judgement,
    make_desk,
    submit_confirmed,
    take,
    verified_by,
)
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
LogIn = Callable[[User], Client]


@pytest.fixture
def desk() -> Desk:
    return make_desk(highlights_written=2, protocol=verified_by(2))


def page_of(desk: Desk, rest: str) -> str:
    return f"/campaigns/{desk.campaign.public_id}/{rest}"


def shown(client: Client, desk: Desk, rest: str) -> list[object]:
    return list(client.get(page_of(desk, rest)).context["list"].page)


def test_leases_of_both_tasks_are_listed_searched_and_sorted(log_in: LogIn, desk: Desk) -> None:
    verifying = take(desk).attempt
    writing = highlights.take_highlight(
        campaign=desk.campaign, annotator=desk.writer, now=NOW
    ).attempt
    client = log_in(desk.manager)
    assert set(shown(client, desk, "work/")) == {verifying, writing}
    assert shown(client, desk, "work/?task=write") == [writing]
    assert shown(client, desk, "work/?task=verify") == [verifying]
    assert len(shown(client, desk, "work/?task=dance&sort=mood")) == 2
    assert shown(client, desk, f"work/?person={desk.writer.public_id}") == [writing]
    assert shown(client, desk, "work/?words=VERIFIER") == [verifying]
    assert shown(client, desk, "work/?words=nobody") == []
    assert shown(client, desk, "work/?sort=person") == [verifying, writing]
    page = client.get(page_of(desk, "work/")).content.decode()
    assert "Since" in page and "2026-03-14 09:26" in page
    # The highlight itself, and the claim itself.
    assert writing.highlight is not None and verifying.claim is not None
    [quote] = short_quotes([writing.highlight]).values()
    assert quote
    assert escape(quote) in page
    assert escape(verifying.claim.text) in page


def test_a_campaign_of_imported_claims_shows_who_is_on_what(log_in: LogIn, desk: Desk) -> None:
    Campaign.objects.filter(pk=desk.campaign.pk).update(claims_from=Campaign.ClaimsFrom.FILES)
    attempt = take(desk).attempt
    client = log_in(desk.manager)
    assert page_of(desk, "work/") in client.get(page_of(desk, "")).content.decode()
    page = client.get(page_of(desk, "work/"))
    assert list(page.context["list"].page) == [attempt]
    assert page_of(desk, "highlights/") not in page.content.decode()


def test_skips_of_both_tasks_are_listed(log_in: LogIn, desk: Desk) -> None:
    claim = queue.skip_claim(attempt=take(desk).attempt, reason="too_hard", now=NOW)
    taken = highlights.take_highlight(campaign=desk.campaign, annotator=desk.writer, now=NOW)
    highlight = highlights.skip_highlight(attempt=taken.attempt, reason="formatting", now=NOW)
    client = log_in(desk.manager)
    [quote] = short_quotes([taken.highlight]).values()
    assert escape(quote) in client.get(page_of(desk, "work/skips/")).content.decode()
    assert shown(client, desk, "work/skips/") == [highlight, claim]
    assert shown(client, desk, "work/skips/?sort=oldest") == [claim, highlight]
    assert shown(client, desk, "work/skips/?reason=too_hard") == [claim]
    assert shown(client, desk, "work/skips/?task=write") == [highlight]


def test_highlights_are_listed_by_state_and_page(log_in: LogIn, desk: Desk) -> None:
    client = log_in(desk.manager)
    page = client.get(page_of(desk, "highlights/")).content.decode()
    for quote in short_quotes(desk.campaign.highlights.all()[:5]).values():
        assert escape(quote) in page
    written = shown(client, desk, "highlights/?state=written")
    assert len(written) == 2
    everything = shown(client, desk, "highlights/")
    assert len(everything) == desk.campaign.highlights.count() > 2
    titles = [each.page.title for each in shown(client, desk, "highlights/?sort=page")]  # type: ignore[attr-defined]
    assert titles == sorted(titles)
    assert len(shown(client, desk, f"highlights/?words={titles[0]}")) == 1


def test_verifications_are_found_by_claim_verdict_and_person(log_in: LogIn, desk: Desk) -> None:
    first = submit_confirmed(attempt=take(desk).attempt, judgement=judgement(), now=NOW)
    other = take(desk, desk.verifiers[1]).attempt
    refuted = judgement(verdict="refuted", answer="yes")
    second = submit_confirmed(attempt=other, judgement=refuted, now=NOW)
    client = log_in(desk.manager)
    assert shown(client, desk, "verifications/") == [second, first]
    assert shown(client, desk, "verifications/?sort=oldest") == [first, second]
    assert shown(client, desk, "verifications/?verdict=refuted") == [second]
    assert shown(client, desk, f"verifications/?person={desk.verifier.public_id}") == [first]
    assert shown(client, desk, "verifications/?words=%00nothing+like+it") == []


def put_first(claim: Claim) -> None:
    """Let the queue hand out this claim next."""
    waiting = Assignment.objects.filter(state="waiting")
    waiting.exclude(claim=claim).update(rank=2**62)
    waiting.filter(claim=claim).update(rank=0)


def test_a_verification_leads_to_the_other_verdicts_and_its_neighbours(
    log_in: LogIn, desk: Desk
) -> None:
    first = submit_confirmed(attempt=take(desk).attempt, judgement=judgement(), now=NOW)
    put_first(first.claim)
    refuted = judgement(verdict="refuted", answer="yes")
    second = take(desk, desk.verifiers[1]).attempt
    other = submit_confirmed(attempt=second, judgement=refuted, now=NOW)
    assert other.claim == first.claim
    client = log_in(desk.manager)
    context = client.get(f"/verifications/{first.public_id}/").context
    assert [(each, verdict.name) for each, verdict in context["others"]] == [(other, "refuted")]
    assert (context["neighbours"].previous, context["neighbours"].next) == (None, other)
    page = client.get(f"/verifications/{other.public_id}/").content.decode()
    assert f"/verifications/{first.public_id}/" in page
    # Annotators stay blind to one another.
    own = log_in(desk.verifier).get(f"/verifications/{first.public_id}/")
    assert "others" not in own.context
    assert str(other.public_id) not in own.content.decode()


def test_a_reported_claim_shows_all_that_is_known_of_it(log_in: LogIn, desk: Desk) -> None:
    first = submit_confirmed(attempt=take(desk).attempt, judgement=judgement(), now=NOW)
    put_first(first.claim)
    earlier = claim_reports.report_claim(
        attempt=take(desk, desk.verifiers[1]).attempt, reasons=["ambiguous"], now=NOW
    )
    claim_reports.dismiss_report(report=earlier, actor=desk.manager, now=NOW)
    again = claim_reports.report_claim(
        attempt=take(desk, desk.verifiers[2]).attempt, reasons=["tautological"], now=NOW
    )
    assert (earlier.claim, again.claim) == (first.claim, first.claim)
    response = log_in(desk.manager).get(page_of(desk, "reports/"))
    page = response.content.decode()
    for told in (
        first.claim.from_highlight.page.title,
        "Writer 0",
        "Tautological or self-contradictory",
        f"/verifications/{first.public_id}/",
        "reported by Verifier 1, decided by Mara Manager, 2026-03-14 09:26",
    ):
        assert told in page
    [entry] = response.context["entries"]
    material = material_of(first.claim.from_highlight)
    highlighted = [*material.sentences, *material.cells]
    assert highlighted
    for text in highlighted:
        assert text in entry["quote"]
        assert escape(text) in page
    assert [report for report, _reasons in entry["decided"]] == [earlier]
