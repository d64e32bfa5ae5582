"""Undoing skips and reports on a manager's behalf, each by itself or all of a person's.

A skipped item goes back to the queue as if nobody had skipped it: its skipper may get it again. A
reported claim goes back to the others; its reporter does not get it again.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from annotation.models import Adjudication, Assignment, Attempt, ClaimReport, Highlight, Skip
from annotation.selectors.review.conduct import open_reports_of, skips_of
from annotation.services.review import claim_reports
from annotation.services.writing import decks
from campaigns.models import Campaign
from core.services import audit


class AlreadyUndoneError(Exception):
    """The skip is undone, or the report is decided."""


@transaction.atomic
def undo_skip(*, skip: Skip, actor: User, now: datetime) -> None:
    """Undo a skip."""
    details = _undo_skip(skip, now)
    audit.record(
        actor=actor,
        action="skip.undone",
        target=skip.attempt.highlight or skip.attempt.claim,
        now=now,
        details={"person": str(skip.attempt.annotator), **details},
    )


@transaction.atomic
def undo_skips_of(*, campaign: Campaign, person: User, actor: User, now: datetime) -> int:
    """Undo all skips of a person in a campaign; return how many there were."""
    undone = []
    for skip in skips_of(person, campaign):
        try:
            undone.append({"item": _name_of(skip.attempt), **_undo_skip(skip, now)})
        except AlreadyUndoneError:
            continue
    if undone:
        audit.record(
            actor=actor,
            action="skips.undone",
            target=person,
            now=now,
            details={"campaign": campaign.name, "count": len(undone), "skips": undone},
        )
    return len(undone)


@transaction.atomic
def undo_report(*, report: ClaimReport, actor: User, now: datetime) -> None:
    """Undo one person's report of a claim; reports by others stay."""
    if not _undo_reports([report], actor, now):
        raise AlreadyUndoneError
    audit.record(
        actor=actor,
        action="claim_report.undone",
        target=report.claim,
        now=now,
        details={"person": str(report.attempt.annotator), "reasons": report.reasons},
    )


@transaction.atomic
def undo_reports_of(*, campaign: Campaign, person: User, actor: User, now: datetime) -> int:
    """Undo all reports of a person that wait for a decision; return how many there were."""
    reports = list(open_reports_of(person, campaign))
    count = _undo_reports(reports, actor, now)
    if count:
        audit.record(
            actor=actor,
            action="claim_reports.undone",
            target=person,
            now=now,
            details={
                "campaign": campaign.name,
                "count": count,
                "claims": [str(report.claim.public_id) for report in reports],
            },
        )
    return count


def _undo_reports(reports: list[ClaimReport], actor: User, now: datetime) -> int:
    waiting = ClaimReport.objects.filter(
        pk__in=[report.pk for report in reports], state=ClaimReport.State.OPEN
    )
    claims = list(waiting.values_list("claim", flat=True))
    count = waiting.update(state=ClaimReport.State.UNDONE, decided_at=now, decided_by=actor)
    claim_reports.supersede_adjudications(claims, now, outcome=Adjudication.Outcome.BAD_CLAIM)
    return count


def _undo_skip(skip: Skip, now: datetime) -> dict[str, str]:
    """Return the item to the queue and forget the skip; return what it was, for the audit log."""
    attempt = skip.attempt
    # The locks of a skip, in the same order.
    if attempt.highlight is not None:
        decks.hold_decks(attempt.highlight.campaign_id)
        Highlight.objects.filter(pk=attempt.at_highlight, state=Highlight.State.SKIPPED).update(
            state=Highlight.State.WAITING
        )
    else:
        Assignment.with_checks.select_for_update(no_key=True).get(pk=attempt.in_slot)
    undone = Attempt.objects.filter(pk=attempt.pk, outcome=Attempt.Outcome.SKIPPED).update(
        outcome=Attempt.Outcome.UNDONE, ended_at=now
    )
    if not undone:
        raise AlreadyUndoneError
    Skip.objects.filter(pk=skip.pk).delete()
    return {
        "reason": skip.reason,
        "text": skip.text,
        "skipped_at": skip.skipped_at.isoformat(),
    }


def _name_of(attempt: Attempt) -> str:
    return str(attempt.highlight or attempt.claim)[:200]
