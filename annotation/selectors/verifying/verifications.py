"""Reading verifications: a person's history, and what was submitted, with its log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import F, Prefetch, Q, QuerySet

from accounts.models import User
from annotation.models import (
    QUEUED_PURPOSES,
    Attempt,
    Claim,
    ClaimReport,
    Evidence,
    EvidenceSet,
    InteractionKind,
    Verification,
    VerificationVersion,
)
from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.judgements import Judgement
from annotation.selectors.logs.acts import read_timeline
from annotation.selectors.verifying.elements import ShownElement, read_pages, shown_element
from campaigns.models import Campaign


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryFilter:
    """A choice among a person's verifications; empty fields leave everything in."""

    verdict: str = ""
    outcome: str = ""
    words: str = ""
    since: datetime | None = None
    until: datetime | None = None


EVERYTHING = HistoryFilter()


def history_of(
    annotator: User, campaign: Campaign, chosen: HistoryFilter = EVERYTHING
) -> QuerySet[Attempt]:
    """Return what somebody verified, skipped or reported in a campaign, newest first."""
    purposes = (*QUEUED_PURPOSES, Attempt.Purpose.MACHINE)
    mine = Attempt.objects.filter(
        annotator=annotator, claim__campaign=campaign, purpose__in=purposes
    ).exclude(outcome__in=[Attempt.Outcome.LOST, Attempt.Outcome.UNDONE])
    if chosen.verdict:
        mine = mine.filter(verification__verdict=chosen.verdict)
    if chosen.outcome:
        mine = mine.filter(outcome=chosen.outcome)
    if chosen.words and "\0" not in chosen.words:
        mine = mine.filter(claim__text__icontains=chosen.words)
    if chosen.since is not None:
        mine = mine.filter(started_at__gte=chosen.since)
    if chosen.until is not None:
        mine = mine.filter(started_at__lt=chosen.until)
    return mine.select_related("claim", "verification", "skip", "report").order_by("-pk")


def verifications_in(
    campaign: Campaign, *, valid: bool = True, of_machines: bool = False
) -> QuerySet[Verification]:
    """Return the verifications of a campaign that count for the dataset, oldest first.

    Those for gold, adjudication and calibration are not among them. Those of machines never
    count; they are returned instead where they are asked for.
    """
    purpose = Attempt.Purpose.MACHINE if of_machines else Attempt.Purpose.VERIFY
    rows = Verification.objects.filter(campaign=campaign, purpose=purpose)
    if valid:
        rows = rows.filter(void_since=None, claim__state=Claim.State.LIVE)
    return rows.order_by("submitted_at", "pk")


def with_latest_versions(rows: QuerySet[Verification]) -> QuerySet[Verification]:
    """Add the latest version with its evidence as `latest`, a list of one; four queries in all."""
    evidence = Evidence.objects.select_related("page").order_by("position")
    sets = EvidenceSet.objects.order_by("position").prefetch_related(Prefetch("evidence", evidence))
    latest = (
        VerificationVersion.objects.filter(number=F("verification__number"))
        .select_related("claim_version")
        .prefetch_related(Prefetch("evidence_sets", sets))
    )
    return rows.prefetch_related(Prefetch("versions", latest, to_attr="latest"))


@dataclass(frozen=True, slots=True)
class ShownVersion:
    """A version as it was submitted, with texts and contexts."""

    version: VerificationVersion
    sets: tuple[tuple[ShownElement, ...], ...]


@dataclass(frozen=True, slots=True)
class TimelineStep:
    """An act in the replay: its time, its kind, and the words that go with it."""

    at_ms: int
    kind: InteractionKind
    text: str
    body: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ShownVerification:
    """A verification with all its versions, newest first."""

    verification: Verification
    versions: tuple[ShownVersion, ...]

    @property
    def latest(self) -> ShownVersion:
        return self.versions[0]


def shown_verification(verification: Verification) -> ShownVerification:
    """Return a verification as managers and its author read it. Opens the pages of the evidence."""
    versions = verification.versions.select_related("claim_version", "guidelines")
    shown = (
        ShownVersion(version, shown_evidence(version)) for version in versions.order_by("-number")
    )
    return ShownVerification(verification, tuple(shown))


