"""Objections: claims of which the verifier is sure that their verdict is another one.

A job checks every claim that counts, a few in a step; a new attempt goes on after the last step.
What a manager said about an objection stays as long as both verdicts do.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from msgspec import Struct

from accounts.models import User
from annotation.models import Claim, VerificationVersion
from annotation.selectors.review import disagreements
from annotation.selectors.review.spot_checks import counting_versions
from campaigns.models import Campaign
from campaigns.selectors.protocols import NoDesignError, protocol_of
from campaigns.services.campaigns import hold_campaign
from core.services import audit
from jobs.runs import Run
from jobs.services import jobs
from quality.models import Objection, ObjectionSearch

if TYPE_CHECKING:
    from quality.selectors.machine_verdicts import MachineVerdict

FIND_OBJECTIONS = "quality.find_objections"
# Below this probability the verifier is not sure, and nothing is stored.
LEAST_PROBABILITY = 0.8
_CLAIMS_A_STEP = 10


class ObjectionParameters(Struct):
    """The parameters of a job that looks for objections."""

    search: UUID
    # For the list of jobs, and for the page of the objections.
    campaign: UUID | None = None
    name: str = ""


class BeingSearchedError(Exception):
    """The verifier is checking the claims of this campaign already."""


class NotSearchableError(Exception):
    """The campaign is archived: nothing in it changes."""


class UnknownReviewError(Exception):
    """The answer is none of those that there are."""


class ObjectionChangedError(Exception):
    """Somebody else has reviewed the objection since it was shown, or it is another one now."""


class OwnObjectionError(Exception):
    """The person wrote or verified the claim."""


@transaction.atomic
def request_search(*, campaign: Campaign, by: User, now: datetime) -> ObjectionSearch:
    """Request a check of all claims that count; one at a time for a campaign."""
    held = hold_campaign(campaign)
    if held.is_archived:
        raise NotSearchableError
    if held.protocol is None:
        raise NoDesignError
    search = ObjectionSearch(campaign=campaign, requested_at=now, requested_by=by)
    try:
        search.job = jobs.enqueue_job(
            kind=FIND_OBJECTIONS,
            parameters=ObjectionParameters(search.public_id, campaign.public_id, campaign.name),
            requested_by=by,
            now=now,
            exclusive=f"{FIND_OBJECTIONS}:{campaign.public_id}",
        )
    except jobs.AlreadyQueuedError as error:
        raise BeingSearchedError from error
    search.save()
    return search


def cancel_search(*, search: ObjectionSearch, by: User, now: datetime) -> None:
    """Stop a search. What it found stays. Raise `jobs.AlreadyFinishedError` where it is over."""
    if search.job is None:
        raise jobs.AlreadyFinishedError
    jobs.cancel_job(job=search.job, by=by, now=now)


def find_objections(*, search: ObjectionSearch, run: Run, after: int = 0) -> None:
    """Check every claim that counts, from the one after the last of an earlier attempt.

    Raises NoModelError and SearchError.
    """
    if search.finished_at is not None:
        return
    # They load NumPy, which no web process needs for this.
    from assist.selectors.loaded import verifier_in_use
    from quality.selectors.machine_verdicts import judge_claim

    campaign = search.campaign
    assert campaign.corpus is not None
    model, verifier = verifier_in_use()
    known = {choice.name for choice in protocol_of(campaign).verdicts.choices}
    rows = counting_versions(campaign)
    waiting = [row.version for row in rows if row.claim > after]
    for start in range(0, len(waiting), _CLAIMS_A_STEP):
        found: list[tuple[VerificationVersion, MachineVerdict | None]] = []
        for version in _versions(waiting[start : start + _CLAIMS_A_STEP]):
            run.stop_if_cancelled()
            judged = judge_claim(campaign.corpus, version.claim_version.text, verifier)
            is_objection = (
                judged is not None
                and judged.verdict in known
                and judged.verdict != version.verdict
                and judged.probability >= LEAST_PROBABILITY
            )
            found.append((version, judged if is_objection else None))
        with run.step() as checkpoint:
            _store(search, found, model.number, run.now())
            search.checked += len(found)
            search.save(update_fields=["checked"])
            checkpoint["after"] = found[-1][0].verification.claim_id if found else after
            run.progress(len(rows) - len(waiting) + start + len(found), len(rows))
    with run.step():
        # Of claims that no longer count, or are no longer objected to.
        old = Objection.objects.filter(campaign=campaign, review="")
        old.exclude(search=search).delete()
        search.finished_at, search.model_number = run.now(), model.number
        search.save(update_fields=["finished_at", "model_number"])


def _versions(keys: Sequence[int]) -> list[VerificationVersion]:
    rows = VerificationVersion.objects.filter(pk__in=keys)
    joined = rows.select_related("claim_version", "verification")
    return list(joined.order_by("verification__claim"))


def _store(
    search: ObjectionSearch,
    found: Sequence[tuple[VerificationVersion, MachineVerdict | None]],
    model_number: int,
    now: datetime,
) -> None:
    claims = [version.verification.claim_id for version, _ in found]
    locked = Objection.objects.select_for_update(of=("self",)).filter(claim__in=claims)
    known = {objection.claim_id: objection for objection in locked}
    for version, judged in found:
        claim = version.verification.claim_id
        objection = known.get(claim)
        if judged is None:
            if objection is not None and not objection.review:
                objection.delete()
            continue
        if objection is None:
            objection = Objection(campaign=search.campaign, claim_id=claim)
        elif (objection.version_id, objection.verdict) != (version.pk, judged.verdict):
            # What was said was about other verdicts.
            objection.review, objection.reviewed_at, objection.reviewed_by = "", None, None
        objection.version, objection.verdict = version, judged.verdict
        objection.probability = judged.probability
        table = judged.table
        objection.english = table.english if table else ""
        objection.page, objection.table = (table.page, table.address) if table else ("", "")
        objection.search, objection.model_number, objection.found_at = search, model_number, now
        objection.save()


@transaction.atomic
def review_objection(
    *, objection: Objection, review: str, seen: str, by: User, now: datetime
) -> Objection:
    """Store who is right; `seen` is the answer and the verdict that the person was shown.

    See `Objection.state`.
    """
    if review not in Objection.Review.values:
        raise UnknownReviewError
    held = Objection.objects.select_for_update(of=("self",)).filter(pk=objection.pk).first()
    if held is None:
        raise ObjectionChangedError
    if Claim.objects.filter(disagreements.own_work_of(by), pk=held.claim_id).exists():
        raise OwnObjectionError
    if held.state != seen:
        raise ObjectionChangedError
    held.review, held.reviewed_at, held.reviewed_by = review, now, by
    held.save(update_fields=["review", "reviewed_at", "reviewed_by"])
    audit.record(
        actor=by, action="objection.reviewed", target=held, now=now, details={"review": review}
    )
    return held
