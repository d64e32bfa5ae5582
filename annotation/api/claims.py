"""The API of a campaign's claims and highlights, for its managers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import Http404
from msgspec import Meta, Struct
from rest_framework.request import Request

from accounts.models import User
from accounts.roles import Area
from annotation.models import Claim, ClaimReport, Highlight, VerificationVersion
from annotation.selectors.campaign import claims as selectors
from annotation.selectors.campaign.work_in_progress import highlights_in
from campaigns.access import CampaignAccess, campaign_for
from campaigns.models import Campaign
from core.api.lists import Listing, ListParameters, newest_first
from core.api.operations import operation
from core.api.struct_schemas import one_of
from core.api.views import ApiView

TAG = "claims"
ClaimState = Annotated[
    str,
    one_of(
        state.value
        for state in Claim.State
        if state not in (Claim.State.GOLD, Claim.State.CALIBRATION)
    ),
]
HighlightState = Annotated[
    str, one_of(state.value for state in Highlight.State if state != Highlight.State.GOLD)
]
ReportState = Annotated[str, one_of(ClaimReport.State.values)]
# A name of the protocol's.
DesignWord = Annotated[str, Meta(max_length=60)]


class ClaimParameters(ListParameters, frozen=True, kw_only=True):
    """The filters of the list of claims; `verdict` is one that was given by a verification."""

    state: ClaimState = ""
    slot: DesignWord = ""
    intended: DesignWord = ""
    verdict: DesignWord = ""
    verified: bool | None = None
    author: UUID | None = None
    verifier: UUID | None = None
    disagreement: Annotated[str, one_of(["verdict", "evidence"])] = ""
    report: ReportState = ""
    q: Annotated[str, Meta(max_length=200)] = ""
    since: Annotated[datetime, Meta(tz=True)] | None = None
    until: Annotated[datetime, Meta(tz=True)] | None = None


class HighlightParameters(ListParameters, frozen=True, kw_only=True):
    """The filters of the list of highlights."""

    state: HighlightState = ""
    source: DesignWord = ""
    q: Annotated[str, Meta(max_length=200)] = ""


class PersonAnswer(Struct, frozen=True):
    """A person, as the managers of their campaign see them, or a machine."""

    id: UUID
    name: str
    is_machine: bool


class ElementAt(Struct, frozen=True):
    """An element of a page."""

    page: str
    address: str


class ListedClaim(Struct, frozen=True):
    """A claim; `verdicts` are those of the verifications that count, in no order of time."""

    id: UUID
    text: str
    state: ClaimState
    slot: str
    intended: str
    prescribed: dict[str, str]
    tags: dict[str, str]
    author: PersonAnswer | None
    written_at: datetime
    verdicts: list[str]
    open_reports: int


class VersionAnswer(Struct, frozen=True):
    """A version of a verification, with its evidence."""

    number: int
    claim_text: str
    verdict: str
    answer: str
    tags: dict[str, str]
    sets: list[list[ElementAt]]
    note: str
    submitted_at: datetime


class ClaimVerificationAnswer(Struct, frozen=True):
    """A verification of a claim in its latest version."""

    id: UUID
    person: PersonAnswer
    purpose: str
    is_void: bool
    is_unconfirmed: bool
    latest: VersionAnswer


class ClaimVersionAnswer(Struct, frozen=True):
    """A version of a claim."""

    number: int
    text: str
    verdict: str
    written_at: datetime


class ClaimReportAnswer(Struct, frozen=True):
    """A report of a claim."""

    id: UUID
    person: PersonAnswer
    reasons: list[str]
    note: str
    state: ReportState
    reported_at: datetime


class DecisionAnswer(Struct, frozen=True):
    """A decision of the adjudication bench."""

    id: UUID
    person: PersonAnswer
    outcome: str
    cause: str
    verdict: str
    comment: str
    decided_at: datetime
    superseded_at: datetime | None


class ClaimRecordAnswer(Struct, frozen=True):
    """Everything that is known about a claim."""

    id: UUID
    text: str
    state: ClaimState
    slot: str
    intended: str
    prescribed: dict[str, str]
    tags: dict[str, str]
    author: PersonAnswer | None
    written_at: datetime
    highlight: list[ElementAt]
    versions: list[ClaimVersionAnswer]
    verifications: list[ClaimVerificationAnswer]
    reports: list[ClaimReportAnswer]
    decisions: list[DecisionAnswer]


class HighlightAnswer(Struct, frozen=True):
    """A highlight that was drawn."""

    id: UUID
    page: str
    source: str
    addresses: list[str]
    state: HighlightState
    drawn_at: datetime


class ManagedView(ApiView):
    """The base of the resources that the managers of a campaign read."""

    needs_design = False
    access: CampaignAccess

    def enter(self, request: Request, **arguments: Any) -> None:
        public_id = arguments["public_id"]
        self.access = campaign_for(
            request, public_id, Area.CAMPAIGNS, with_design=self.needs_design
        )


class ClaimList(ManagedView):
    """The claims of a campaign."""

    @operation(
        "claims_list",
        "List the claims of a campaign, newest first",
        tag=TAG,
        parameters=ClaimParameters,
        answer=Listing[ListedClaim],
    )
    def get(
        self, request: Request, public_id: UUID, *, parameters: ClaimParameters
    ) -> Listing[ListedClaim]:
        rows = selectors.claims_in(self.access.campaign).filter(
            _condition(self.access.campaign, parameters)
        )
        found, following = newest_first(rows, parameters, time="written_at")
        return Listing([_claim(claim) for claim in found], following)


class ClaimDetail(ManagedView):
    """One claim."""

    needs_design = True
    claim: Claim

    def enter(self, request: Request, **arguments: Any) -> None:
        super().enter(request, **arguments)
        rows = Claim.objects.select_related(
            "campaign__corpus", "author", "attempt", "highlight__page", "base", "guidelines"
        )
        found = rows.filter(campaign=self.access.campaign, public_id=arguments["claim_id"]).first()
        if found is None:
            raise Http404
        self.claim = found

    @operation("claims_read", "Read everything about a claim", tag=TAG, answer=ClaimRecordAnswer)
    def get(self, request: Request, public_id: UUID, claim_id: UUID) -> ClaimRecordAnswer:
        return _record(selectors.claim_record(self.claim))


class HighlightList(ManagedView):
    """The highlights of a campaign."""

    @operation(
        "highlights_list",
        "List the highlights of a campaign, the last drawn first",
        tag=TAG,
        parameters=HighlightParameters,
        answer=Listing[HighlightAnswer],
    )
    def get(
        self, request: Request, public_id: UUID, *, parameters: HighlightParameters
    ) -> Listing[HighlightAnswer]:
        rows: QuerySet[Highlight] = highlights_in(self.access.campaign)
        if parameters.state:
            rows = rows.filter(state=parameters.state)
        if parameters.source:
            rows = rows.filter(source=parameters.source)
        if parameters.q:
            rows = rows.filter(page__title__icontains=parameters.q)
        found, following = newest_first(rows, parameters, time="drawn_at")
        return Listing([_highlight(one) for one in found], following)


def _condition(campaign: Campaign, chosen: ClaimParameters) -> Q:
    """Return the condition that all filters together mean."""
    plain: dict[str, Any] = {
        "state": chosen.state,
        "slot": chosen.slot,
        "verdict": chosen.intended,
        "author__public_id": chosen.author,
        "text__icontains": chosen.q,
        "written_at__gte": chosen.since,
        "written_at__lt": chosen.until,
    }
    condition = Q(**{path: value for path, value in plain.items() if value})
    if chosen.verdict:
        condition &= selectors.with_verdict(campaign, chosen.verdict)
    if chosen.verified is not None:
        unverified = selectors.not_verified(campaign)
        condition &= ~unverified if chosen.verified else unverified
    if chosen.verifier is not None:
        condition &= selectors.verified_by(campaign, str(chosen.verifier))
    if chosen.disagreement:
        condition &= selectors.disagreed_about(campaign, chosen.disagreement)
    if chosen.report:
        condition &= selectors.reported(campaign, chosen.report)
    return condition


def person_answer(person: User) -> PersonAnswer:
    """Return a person as managers see them."""
    return PersonAnswer(person.public_id, str(person), person.is_machine)


def version_answer(version: VerificationVersion, sets: Sequence[Sequence[Any]]) -> VersionAnswer:
    """Return a version with its evidence, given as elements with a page and an address."""
    return VersionAnswer(
        number=version.number,
        claim_text=version.claim_version.text,
        verdict=version.verdict,
        answer=version.answer,
        tags=version.tags,
        sets=[[ElementAt(one.page, one.address) for one in elements] for elements in sets],
        note=version.note,
        submitted_at=version.submitted_at,
    )


def _claim(claim: Claim) -> ListedClaim:
    return ListedClaim(
        id=claim.public_id,
        text=claim.text,
        state=claim.state,
        slot=claim.slot,
        intended=claim.verdict,
        prescribed=claim.prescribed,
        tags=claim.tags,
        author=person_answer(claim.author) if claim.author is not None else None,
        written_at=claim.written_at,
        verdicts=[one.verdict for one in claim.counting],  # type: ignore[attr-defined]
        open_reports=len(claim.open_reports),  # type: ignore[attr-defined]
    )


def _record(record: selectors.ClaimRecord) -> ClaimRecordAnswer:
    claim = record.claim
    highlighted = []
    if claim.highlight is not None:
        title = claim.highlight.page.title
        highlighted = [ElementAt(title, address) for address in claim.highlight.addresses]
    return ClaimRecordAnswer(
        id=claim.public_id,
        text=claim.text,
        state=claim.state,
        slot=claim.slot,
        intended=claim.verdict,
        prescribed=claim.prescribed,
        tags=claim.tags,
        author=person_answer(claim.author) if claim.author is not None else None,
        written_at=claim.written_at,
        highlight=highlighted,
        versions=[
            ClaimVersionAnswer(one.number, one.text, one.verdict, one.written_at)
            for one in record.versions
        ],
        verifications=[
            ClaimVerificationAnswer(
                id=each.verification.public_id,
                person=person_answer(each.verification.annotator),
                purpose=each.verification.purpose,
                is_void=each.verification.void_since is not None,
                is_unconfirmed=each.verification.is_unconfirmed,
                latest=version_answer(
                    each.shown.version,
                    [[one.element for one in elements] for elements in each.shown.sets],
                ),
            )
            for each in record.verifications
        ],
        reports=[
            ClaimReportAnswer(
                id=report.public_id,
                person=person_answer(report.attempt.annotator),
                reasons=report.reasons,
                note=report.note,
                state=report.state,
                reported_at=report.reported_at,
            )
            for report in record.reports
        ],
        decisions=[
            DecisionAnswer(
                id=one.public_id,
                person=person_answer(one.adjudicator),
                outcome=one.outcome,
                cause=one.cause,
                verdict=one.verification.verdict if one.verification is not None else "",
                comment=one.comment,
                decided_at=one.decided_at,
                superseded_at=one.superseded_at,
            )
            for one in record.adjudications
        ],
    )


def _highlight(highlight: Highlight) -> HighlightAnswer:
    return HighlightAnswer(
        id=highlight.public_id,
        page=highlight.page.title,
        source=highlight.source,
        addresses=list(highlight.addresses),
        state=highlight.state,
        drawn_at=highlight.drawn_at,
    )