def shown_evidence(version: VerificationVersion) -> tuple[tuple[ShownElement, ...], ...]:
    """Return the evidence sets of a version with texts and contexts, in order."""
    corpus = version.verification.campaign.corpus
    assert corpus is not None
    sets = elements_of(version)
    pages = read_pages(corpus, {one.page for elements in sets for one in elements})
    return tuple(
        tuple(shown_element(pages[one.page].document, one) for one in elements) for elements in sets
    )


def elements_of(version: VerificationVersion) -> list[list[ElementReference]]:
    """Return the evidence sets of a version, in order."""
    rows = Evidence.objects.filter(evidence_set__version=version)
    sets: dict[int, list[ElementReference]] = {}
    for number, title, address in rows.order_by("evidence_set__position", "position").values_list(
        "evidence_set__position", "page__title", "address"
    ):
        sets.setdefault(number, []).append(ElementReference(title, address))
    return list(sets.values())


def judgement_of(version: VerificationVersion) -> Judgement:
    """Return what was submitted, for a desk that opens it again."""
    return Judgement(
        verdict=version.verdict,
        answer=version.answer,
        tags=version.tags,
        sets=elements_of(version),
        note=version.note,
    )


# Left out of a replay: these say that somebody was there, not what they did.
_PRESENCE = frozenset(
    {
        InteractionKind.HEARTBEAT,
        InteractionKind.INPUT,
        InteractionKind.LOADING_STARTED,
        InteractionKind.LOADING_ENDED,
        InteractionKind.DRAFT_SAVED,
    }
)
# The fields of a body that may hold the words of an act; the first that is there counts.
_WORDS = ("query", "anchor", "title", "to", "verdict", "answer", "value", "reason", "field")


def timeline_of(attempt: Attempt, *, with_presence: bool = False) -> list[TimelineStep]:
    """Return what was searched, opened, selected and decided, and when."""
    return [
        TimelineStep(act.at_ms, InteractionKind(act.kind), _words(act.body), dict(act.body))
        for act in read_timeline(attempt)
        if with_presence or act.kind not in _PRESENCE
    ]


def _words(body: Any) -> str:
    if "address" in body:
        return f"{body['page']} · {body['address']}"
    return next((str(body[name]) for name in _WORDS if body.get(name)), "")


def open_reports(campaign: Campaign) -> QuerySet[ClaimReport]:
    """Return the reports that wait for a manager's decision, oldest first."""
    rows = ClaimReport.objects.filter(campaign=campaign, state=ClaimReport.State.OPEN)
    return rows.select_related(
        "claim__author", "claim__highlight__page", "claim_version", "attempt__annotator"
    ).order_by("reported_at", "pk")


def decided_reports(claims: Iterable[Claim]) -> dict[int, list[ClaimReport]]:
    """Return the earlier reports of claims that a manager has decided, oldest first, by claim."""
    rows = ClaimReport.objects.filter(claim__in=claims).exclude(state=ClaimReport.State.OPEN)
    return _by_claim(
        rows.select_related("attempt__annotator", "decided_by").order_by("decided_at", "pk")
    )


def verifications_of(claims: Iterable[Claim]) -> dict[int, list[Verification]]:
    """Return all verifications of claims, void ones included, oldest first, by claim."""
    rows = Verification.objects.filter(claim__in=claims).select_related("annotator")
    return _by_claim(rows.order_by("submitted_at", "pk"))


RowT = TypeVar("RowT", ClaimReport, Verification)


def _by_claim(rows: Iterable[RowT]) -> dict[int, list[RowT]]:
    found: dict[int, list[RowT]] = {}
    for row in rows:
        found.setdefault(row.claim_id, []).append(row)
    return found


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The verifications before and after one, in the order in which they were submitted."""

    previous: Verification | None
    next: Verification | None


def neighbours_of(verification: Verification) -> Neighbours:
    """Return the neighbours of a verification in its campaign."""
    rows = verifications_in(verification.campaign, valid=False)
    at, pk = verification.submitted_at, verification.pk
    before = rows.filter(Q(submitted_at__lt=at) | Q(submitted_at=at, pk__lt=pk))
    after = rows.filter(Q(submitted_at__gt=at) | Q(submitted_at=at, pk__gt=pk))
    return Neighbours(before.order_by("-submitted_at", "-pk").first(), after.first())
