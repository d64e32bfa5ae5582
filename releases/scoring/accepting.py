"""Accepting predicted evidence for the next release, with scores before and after."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from msgspec.structs import replace

from accounts.models import User
from campaigns.services.campaigns import hold_campaign
from core.services import audit
from jobs.runs import Run
from jobs.services import jobs
from releases.dataset.rules.records import EvidencePiece, EvidencePieces
from releases.models import (
    AcceptedEvidence,
    AcceptedSet,
    EvidenceCheck,
    PooledSet,
    Release,
)
from releases.scoring.evaluations import NotMeasurableError
from releases.scoring.evidence_checks import EvidenceCheckParameters
from releases.scoring.gold import gold_of
from releases.scoring.pooling import side_by_side
from releases.scoring.predictions import ReleaseWithdrawnError
from releases.scoring.score_files import plain_scores, scoring_of
from releases.selectors.evidence_checks import acceptable_sets
from releases.selectors.facts import corpus_of
from releases.selectors.systems import System, systems_of
from wiki.models import Page

SCORE_ACCEPTED = "releases.score_accepted"
_REPORT_EVERY = 500


class AcceptedMeanwhileError(Exception):
    """There are other sets to accept than the person was shown."""


@transaction.atomic
def accept_sets(*, check: EvidenceCheck, shown: int, by: User, now: datetime) -> int:
    """Accept the sets of a check that were judged sufficient; `shown` says how many were shown."""
    release = check.release
    if hold_campaign(release.campaign).is_archived:
        raise NotMeasurableError
    if Release.objects.select_for_update().get(pk=release.pk).withdrawn_at is not None:
        raise ReleaseWithdrawnError
    sets = acceptable_sets(check)
    if len(sets) != shown or not sets:
        raise AcceptedMeanwhileError
    for pooled in sets:
        _accept(pooled, release, by, now)
    check.scores = None
    check.scoring_job = jobs.enqueue_job(
        kind=SCORE_ACCEPTED,
        parameters=EvidenceCheckParameters(
            check.public_id, release.campaign.public_id, release.campaign.name, release.version
        ),
        requested_by=by,
        now=now,
    )
    check.save(update_fields=["scores", "scoring_job"])
    audit.record(
        actor=by,
        action="evidence_check.accepted",
        target=release,
        now=now,
        details={
            "number": check.number,
            "claims": [pooled.item.record_id for pooled in sets],
        },
    )
    return len(sets)


def _accept(pooled: PooledSet, release: Release, by: User, now: datetime) -> None:
    item = pooled.item
    accepted = AcceptedSet.objects.create(
        pooled_set=pooled,
        claim_id=item.claim_id,
        claim_version=item.version.claim_version if item.version else None,
        verdict=item.verdict,
        accepted_at=now,
        accepted_by=by,
    )
    titles = {page for page, _ in pooled.pieces}
    pages = Page.objects.filter(corpus=corpus_of(release), title__in=titles)
    keys = dict(pages.values_list("title", "pk"))
    AcceptedEvidence.objects.bulk_create(
        AcceptedEvidence(
            accepted_set=accepted, page_id=keys[page], address=address, position=position
        )
        for position, (page, address) in enumerate(pooled.pieces, start=1)
    )


def score_accepted(*, check: EvidenceCheck, run: Run) -> None:
    """Score the systems of a release with its gold, and with the accepted sets beside it."""
    added: dict[int, list[EvidencePieces]] = defaultdict(list)
    sets = PooledSet.objects.filter(item__release=check.release_id, accepted__isnull=False)
    for record, pieces in sets.values_list("item__record_id", "pieces"):
        added[record].append(tuple(EvidencePiece(page, address) for page, address in pieces))
    scores = [_scores(check.release, system, added, run) for system in systems_of(check.release)]
    with run.step():
        check.scores = scores
        check.save(update_fields=["scores"])


def _scores(
    release: Release, system: System, added: Mapping[int, list[EvidencePieces]], run: Run
) -> dict[str, Any]:
    scoring = scoring_of(release)
    before, after = scoring.scorer.tally(), scoring.scorer.tally()
    records = gold_of(release, system.part)
    for number, (record, prediction) in enumerate(side_by_side(records, system)):
        if number % _REPORT_EVERY == 0:
            run.stop_if_cancelled()
            run.progress(number, None, _("Scoring %(system)s") % {"system": system.name})
        evidence = [EvidencePiece(page, address) for page, address in prediction.evidence]
        before.add(scoring.judge(record, prediction.verdict, evidence))
        more = replace(record, sets=(*record.sets, *added.get(record.id, ())))
        after.add(scoring.judge(more, prediction.verdict, evidence))
    return {
        "name": system.name,
        "part": system.part,
        "before": plain_scores(before.scores),
        "after": plain_scores(after.scores),
    }
