"""Spot checks: drawing a sample of what counts, and judging its claims one by one."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from accounts.models import User
from annotation.models import SampledClaim, SpotCheck
from annotation.rules.samples import draw_sample
from annotation.selectors.review import disagreements
from annotation.selectors.review.spot_checks import counting_versions
from campaigns.models import Campaign
from campaigns.services.campaigns import hold_campaign
from core.services import audit

MOST_CLAIMS = 1000
LONGEST_COMMENT = 1000


class SampleSizeError(Exception):
    """The sample is to have no claim, or too many."""


class NothingToCheckError(Exception):
    """No claim of the campaign counts yet, or none whose label the person may see."""


class ResultError(Exception):
    """The result is unknown, or the comment is too long."""


class CheckedMeanwhileError(Exception):
    """Somebody else has judged the claim since it was shown."""


class OwnClaimCheckedError(Exception):
    """The person wrote or verified the claim."""


@transaction.atomic
def draw_spot_check(
    *,
    campaign: Campaign,
    size: int,
    by_verdict: bool,
    actor: User,
    now: datetime,
    seed: str = "",
    among: Collection[int] | None = None,
) -> SpotCheck:
    """Draw a sample of the claims that count now; without a seed, by lot.

    `among` are the claims whose labels the person may see; None means all.
    """
    if not 1 <= size <= MOST_CLAIMS:
        raise SampleSizeError
    held = hold_campaign(campaign)
    if held.protocol is None:
        raise NothingToCheckError
    counting = {
        str(row.claim): row
        for row in counting_versions(held)
        if among is None or row.claim in among
    }
    if not counting:
        raise NothingToCheckError
    chosen = seed.strip()[:100] or secrets.token_hex(8)
    verdicts = {name: row.verdict for name, row in counting.items()}
    drawn = draw_sample(verdicts, size, chosen, by_stratum=by_verdict)
    last = SpotCheck.objects.filter(campaign=held).aggregate(last=Max("number"))["last"] or 0
    made = SpotCheck.objects.create(
        campaign=held,
        number=last + 1,
        seed=chosen,
        by_verdict=by_verdict,
        drawn_at=now,
        drawn_by=actor,
    )
    SampledClaim.objects.bulk_create(
        SampledClaim(
            spot_check=made,
            position=position,
            claim_id=counting[name].claim,
            version_id=counting[name].version,
        )
        for position, name in enumerate(drawn, start=1)
    )
    audit.record(
        actor=actor,
        action="spot_check.drawn",
        target=held,
        now=now,
        details={"number": made.number, "claims": len(drawn), "seed": chosen},
    )
    return made


@transaction.atomic
def store_result(
    *, checked: SampledClaim, result: str, comment: str, seen: str, actor: User, now: datetime
) -> SampledClaim:
    """Store what somebody found about a claim; `seen` is the result that they were shown."""
    comment = comment.strip()
    known = result in SampledClaim.Result.values
    if not known or len(comment) > LONGEST_COMMENT or "\0" in comment:
        raise ResultError
    held = SampledClaim.objects.select_for_update(of=("self",)).get(pk=checked.pk)
    claims = type(held.claim).objects.filter(disagreements.own_work_of(actor), pk=held.claim_id)
    if claims.exists():
        raise OwnClaimCheckedError
    if held.result != seen:
        raise CheckedMeanwhileError
    held.result, held.comment = result, comment
    held.checked_at, held.checked_by = now, actor
    held.save(update_fields=["result", "comment", "checked_at", "checked_by"])
    return held
