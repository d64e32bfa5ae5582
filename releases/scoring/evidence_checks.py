"""Evidence checks: a job draws the sets, people judge them one by one."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from msgspec import Struct

from accounts.models import User
from annotation.models import Claim
from annotation.selectors.review.disagreements import own_work_of
from campaigns.services.campaigns import hold_campaign
from core.services import audit
from jobs.runs import Run
from jobs.services import jobs
from releases.dataset.rules.pooled_evidence import answers_needed
from releases.models import CheckedSystem, EvidenceCheck, EvidenceJudgement, PooledSet, Release
from releases.scoring.evaluations import NotMeasurableError
from releases.scoring.pooling import draw_pool
from releases.scoring.predictions import ReleaseWithdrawnError
from releases.selectors.systems import System, checked_systems

DRAW_EVIDENCE = "releases.draw_evidence"
LONGEST_NOTE = 1000
_LONGEST_SEED = 100


class EvidenceCheckParameters(Struct):
    """The parameters of a job that draws the sets of an evidence check."""

    check: UUID
    # For the list of jobs, and for the page of the check.
    campaign: UUID | None = None
    campaign_name: str = ""
    version: int = 0


class BeingDrawnError(Exception):
    """The sets of another check of this release are being drawn."""


class NothingPooledError(Exception):
    """No evidence outside the gold sets was predicted."""


class AnswerError(Exception):
    """The answer is unknown, or the note is too long."""


class OwnSetError(Exception):
    """The person wrote or verified the claim."""


class JudgedEnoughError(Exception):
    """The set has all judgements that it needs, or one of this person."""


@dataclass(frozen=True, slots=True)
class CheckSize:
    """The number of sets of a check, and how many people judge each."""

    sets: int
    gold_percent: int
    judgements: int


@transaction.atomic
def request_check(
    *,
    release: Release,
    systems: Sequence[System],
    size: CheckSize,
    seed: str,
    by: User,
    now: datetime,
) -> EvidenceCheck:
    """Request a check. It replaces those of the release that came to no end."""
    if hold_campaign(release.campaign).is_archived:
        raise NotMeasurableError
    if Release.objects.select_for_update().get(pk=release.pk).withdrawn_at is not None:
        raise ReleaseWithdrawnError
    undrawn = EvidenceCheck.objects.filter(release=release, drawn_at=None)
    if any(check.is_busy for check in undrawn.select_related("job")):
        raise BeingDrawnError
    CheckedSystem.objects.filter(evidence_check__in=undrawn).delete()
    undrawn.delete()
    earlier = EvidenceCheck.objects.filter(release=release)
    check = EvidenceCheck(
        release=release,
        number=(earlier.aggregate(last=Max("number"))["last"] or 0) + 1,
        seed=seed.strip()[:_LONGEST_SEED] or secrets.token_hex(8),
        size=size.sets,
        gold_percent=size.gold_percent,
        judgements=size.judgements,
        requested_at=now,
        requested_by=by,
    )
    try:
        check.job = jobs.enqueue_job(
            kind=DRAW_EVIDENCE,
            parameters=EvidenceCheckParameters(
                check.public_id,
                release.campaign.public_id,
                release.campaign.name,
                release.version,
            ),
            requested_by=by,
            now=now,
            exclusive=f"{DRAW_EVIDENCE}:{release.public_id}",
        )
    except jobs.AlreadyQueuedError as error:
        raise BeingDrawnError from error
    check.save()
    CheckedSystem.objects.bulk_create(
        CheckedSystem(evidence_check=check, upload=each.upload, evaluation=each.evaluation)
        for each in systems
    )
    audit.record(
        actor=by,
        action="evidence_check.requested",
        target=release,
        now=now,
        details={
            "number": check.number,
            "systems": [each.name for each in systems],
            "sets": check.size,
            "gold_percent": check.gold_percent,
            "judgements": check.judgements,
        },
    )
    return check


def cancel_check(*, check: EvidenceCheck, by: User, now: datetime) -> None:
    """Stop drawing. Raise `jobs.AlreadyFinishedError` where it is over."""
    if check.job is None:
        raise jobs.AlreadyFinishedError
    jobs.cancel_job(job=check.job, by=by, now=now)


def draw_check(*, check: EvidenceCheck, run: Run) -> None:
    """Draw the sets of a check and keep them, all at once. A new attempt starts again."""
    if check.drawn_at is not None:
        return
    pool = draw_pool(check=check, systems=checked_systems(check), run=run)
    if not any(not each.is_gold for each in pool.sets):
        raise NothingPooledError
    with run.step():
        PooledSet.objects.bulk_create(pool.sets)
        check.drawn_at, check.pooled = run.now(), pool.pooled
        check.save(update_fields=["drawn_at", "pooled"])


@transaction.atomic
def store_judgement(
    *, pooled: PooledSet, answer: str, note: str, judge: User, now: datetime
) -> EvidenceJudgement:
    """Store what somebody says about a set. The same again gives what is stored."""
    note = note.strip()
    is_known = answer in EvidenceJudgement.Answer.values
    if not is_known or len(note) > LONGEST_NOTE or "\0" in note:
        raise AnswerError
    # One judge after the other, so that nobody gives one more than are asked for.
    held = PooledSet.objects.select_for_update(of=("self",)).get(pk=pooled.pk)
    claim = pooled.item.claim_id
    if claim is not None and Claim.objects.filter(own_work_of(judge), pk=claim).exists():
        raise OwnSetError
    given = list(EvidenceJudgement.objects.filter(pooled_set=held).order_by("number"))
    for judgement in given:
        if judgement.judge_id == judge.pk:
            if (judgement.answer, judgement.note) == (answer, note):
                return judgement
            raise JudgedEnoughError
    asked_for = pooled.evidence_check.judgements
    if not answers_needed([judgement.answer for judgement in given], asked_for):
        raise JudgedEnoughError
    return EvidenceJudgement.objects.create(
        pooled_set=held,
        number=len(given) + 1,
        judge=judge,
        answer=answer,
        note=note,
        judged_at=now,
    )
