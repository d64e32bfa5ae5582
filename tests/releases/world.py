"""A campaign with claims that are verified in every way, and releases of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.urls import reverse
from msgspec.structs import replace

from accounts.models import User
from accounts.roles import Role
from annotation.rules.logs.acts import DeskAct
from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.judgements import Judgement
from annotation.services.logs import interactions
from annotation.services.verifying import queue
from annotation.services.verifying.queue import TakenClaim
from annotation.services.writing import claims, highlights
from campaigns.models import Campaign, Membership
from campaigns.protocols.protocol import Protocol
from campaigns.selectors.protocols import protocol_of
from jobs.runs import LocalRun
from releases import formats
from releases.dataset.rules.choices import Choices, IncludedPages
from releases.dataset.rules.digests import evidence_digest, text_digest
from releases.dataset.rules.pooled_evidence import digest_of
from releases.dataset.rules.records import EvidencePiece, Record
from releases.dataset.rules.splits import RequestedPart
from releases.formats.base import plain
from releases.formats.designs import usual_choices
from releases.models import (
    CheckedSystem,
    ErrorSample,
    EvidenceCheck,
    ImportedRecord,
    PooledSet,
    PredictionRun,
    Release,
    ReleaseItem,
    SampledError,
)
from releases.services import releases
from tests.annotation.verifying_world import Desk, add_verifiers, submit_confirmed, verified_by
from tests.annotation.world import make_world, written_for
from tests.people import NOW

VERDICTS = ("supported", "refuted", "not_enough_information")
ANSWERS = {"supported": "", "refuted": "yes", "not_enough_information": "no"}
CHALLENGES = (
    "multi_hop_reasoning",
    "numerical_reasoning",
    "entity_disambiguation",
    "combining_tables_and_text",
    "search_terms_not_in_claim",
    "other",
)


def make_campaign(count: int = 10, protocol: Protocol | None = None) -> Desk:
    """Create an open campaign with three claims from each highlight, none verified yet."""
    world = make_world(
        pages=3 * count, writers=2, target=count + 2, protocol=protocol or verified_by(1)
    )
    desk = Desk(
        campaign=world.campaign,
        writer=world.writer,
        verifiers=add_verifiers(world.campaign, 2),
        manager=world.writers[1],
    )
    write(desk, count)
    return desk


def write(desk: Desk, count: int) -> None:
    for _ in range(count):
        taken = highlights.take_highlight(campaign=desk.campaign, annotator=desk.writer, now=NOW)
        claims.submit_claims(attempt=taken.attempt, claims=written_for(taken.highlight), now=NOW)


def evidence(number: int, page: str) -> list[list[ElementReference]]:
    """Return sentences, cells or both, in one set or two."""
    sentence = ElementReference(page, f"sentence_{number % 5}")
    cell = ElementReference(page, f"cell_0_{1 + number % 5}_1")
    header = ElementReference(page, "header_cell_0_0_1")
    kinds = ([[sentence]], [[cell]], [[sentence, cell]], [[cell, header], [sentence]])
    return kinds[number % 4]


def sentences(number: int, page: str) -> list[list[ElementReference]]:
    """Return one set or two, of one sentence or two."""
    first, second = (
        ElementReference(page, f"sentence_{place % 5}") for place in (number, number + 1)
    )
    return ([[first]], [[first, second]], [[first], [second]])[number % 3]


def verify_all(
    desk: Desk,
    person: User | None = None,
    evidence_of: Callable[[int, str], list[list[ElementReference]]] = evidence,
) -> int:
    """Verify what waits, by lot and in turn: every verdict, challenge and kind of evidence."""
    person = person or desk.verifiers[0]
    done = 0
    while True:
        at = NOW + timedelta(hours=1, minutes=done)
        try:
            taken = queue.take_claim(campaign=desk.campaign, annotator=person, now=at)
        except queue.NothingToVerifyError:
            return done
        claim = taken.assignment.claim
        page = claim.from_highlight.page.title
        number = claim.pk
        look_around(taken, page)
        verdict = VERDICTS[number % 3]
        submit_confirmed(
            attempt=taken.attempt,
            judgement=Judgement(
                verdict=verdict,
                answer=ANSWERS[verdict],
                tags={"challenge": CHALLENGES[number % 6]},
                sets=evidence_of(number, page),
                note="I am sure, says verifier0.",
            ),
            now=at + timedelta(seconds=50),
        )
        done += 1


def look_around(taken: TakenClaim, page: str) -> None:
    """Acts as a browser tells them, its clock an hour slow."""
    start = taken.attempt.started_at
    acts: list[tuple[str, int, dict[str, Any]]] = [
        ("searched", 2, {"query": page}),
        ("page_opened", 5, {"title": page}),
        ("element_selected", 20, {"page": page, "address": "sentence_0", "set": 1, "way": "click"}),
    ]
    interactions.record_interactions(
        attempt=taken.attempt,
        stream=taken.attempt.public_id,
        acts=[
            DeskAct(
                sequence,
                kind,
                start - timedelta(hours=1) + timedelta(seconds=seconds),
                body,
            )
            for sequence, (kind, seconds, body) in enumerate(acts, start=1)
        ],
        now=start + timedelta(seconds=20),
    )


def address(name: str, desk: Desk, *more: Any) -> str:
    return reverse(name, args=[desk.campaign.public_id, *more])


def make_release(
    campaign: Campaign, choices: Choices | None = None, now: datetime = NOW
) -> Release:
    """Create a release that is ready."""
    release = new_release(campaign, choices)
    releases.build(release=release, run=LocalRun(clock=lambda: now))
    return release


def new_release(campaign: Campaign, choices: Choices | None = None) -> Release:
    return releases.create_release(
        campaign=campaign,
        choices=choices or usual_choices(protocol_of(campaign)),
        note="",
        by=None,
        now=NOW,
    )


def choices_of(campaign: Campaign, **changes: object) -> Choices:
    return replace(usual_choices(protocol_of(campaign)), **changes)


def files_in(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file())


def members_of(campaign: Campaign) -> list[User]:
    return [one.user for one in Membership.objects.filter(campaign=campaign)]


def make_tiny_release(campaign: Campaign, page: str = "Aare", number: int = 1) -> Release:
    """Create a ready release of one imported claim, for tests of addresses and rights."""
    parts = (RequestedPart("train"), RequestedPart("test", size=0))
    release = new_release(campaign, choices_of(campaign, parts=parts, pages=IncludedPages.NONE))
    record = Record(
        id=number,
        claim=f"{page} is a river.",
        verdict="supported",
        sets=((EvidencePiece(page, "sentence_0", ("title",), "It is a river."),),),
        tags={"challenge": "other"},
        split="train",
    )
    imported = ImportedRecord.objects.create(
        release=release,
        record_id=number,
        body=json.dumps(plain(formats.get("internal").write(record))),
        claim=record.claim,
    )
    ReleaseItem.objects.create(
        release=release,
        record_id=number,
        imported=imported,
        unit=f"claim:{number}",
        split="train",
        verdict=record.verdict,
        challenge="other",
        evidence_kind="sentences",
        text_digest=text_digest(record.claim),
        evidence_digest=evidence_digest([[(page, "sentence_0")]]),
    )
    release.frozen_at = NOW
    release.origin, release.source_format = Release.Origin.IMPORTED, "internal"
    release.save(update_fields=["frozen_at", "origin", "source_format"])
    releases.build(release=release, run=LocalRun(clock=lambda: NOW))
    return release


def manager_of(desk: Desk) -> User:
    Membership.objects.filter(user=desk.manager).update(
        role=Role.MANAGER, writes_claims=False, verifies_claims=False
    )
    return desk.manager


def add_scored_upload(
    release: Release, by: User, name: str = "A model", part: str = "train"
) -> PredictionRun:
    """Create an upload with scores, without a file of predictions."""
    figures = ("strict", "label_accuracy", "precision", "recall", "f1", "claims")
    return PredictionRun.objects.create(
        release=release,
        part=part,
        name=name,
        uploaded_at=NOW,
        uploaded_by=by,
        sha256="0" * 64,
        state=PredictionRun.State.SCORED,
        scores={"all": dict.fromkeys(figures, 0), "challenges": {}},
    )


def add_error(upload: PredictionRun) -> SampledError:
    """Create a sample of one wrong prediction, without a file of predictions."""
    sample = ErrorSample.objects.create(
        release=upload.release,
        number=1,
        upload=upload,
        seed="s",
        predictions=1,
        wrong=1,
        drawn_at=NOW,
        drawn_by=upload.uploaded_by,
    )
    return SampledError.objects.create(
        sample=sample,
        position=1,
        item=upload.release.items.order_by("record_id")[0],
        predicted_verdict="refuted",
        is_label_right=False,
        predicted_evidence=[["Aare", "sentence_0"], ["No such page", "cell_0_0_0"]],
    )


def add_pooled_set(upload: PredictionRun) -> PooledSet:
    """Create an evidence check of one set, without a file of predictions."""
    check = EvidenceCheck.objects.create(
        release=upload.release,
        number=1,
        seed="s",
        size=1,
        gold_percent=0,
        judgements=1,
        requested_at=NOW,
        requested_by=upload.uploaded_by,
        drawn_at=NOW,
        pooled=1,
    )
    CheckedSystem.objects.create(evidence_check=check, upload=upload)
    item = upload.release.items.order_by("record_id")[0]
    assert upload.release.campaign.corpus is not None
    page = upload.release.campaign.corpus.pages.order_by("title")[0]
    pieces = [[page.title, "sentence_0"]]
    return PooledSet.objects.create(
        evidence_check=check,
        position=1,
        item=item,
        pieces=pieces,
        digest=digest_of([(page.title, "sentence_0")]),
        is_gold=False,
    )
