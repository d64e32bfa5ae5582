"""Adjudication: a manager decides about a claim whose verifications disagree.

The bench is a verification desk of its own purpose, so that drafts, log and review are those of
every desk. Whoever decides says what they saw: if a verification has changed since, or somebody
else decided, nothing is stored and the draft stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from annotation.models import (
    LONGEST_COMMENT,
    Adjudication,
    Attempt,
    Claim,
    InteractionKind,
    Verification,
)
from annotation.rules.drafts import judgement_body
from annotation.rules.verifying.judgements import Judgement
from annotation.rules.verifying.rulings import Ruling
from annotation.selectors.desk.attempts import may_work
from annotation.selectors.review import disagreements
from annotation.selectors.verifying.verifications import judgement_of
from annotation.services.desk import leases, stages, sync
from annotation.services.logs.interactions import record_server_acts
from annotation.services.review import claim_reports
from annotation.services.verifying import verifications
from annotation.services.verifying.locks import lock_alike, lock_verifications
from campaigns.models import Campaign
from campaigns.selectors.protocols import protocol_of
from core.services import audit

_NO_VERDICT = "all_wrong"


class PartInClaimError(Exception):
    """The person wrote the claim or verified it."""


class NotAnAdjudicatorError(Exception):
    """The person does not manage the campaign."""


class NothingToAdjudicateError(Exception):
    """The claim is withdrawn, or it has fewer than two verifications that count."""


class CauseError(Exception):
    """No cause was chosen, or an unknown one."""


class CommentError(Exception):
    """The comment is too long, contains a null character, or is missing where it is needed."""


class BenchChangedError(Exception):
    """The claim or a verification of it changed since the bench was shown."""


class AlreadyAdjudicatedError(Exception):
    """Somebody decided since the bench was shown."""

    def __init__(self, adjudication: Adjudication | None) -> None:
        super().__init__(adjudication)
        self.adjudication = adjudication


@transaction.atomic
def open_bench(*, claim: Claim, adjudicator: User, now: datetime) -> Attempt:
    """Open the bench of a claim, where the person left it or with what they decided before."""
    held = _hold(claim)
    campaign = Campaign.objects.get(pk=held.campaign_id)
    _check_person(held, campaign, adjudicator)
    if held.state != Claim.State.LIVE or _counting(held, campaign).count() < 2:
        raise NothingToAdjudicateError
    attempt = verifications.begin_verification(
        claim=held, annotator=adjudicator, purpose=Attempt.Purpose.ADJUDICATION, now=now
    )
    if attempt.outcome != Attempt.Outcome.OPEN:
        _reopen(attempt, campaign, now)
    return attempt


def adjudicate_claim(
    *, attempt: Attempt, judgement: Judgement, ruling: Ruling, now: datetime
) -> Adjudication:
    """Store the right verdict and its evidence as the decision about the claim.

    Raise what `submit_verification` raises about the judgement.
    """
    check_ruling(ruling)
    with transaction.atomic():
        done = _decided_already(attempt)
        if done is not None:
            return done
        claim, campaign = _check(attempt, ruling)
        verification = verifications.submit_verification(
            attempt=attempt, judgement=judgement, now=now
        )
        verdicts = set(_counting(claim, campaign).values_list("verdict", flat=True))
        is_right = verification.verdict in verdicts
        outcome = Adjudication.Outcome.DECIDED if is_right else Adjudication.Outcome.ALL_WRONG
        return _decide(attempt, claim, outcome, ruling, now, verification)


def reject_all(*, attempt: Attempt, ruling: Ruling, now: datetime) -> Adjudication:
    """Store that all verifications are wrong, without a right verdict."""
    check_ruling(ruling)
    with transaction.atomic():
        done = _decided_already(attempt)
        if done is not None:
            return done
        claim, _campaign = _check(attempt, ruling)
        leases.end_attempt(attempt, Attempt.Outcome.SUBMITTED, now, digest=_NO_VERDICT)
        acts = [(InteractionKind.SUBMITTED, {"version": 0, "verdict": ""})]
        record_server_acts(attempt=attempt, acts=acts, now=now)
        return _decide(attempt, claim, Adjudication.Outcome.ALL_WRONG, ruling, now)


def report_bad_claim(
    *, attempt: Attempt, reasons: Sequence[str], ruling: Ruling, now: datetime
) -> Adjudication:
    """Store that the claim is bad: it goes the way of a reported claim."""
    check_ruling(ruling)
    with transaction.atomic():
        done = _decided_already(attempt)
        if done is not None:
            return done
        claim, _campaign = _check(attempt, ruling)
        claim_reports.report_adjudicated_claim(
            attempt=attempt, claim=claim, reasons=reasons, note=ruling.comment, now=now
        )
        return _decide(attempt, claim, Adjudication.Outcome.BAD_CLAIM, ruling, now)


def check_ruling(ruling: Ruling) -> None:
    """Raise CauseError or CommentError if the cause or the comment does not fit."""
    if ruling.cause not in Adjudication.Cause.values:
        raise CauseError
    comment = ruling.comment.strip()
    is_missing = ruling.cause == Adjudication.Cause.OTHER and not comment
    if is_missing or len(comment) > LONGEST_COMMENT or "\0" in comment:
        raise CommentError


def _decided_already(attempt: Attempt) -> Adjudication | None:
    """Return the decision in force if this person made it at this bench: it was sent twice."""
    claim = _hold(Claim(pk=attempt.at_claim))
    attempt.refresh_from_db(fields=["outcome", "ended_at", "digest"])
    if attempt.outcome == Attempt.Outcome.OPEN:
        return None
    in_force = disagreements.adjudication_in_force(claim)
    if in_force is None or in_force.adjudicator_id != attempt.annotator_id:
        raise AlreadyAdjudicatedError(in_force)
    return in_force


def _check(attempt: Attempt, ruling: Ruling) -> tuple[Claim, Campaign]:
    """Return the claim, locked, if it and its verifications are as the bench showed them."""
    claim = _hold(Claim(pk=attempt.at_claim))
    campaign = Campaign.objects.get(pk=claim.campaign_id)
    stages.check_adjudicates(campaign)
    _check_person(claim, campaign, attempt.annotator)
    if claim.state != Claim.State.LIVE:
        raise verifications.ClaimWithdrawnError
    in_force = disagreements.adjudication_in_force(claim)
    if ruling.replaces != (str(in_force.public_id) if in_force else ""):
        raise AlreadyAdjudicatedError(in_force)
    if ruling.seen != disagreements.state_digest(claim, campaign):
        raise BenchChangedError
    return claim, campaign


def _decide(
    attempt: Attempt,
    claim: Claim,
    outcome: Adjudication.Outcome,
    ruling: Ruling,
    now: datetime,
    verification: Verification | None = None,
) -> Adjudication:
    claim_reports.supersede_adjudications([claim.pk], now)
    campaign = Campaign.objects.get(pk=claim.campaign_id)
    shown = dict(_counting(claim, campaign).values_list("pk", "submitted_at"))
    lock_verifications(ids=shown, by=Verification.Lock.ADJUDICATED, now=now)
    latest = max(shown.values(), default=None)
    lock_alike(campaign=campaign, until=latest, by=Verification.Lock.ADJUDICATED, now=now)
    adjudication = Adjudication.objects.create(
        campaign=campaign,
        claim=claim,
        adjudicator_id=attempt.annotator_id,
        verification=verification,
        outcome=outcome,
        cause=ruling.cause,
        comment=ruling.comment.strip(),
        decided_at=now,
    )
    audit.record(
        actor=attempt.annotator,
        action="claim.adjudicated",
        target=claim,
        now=now,
        details={
            "outcome": outcome.value,
            "cause": ruling.cause,
            "verdict": verification.verdict if verification else "",
            "replaces": ruling.replaces,
        },
    )
    return adjudication


def _reopen(attempt: Attempt, campaign: Campaign, now: datetime) -> None:
    """Open a finished adjudication again; start from the verdict that it gave, if it gave one."""
    attempt.outcome, attempt.ended_at, attempt.digest = Attempt.Outcome.OPEN, None, ""
    attempt.reopened_at = now
    attempt.save(update_fields=["outcome", "ended_at", "digest", "reopened_at"])
    given = Verification.objects.filter(attempt=attempt).first()
    number = given.number if given else 0
    acts = [(InteractionKind.REOPENED, {"version": number})]
    record_server_acts(attempt=attempt, acts=acts, now=now)
    if given is not None:
        version = given.versions.get(number=given.number)
        limit = protocol_of(campaign).evidence.set_limit
        body = judgement_body(judgement_of(version), limit)
        sync.keep_draft(attempt=attempt, body=body, now=now)


def may_adjudicate(person: User, campaign: Campaign) -> bool:
    """Return whether a person decides about claims of a campaign: its managers, administrators."""
    return person.is_administrator or may_work(person, campaign, Attempt.Purpose.ADJUDICATION)


def _check_person(claim: Claim, campaign: Campaign, person: User) -> None:
    if not may_adjudicate(person, campaign):
        raise NotAnAdjudicatorError
    own = Claim.objects.filter(disagreements.own_work_of(person), pk=claim.pk)
    if own.exists():
        raise PartInClaimError


def _counting(claim: Claim, campaign: Campaign) -> QuerySet[Verification]:
    return disagreements.counting_verifications(campaign).filter(claim=claim)


def _hold(claim: Claim) -> Claim:
    return Claim.objects.select_for_update(no_key=True).get(pk=claim.pk)
