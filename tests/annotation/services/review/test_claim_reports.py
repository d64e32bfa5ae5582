"""Reporting a claim, and what a manager makes of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from accounts.models import User
from annotation.models import (
    Assignment,
    Attempt,
    Claim,
    ClaimReport,
    ClaimVersion,
    Verification,
)
from annotation.rules.checks.duplicates import identity_key
from annotation.selectors.verifying.verifications import open_reports
from annotation.services.desk import leases
from annotation.services.review import claim_reports
from annotation.services.verifying import queue, reopening, verifications
from annotation.services.verifying.queue import TakenClaim
from core.models import AuditEntry
from tests.annotation.verifying_world import (
    Desk,
    judgement,
    make_desk,
    submit_confirmed,
    take,
    verified_by,
)
from tests.annotation.world import later
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def desk() -> Desk:
    return make_desk(protocol=verified_by(2))


def report(taken: TakenClaim, *reasons: str, note: str = "") -> ClaimReport:
    return claim_reports.report_claim(
        attempt=taken.attempt, reasons=reasons or ("ambiguous",), note=note, now=NOW
    )


def takeable(desk: Desk, claim: int, person: User | None = None) -> bool:
    """Return whether a person could get the claim; a new person unless one is given."""
    person = person or desk.verifiers[-1]
    got = set()
    while True:
        try:
            taken = take(desk, person, hours=5)
        except queue.NothingToVerifyError:
            return claim in got
        got.add(taken.assignment.claim_id)
        queue.skip_claim(attempt=taken.attempt, reason="too_hard", now=later(5))


def test_a_reported_claim_leaves_the_queue(desk: Desk) -> None:
    taken = take(desk)
    made = report(taken, "offensive", "other", "offensive", note=" rude ")
    assert (made.reasons, made.note, made.state) == (["offensive", "other"], "rude", "open")
    assert made.claim_version == ClaimVersion.objects.get(claim=made.claim)
    assert report(taken, "ambiguous") == made
    assert Attempt.objects.get(pk=taken.attempt.pk).outcome == "reported"
    assert list(open_reports(desk.campaign)) == [made]
    assert not takeable(desk, made.claim_id)


@pytest.mark.parametrize(
    ("reasons", "note", "error"),
    [
        ([], "", claim_reports.ReportReasonError),
        (["boring"], "", claim_reports.ReportReasonError),
        (["ambiguous", "boring"], "", claim_reports.ReportReasonError),
        (["other"], " ", claim_reports.ReportReasonError),
        (["other"], "x" * 1001, claim_reports.BadNoteError),
        (["other"], "\0", claim_reports.BadNoteError),
    ],
)
def test_a_report_says_why(
    desk: Desk, reasons: Sequence[str], note: str, error: type[Exception]
) -> None:
    taken = take(desk)
    with pytest.raises(error):
        claim_reports.report_claim(attempt=taken.attempt, reasons=reasons, note=note, now=NOW)
    assert not ClaimReport.objects.exists()
    assert Assignment.objects.get(pk=taken.assignment.pk).state == "held"


def test_who_lost_the_claim_cannot_report_it(desk: Desk) -> None:
    taken = take(desk)
    queue.free_claim(assignment=taken.assignment, actor=desk.manager, now=NOW)
    with pytest.raises(leases.LeaseLostError):
        report(taken)
    assert not ClaimReport.objects.exists()


def test_a_confirmed_report_withdraws_the_claim(desk: Desk) -> None:
    made = report(take(desk))
    claim = claim_reports.confirm_report(report=made, actor=desk.manager, now=later(1))
    assert claim.state == "withdrawn"
    stored = ClaimReport.objects.get()
    assert (stored.state, stored.decided_by, stored.decided_at) == (
        "confirmed",
        desk.manager,
        later(1),
    )
    assert {one.action for one in AuditEntry.objects.filter(actor=desk.manager)} == {
        "claim.withdrawn",
        "claim_report.confirmed",
    }
    assert not takeable(desk, claim.pk)


def test_a_dismissed_report_returns_the_claim(desk: Desk) -> None:
    made = report(take(desk))
    claim_reports.dismiss_report(report=made, actor=desk.manager, now=later(1))
    assert ClaimReport.objects.get().state == "dismissed"
    assert takeable(desk, made.claim_id)
    assert not takeable(desk, made.claim_id, desk.verifier)


def test_a_report_is_decided_once(desk: Desk) -> None:
    made = report(take(desk))
    claim_reports.dismiss_report(report=made, actor=desk.manager, now=NOW)
    for decide in (claim_reports.dismiss_report, claim_reports.confirm_report):
        with pytest.raises(claim_reports.AlreadyDecidedError):
            decide(report=made, actor=desk.manager, now=later(1))
    with pytest.raises(claim_reports.AlreadyDecidedError):
        claim_reports.edit_reported_claim(
            report=made, text="New.", actor=desk.manager, now=later(1)
        )
    assert Claim.objects.get(pk=made.claim_id).state == "live"
    assert ClaimVersion.objects.count() == 3


def test_both_reports_of_a_claim_are_decided_together(desk: Desk) -> None:
    first, second = _two_at_one_claim(desk)
    filed = report(first)
    report(second)
    claim_reports.confirm_report(report=filed, actor=desk.manager, now=NOW)
    assert set(ClaimReport.objects.values_list("state", flat=True)) == {"confirmed"}


def _two_at_one_claim(desk: Desk) -> tuple[TakenClaim, TakenClaim]:
    first = take(desk)
    Assignment.objects.exclude(claim=first.assignment.claim_id).update(state="closed")
    second = take(desk, desk.verifiers[1])
    assert second.assignment.claim_id == first.assignment.claim_id
    return first, second


def test_who_is_verifying_a_reported_claim_may_finish(desk: Desk) -> None:
    first, second = _two_at_one_claim(desk)
    report(first)
    submit_confirmed(attempt=second.attempt, judgement=judgement(), now=NOW)
    assert Verification.objects.get().void_since is None


def test_an_edited_claim_is_verified_anew_and_what_was_said_is_void(desk: Desk) -> None:
    first, second = _two_at_one_claim(desk)
    verification = submit_confirmed(attempt=second.attempt, judgement=judgement(), now=NOW)
    reopening.reopen_verification(verification=verification, actor=desk.verifiers[1], now=NOW)
    made = report(first)
    claim = claim_reports.edit_reported_claim(
        report=made, text=" A better claim. ", actor=desk.manager, now=later(1)
    )
    assert (claim.text, claim.versions.count()) == ("A better claim.", 2)
    assert Claim.objects.get(pk=claim.pk).wording == identity_key("A better claim")
    assert ClaimVersion.objects.get(claim=claim, number=2).written_by == desk.manager
    stored = Verification.objects.get()
    assert stored.void_since == later(1)
    assert Attempt.objects.get(pk=second.attempt.pk).outcome == "submitted"
    with pytest.raises(reopening.NotCorrectableError):
        reopening.reopen_verification(verification=stored, actor=desk.verifiers[1], now=later(1))
    slots = Assignment.objects.filter(claim=claim).order_by("pk")
    assert list(slots.values_list("slot", "state")) == [
        (1, "closed"),
        (2, "closed"),
        (1, "waiting"),
        (2, "waiting"),
    ]
    assert takeable(desk, claim.pk)


def test_who_is_at_an_edited_claim_is_told(desk: Desk) -> None:
    first, second = _two_at_one_claim(desk)
    made = report(first)
    claim_reports.edit_reported_claim(report=made, text="Another.", actor=desk.manager, now=NOW)
    with pytest.raises(verifications.ClaimChangedError):
        submit_confirmed(attempt=second.attempt, judgement=judgement(), now=NOW)
    assert not Verification.objects.exists()
    assert Attempt.objects.get(pk=second.attempt.pk).outcome == "lost"


@pytest.mark.parametrize("text", ["", "  ", "x" * 1001, "a\0b", "SAME", "OTHER"])
def test_a_claim_cannot_be_edited_to_anything(desk: Desk, text: str) -> None:
    made = report(take(desk))
    claim = made.claim
    other = Claim.objects.exclude(pk=claim.pk)[0]
    wanted = {"SAME": claim.text, "OTHER": other.text.upper()}.get(text, text)
    with pytest.raises(claim_reports.BadClaimError):
        claim_reports.edit_reported_claim(report=made, text=wanted, actor=desk.manager, now=NOW)
    assert Claim.objects.get(pk=claim.pk).text == claim.text
    assert ClaimReport.objects.get().state == "open"
    assert ClaimVersion.objects.count() == 3
