"""A release with predictions outside its gold, and evidence checks of them."""

from __future__ import annotations

from accounts.models import User
from jobs.runs import LocalRun
from releases.dataset.rules.records import Record
from releases.models import EvidenceCheck, Release
from releases.scoring import evidence_checks
from releases.scoring.evidence_checks import CheckSize
from releases.scoring.gold import gold_of
from releases.selectors.systems import System
from releases.storage.kept_predictions import KeptPrediction, keeping
from tests.people import NOW
from tests.releases.world import add_scored_upload


def other_sentence(record: Record) -> tuple[str, str]:
    """Return a sentence of the claim's page that is in none of its sets."""
    gold = {(piece.page, piece.address) for pieces in record.sets for piece in pieces}
    page = record.sets[0][0].page
    places = ((page, f"sentence_{number}") for number in range(5))
    return next(place for place in places if place not in gold)


def add_system(release: Release, by: User, name: str = "Baseline", part: str = "train") -> System:
    """Create a scored upload that predicts other sentences than the gold, and right labels."""
    upload = add_scored_upload(release, by, name, part)
    with keeping(upload.public_id) as keep:
        for record in gold_of(release, part):
            places = (other_sentence(record), ("No such page", "sentence_0"))
            keep(
                KeptPrediction(
                    record.id,
                    record.verdict,
                    places,
                    is_label_right=True,
                    is_complete=False,
                    is_right=False,
                )
            )
    return System(upload)


def draw_check(
    release: Release,
    systems: list[System],
    by: User,
    *,
    size: CheckSize | None = None,
    seed: str = "one",
) -> EvidenceCheck:
    """Request a check and draw its sets."""
    check = evidence_checks.request_check(
        release=release,
        systems=systems,
        size=size or CheckSize(sets=10, gold_percent=20, judgements=2),
        seed=seed,
        by=by,
        now=NOW,
    )
    evidence_checks.draw_check(check=check, run=LocalRun(clock=lambda: NOW))
    # The job would only find that it is done.
    job = check.job
    EvidenceCheck.objects.filter(pk=check.pk).update(job=None)
    assert job is not None
    job.delete()
    check.refresh_from_db()
    return check
