"""Reading a campaign for a report: column by column, in chunks, with a version of what was read."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from hashlib import blake2b
from itertools import groupby, islice
from sys import intern
from typing import Any, TypeVar

from django.db.models import F, Max, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from accounts.models import User
from annotation.models import (
    Adjudication,
    Attempt,
    Claim,
    ClaimReport,
    Evidence,
    Skip,
    Verification,
    VerificationVersion,
)
from annotation.selectors.review.arms import compared_claims
from annotation.selectors.review.spot_checks import counting_versions
from campaigns.models import Campaign
from campaigns.protocols.protocol import Protocol
from quality.measuring.columns import (
    CampaignData,
    CodedSet,
    EvidenceElements,
    GoldAnswer,
    MachineVerification,
    MeasuredClaim,
    MeasuredVerification,
)
from wiki import documents
from wiki.models import Page, PageTable
from wiki.parsing.addresses import AddressKind, kind_of
from wiki.parsing.excerpt import read_excerpt

_ROWS_AT_ONCE = 5000
_PAGES_AT_ONCE = 300
# Of the text of a claim's evidence, for the probe that sees nothing else.
LONGEST_EVIDENCE = 2000
_COUNTED = (Attempt.Purpose.VERIFY, Attempt.Purpose.ADJUDICATION)

StreamedT = TypeVar("StreamedT")
# Called before each chunk is read, so that a job can report and stop.
ReadingListener = Callable[[], None]


def _chunks(rows: Iterable[StreamedT], size: int) -> Iterator[list[StreamedT]]:
    left = iter(rows)
    while chunk := list(islice(left, size)):
        yield chunk


class CampaignReader:
    """Reads a campaign once; `version` is a digest of all rows that were read."""

    def __init__(self, campaign: Campaign, protocol: Protocol, listen: ReadingListener) -> None:
        self._campaign = campaign
        self._protocol = protocol
        self._listen = listen
        self._digest = blake2b(digest_size=16)

    @property
    def version(self) -> str:
        return self._digest.hexdigest()

    def read(self) -> CampaignData:
        """Return all that reports need."""
        people = {
            pk: str(public_id)
            for pk, public_id in User.objects.filter(
                verifications__campaign=self._campaign
            ).values_list("pk", "public_id")
        }
        claims = list(self._claims())
        known = {claim.pk for claim in claims}
        verifications = [row for row in self._verifications(people) if row.claim in known]
        machines = [row for row in self._machines(people) if row.claim in known]
        versions = {row.version for row in verifications}
        evidence, elements = self._evidence(versions | {row.version for row in machines})
        self._listen()
        counting = {
            row.claim: row.version
            for row in counting_versions(self._campaign)
            if row.version in versions
        }
        self._digest.update(repr(sorted(counting.items())).encode())
        reports, reported = self._reports()
        return CampaignData(
            verdicts=self._protocol.verdicts.names,
            claims=claims,
            verifications=verifications,
            evidence=evidence,
            elements=elements,
            counting=counting,
            gold=list(self._gold(people)),
            machines=machines,
            causes=self._causes(),
            skips=self._skips(),
            reports=reports,
            reported_claims=reported,
            corpus=self._corpus(),
        )

    def _stream(self, rows: QuerySet[Any, Any]) -> Iterator[tuple[Any, ...]]:
        """Yield rows in chunks, and take them into the version."""
        for batch in _chunks(rows.iterator(_ROWS_AT_ONCE), _ROWS_AT_ONCE):
            self._listen()
            self._digest.update(repr(batch).encode())
            yield from batch

    def _claims(self) -> Iterator[MeasuredClaim]:
        rows = Claim.objects.filter(campaign=self._campaign, state=Claim.State.LIVE)
        if not self._campaign.is_demonstration:
            rows = rows.exclude(author__is_simulated=True)
        fields = rows.order_by("pk").values_list(
            "pk",
            "text",
            "slot",
            "prescribed",
            "verdict",
            "tags",
            "highlight__source",
            "highlight__page",
            "attempt__active_ms",
            "arm",
            "highlight",
            "highlight__feedback",
        )
        compared = compared_claims(self._campaign)
        self._digest.update(repr(sorted(compared)).encode())
        for row in self._stream(fields):
            pk, text, slot, prescribed, verdict, tags, source, page, active, arm, *dealt = row
            highlight, feedback = dealt
            yield MeasuredClaim(
                pk,
                text,
                intern(slot),
                {intern(name): intern(str(value)) for name, value in prescribed.items()},
                intern(verdict),
                intern(tags.get("challenge", "")),
                intern(source or ""),
                # Imported claims have no highlight; each is a group of its own.
                page if page is not None else -pk,
                active or 0,
                intern(arm) if pk in compared else "",
                highlight or 0,
                intern(feedback or ""),
            )

    def _verifications(self, people: Mapping[int, str]) -> Iterator[MeasuredVerification]:
        in_force = Adjudication.objects.filter(campaign=self._campaign, superseded_at=None)
        rulings = set(in_force.values_list("verification", flat=True))
        rows = VerificationVersion.objects.filter(
            verification__campaign=self._campaign,
            verification__purpose__in=_COUNTED,
            verification__void_since=None,
            number=F("verification__number"),
        )
        if not self._campaign.is_demonstration:
            rows = rows.filter(verification__annotator__is_simulated=False)
        fields = rows.order_by(
            "verification__claim", "verification__submitted_at", "verification"
        ).values_list(
            "verification__claim",
            "verification__annotator",
            "pk",
            "verdict",
            "tags",
            "verification__submitted_at",
            "active_ms",
            "scope",
            "verification__purpose",
            "verification",
        )
        for row in self._stream(fields):
            claim, person, pk, verdict, tags, at, active, scope, purpose, verification = row
            is_adjudication = purpose == Attempt.Purpose.ADJUDICATION
            if is_adjudication and verification not in rulings:
                continue
            yield MeasuredVerification(
                claim,
                people[person],
                pk,
                intern(verdict),
                intern(tags.get("challenge", "")),
                at,
                active,
                tuple(map(intern, scope)),
                is_adjudication,
            )

    def _machines(self, people: Mapping[int, str]) -> Iterator[MachineVerification]:
        rows = VerificationVersion.objects.filter(
            verification__campaign=self._campaign,
            verification__purpose=Attempt.Purpose.MACHINE,
            verification__void_since=None,
            number=F("verification__number"),
        )
        fields = rows.order_by("verification").values_list(
            "verification__claim",
            "verification__annotator",
            "pk",
            "verdict",
            "verification__is_unconfirmed",
        )
        for claim, person, pk, verdict, is_unconfirmed in self._stream(fields):
            yield MachineVerification(claim, people[person], pk, intern(verdict), is_unconfirmed)

    def _evidence(
        self, versions: set[int]
    ) -> tuple[dict[int, tuple[CodedSet, ...]], EvidenceElements]:
        rows = (
            Evidence.objects.filter(evidence_set__version__verification__campaign=self._campaign)
            .order_by("evidence_set__version", "evidence_set__position", "position")
            .values_list("evidence_set__version", "evidence_set__position", "page", "address")
        )
        codes: dict[tuple[int, str], int] = {}
        evidence: dict[int, tuple[CodedSet, ...]] = {}
        for version, pieces in groupby(self._stream(rows), key=lambda row: row[0]):
            if version in versions:
                evidence[version] = tuple(
                    tuple(
                        codes.setdefault((page, address), len(codes)) for *_, page, address in one
                    )
                    for _, one in groupby(pieces, key=lambda row: row[1])
                )
        pages = [page for page, _ in codes]
        addresses = [intern(address) for _, address in codes]
        return evidence, EvidenceElements(pages, addresses, self._table_sizes(codes))

    def _table_sizes(
        self, codes: Iterable[tuple[int, str]]
    ) -> dict[tuple[int, int], tuple[int, int]]:
        """Return rows and columns of the tables on the pages that cells are from."""
        tables = (AddressKind.CELL, AddressKind.HEADER_CELL)
        pages = sorted({page for page, address in codes if kind_of(address) in tables})
        sizes = {}
        for batch in _chunks(pages, _PAGES_AT_ONCE):
            self._listen()
            found = PageTable.objects.filter(page__in=batch)
            for page, number, rows, columns in found.values_list(
                "page", "number", "rows", "columns"
            ):
                sizes[page, number] = (rows, columns)
        return sizes

    def _gold(self, people: Mapping[int, str]) -> Iterator[GoldAnswer]:
        given = Verification.objects.filter(campaign=self._campaign)
        answers = dict(
            given.filter(purpose=Attempt.Purpose.GOLD)
            .order_by("submitted_at", "pk")
            .values_list("claim", "verdict")
        )
        rows = given.filter(
            purpose__in=(Attempt.Purpose.CALIBRATION, Attempt.Purpose.SILENT),
            claim__verifications__purpose=Attempt.Purpose.GOLD,
        )
        if not self._campaign.is_demonstration:
            rows = rows.filter(annotator__is_simulated=False)
        fields = rows.order_by("submitted_at", "pk").distinct()
        for claim, person, verdict, at, _pk in self._stream(
            fields.values_list("claim", "annotator", "verdict", "submitted_at", "pk")
        ):
            yield GoldAnswer(people[person], intern(verdict), intern(answers[claim]), at)

    def _causes(self) -> dict[str, int]:
        rows = Adjudication.objects.filter(campaign=self._campaign, superseded_at=None)
        return dict(
            Counter(cause for (cause,) in self._stream(rows.order_by("pk").values_list("cause")))
        )

    def _skips(self) -> dict[str, dict[str, int]]:
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        for path in ("attempt__highlight__campaign", "attempt__claim__campaign"):
            rows = Skip.objects.filter(**{path: self._campaign}).exclude(
                Q(attempt__outcome=Attempt.Outcome.UNDONE)
                | Q(attempt__purpose=Attempt.Purpose.MACHINE)
            )
            fields = rows.order_by("pk").values_list("attempt__purpose", "reason")
            for purpose, reason in self._stream(fields):
                counts[purpose][reason] += 1
        return {purpose: dict(reasons) for purpose, reasons in counts.items()}

    def _reports(self) -> tuple[dict[str, int], int]:
        """Return how many reports name each reason, and how many claims were reported."""
        rows = ClaimReport.objects.filter(campaign=self._campaign).exclude(
            state=ClaimReport.State.UNDONE
        )
        reasons, claims = Counter[str](), set()
        for claim, named in self._stream(rows.order_by("pk").values_list("claim", "reasons")):
            reasons.update(named)
            claims.add(claim)
        return dict(reasons), len(claims)

    def _corpus(self) -> dict[str, int]:
        self._listen()
        pages = Page.objects.filter(corpus=self._campaign.corpus)
        sums = pages.aggregate(sentences=Sum("sentences"), tables=Sum("tables"), lists=Sum("lists"))
        return {"pages": pages.count(), **{name: total or 0 for name, total in sums.items()}}


def evidence_texts(data: CampaignData, listen: ReadingListener) -> dict[int, str]:
    """Return the text of the evidence that counts, by version; each page is read once."""
    wanted: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for version in data.counting.values():
        for code in dict.fromkeys(code for codes in data.sets_of(version) for code in codes):
            page = data.elements.pages[code]
            wanted[page][data.elements.addresses[code]].append(version)
    texts: dict[int, str] = {}
    for batch in _chunks(sorted(wanted), _PAGES_AT_ONCE):
        listen()
        rows = Page.objects.filter(pk__in=batch).values_list("pk", "content__document")
        for page, packed in rows.iterator(100):
            of_page = wanted.pop(page)
            excerpt = read_excerpt(documents.unpack_text(packed), of_page)
            for address, versions in of_page.items():
                text = getattr(excerpt.find(address), "text", "") or ""
                for version in versions:
                    before = texts.get(version, "")
                    if len(before) < LONGEST_EVIDENCE:
                        texts[version] = f"{before} {text}"[:LONGEST_EVIDENCE]
    return texts


def first_written_at(campaign: Campaign) -> datetime | None:
    """Return when the first claim of the campaign was written, by an index alone."""
    rows = Claim.objects.filter(campaign=campaign).order_by("pk")
    return rows.values_list("written_at", flat=True).first()


def latest_change(campaign: Campaign) -> datetime | None:
    """Return when work of the campaign was last submitted or decided, by indexes alone.

    A correction of a verification is not looked for: other work follows it.
    """
    verified = Verification.objects.filter(campaign=campaign).order_by("-submitted_at")
    written = Claim.objects.filter(campaign=campaign).order_by("-pk")
    decided = Adjudication.objects.filter(campaign=campaign).order_by("-decided_at")
    reported = ClaimReport.objects.filter(campaign=campaign)
    times = [
        verified.values_list("submitted_at", flat=True).first(),
        written.values_list("written_at", flat=True).first(),
        decided.values_list("decided_at", flat=True).first(),
        reported.aggregate(at=Max(Coalesce("decided_at", "reported_at")))["at"],
    ]
    return max((at for at in times if at is not None), default=None)
