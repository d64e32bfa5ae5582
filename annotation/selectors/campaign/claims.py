"""All claims of a campaign for its managers, and everything that is known about one of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from accounts.models import User
from annotation.models import (
    QUEUED_PURPOSES,
    Adjudication,
    Attempt,
    Claim,
    ClaimReport,
    ClaimReview,
    ClaimVersion,
    Verification,
    VerificationVersion,
)
from annotation.rules.verifying.elements import ElementReference, kind_at
from annotation.selectors.review.disagreements import counting_verifications, disagreements_in
from annotation.selectors.verifying.elements import (
    LoadedPage,
    read_pages,
    shown_element,
)
from annotation.selectors.verifying.verifications import (
    ShownVersion,
    TimelineStep,
    timeline_of,
    with_latest_versions,
)
from annotation.selectors.writing.highlights import quotes_of
from campaigns.models import Campaign, Membership, Question

# All of a long highlight, as of a whole table, is read in the article.
LONGEST_HIGHLIGHT = 1200
# The first steps of a long log; all of them are in the release's internal files.
MOST_STEPS = 300


def claims_in(campaign: Campaign) -> QuerySet[Claim]:
    """Return the claims of a campaign's dataset, withdrawn ones included, as a list shows them."""
    claims = Claim.objects.filter(campaign=campaign).select_related("author")
    counting = counting_verifications(campaign).order_by("verdict", "pk")
    open_reports = ClaimReport.objects.filter(state=ClaimReport.State.OPEN)
    return claims.prefetch_related(
        Prefetch("verifications", counting, to_attr="counting"),
        Prefetch("reports", open_reports, to_attr="open_reports"),
    )


def people_in(campaign: Campaign) -> QuerySet[User]:
    """Return everyone who writes or verifies in a campaign, or did, by name."""
    members = Membership.objects.filter(campaign=campaign, user=OuterRef("pk")).exclude(
        writes_claims=False, verifies_claims=False
    )
    written = Claim.objects.filter(campaign=campaign, author=OuterRef("pk"))
    verified = Verification.objects.filter(
        campaign=campaign, annotator=OuterRef("pk"), purpose__in=QUEUED_PURPOSES
    )
    # Who took items and submitted none has skips and hours to be read.
    at_claims = Attempt.objects.filter(
        annotator=OuterRef("pk"), purpose__in=QUEUED_PURPOSES, claim__campaign=campaign
    )
    at_highlights = Attempt.objects.filter(
        annotator=OuterRef("pk"), purpose=Attempt.Purpose.WRITE, highlight__campaign=campaign
    )
    known = Q()
    for rows in (members, written, verified, at_claims, at_highlights):
        known |= Q(Exists(rows))
    return User.objects.filter(known).order_by("name", "username")


def with_verdict(campaign: Campaign, verdict: str) -> Q:
    """Return the condition that a verification of the claim that counts has this verdict."""
    given = counting_verifications(campaign).filter(verdict=verdict)
    return Q(pk__in=given.order_by().values("claim"))


def not_verified(campaign: Campaign) -> Q:
    """Return the condition that no verification of the claim counts."""
    return ~Q(pk__in=counting_verifications(campaign).order_by().values("claim"))


def listed_verifications(campaign: Campaign) -> QuerySet[Verification]:
    """Return the verifications of claims in the list, by experts as well; silent gold is not."""
    return Verification.objects.filter(
        campaign=campaign, purpose__in=[Attempt.Purpose.VERIFY, Attempt.Purpose.EXPERT]
    )


def verified_by(campaign: Campaign, person: str) -> Q:
    """Return the condition that this person, by their public id, verified the claim."""
    theirs = listed_verifications(campaign).filter(annotator__public_id=person)
    return Q(pk__in=theirs.order_by().values("claim"))


def disagreed_about(campaign: Campaign, about: str) -> Q:
    """Return the condition that people disagree about the verdict or about the evidence."""
    found = disagreements_in(campaign, about_evidence=about == "evidence")
    return Q(pk__in=found.order_by().values("pk"))


def reported(campaign: Campaign, state: str) -> Q:
    """Return the condition that a report of the claim is in a state; in any, for an empty one."""
    reports = ClaimReport.objects.filter(campaign=campaign)
    if state:
        reports = reports.filter(state=state)
    return Q(pk__in=reports.values("claim"))


@dataclass(frozen=True, slots=True)
class ClaimNeighbours:
    """The claims before and after one, in the order of a list."""

    previous: Claim | None
    next: Claim | None


def claim_neighbours(
    claim: Claim, rows: QuerySet[Claim], *, newest_first: bool, find_once: bool = False
) -> ClaimNeighbours:
    """Return the neighbours of a claim among rows that are listed by their keys.

    With `find_once` the keys of all rows are read, for rows that take long to find.
    """
    if find_once:
        keys = list(rows.order_by("pk").values_list("pk", flat=True))
        before, after = bisect_left(keys, claim.pk), bisect_right(keys, claim.pk)
        rows = Claim.objects.filter(pk__in=[*keys[max(before - 1, 0) : before], *keys[after:][:1]])
    older = rows.filter(pk__lt=claim.pk).order_by("-pk").only("public_id").first()
    newer = rows.filter(pk__gt=claim.pk).order_by("pk").only("public_id").first()
    return ClaimNeighbours(newer, older) if newest_first else ClaimNeighbours(older, newer)


@dataclass(frozen=True, slots=True)
class ClaimVerification:
    """A verification of a claim with its latest version and the evidence of that."""

    verification: Verification
    shown: ShownVersion


@dataclass(frozen=True, slots=True)
class ClaimRecord:
    """Everything that is known about a claim."""

    claim: Claim
    # The beginning of its highlight.
    highlight: str
    versions: Sequence[ClaimVersion]
    siblings: Sequence[Claim]
    verifications: Sequence[ClaimVerification]
    reports: Sequence[ClaimReport]
    reviews: Sequence[ClaimReview]
    adjudications: Sequence[Adjudication]
    questions: Sequence[Question]
    attempts: Sequence[Attempt]
    # The log of the attempt in which it was written.
    steps: Sequence[TimelineStep]


def claim_record(claim: Claim) -> ClaimRecord:
    """Return a claim's record. The number of queries does not grow with what is known."""
    rows = Verification.objects.filter(claim=claim).select_related("annotator")
    verifications = list(with_latest_versions(rows).order_by("submitted_at", "pk"))
    pages = _pages_of(claim, verifications)
    siblings = Claim.objects.filter(highlight=claim.highlight_id).exclude(pk=claim.pk)
    reports = ClaimReport.objects.filter(claim=claim)
    reviews = ClaimReview.objects.filter(claim=claim)
    adjudications = Adjudication.objects.filter(claim=claim)
    subjects = Attempt.objects.filter(Q(claim=claim) | Q(pk=claim.attempt_id))
    questions = Question.objects.filter(subject__attempt__in=subjects.values("pk"))
    steps = timeline_of(claim.attempt) if claim.attempt is not None else []
    return ClaimRecord(
        claim=claim,
        highlight=_highlight(claim),
        versions=list(claim.versions.select_related("written_by").order_by("-number")),
        siblings=list(siblings.order_by("pk")) if claim.highlight_id else [],
        verifications=[
            ClaimVerification(found, _shown(version, pages))
            for found in verifications
            for version in found.latest  # type: ignore[attr-defined]
        ],
        reports=list(
            reports.select_related("attempt__annotator", "decided_by").order_by("reported_at", "pk")
        ),
        reviews=list(reviews.select_related("reviewer").order_by("pk")),
        adjudications=list(
            adjudications.select_related("adjudicator", "verification").order_by("pk")
        ),
        questions=list(questions.select_related("asker").order_by("asked_at", "pk")),
        attempts=list(subjects.select_related("annotator", "skip").order_by("started_at", "pk")),
        steps=steps[:MOST_STEPS],
    )


def _pages_of(claim: Claim, verifications: Sequence[Verification]) -> dict[str, LoadedPage]:
    corpus = claim.campaign.corpus_id
    if corpus is None:
        return {}
    titles = {
        evidence.page.title
        for found in verifications
        for version in found.latest  # type: ignore[attr-defined]
        for each in version.evidence_sets.all()
        for evidence in each.evidence.all()
    }
    return read_pages(corpus, titles) if titles else {}


def _shown(version: VerificationVersion, pages: dict[str, LoadedPage]) -> ShownVersion:
    return ShownVersion(
        version,
        tuple(
            tuple(
                shown_element(pages[one.page.title].document, reference)
                for one in each.evidence.all()
                if _is_known(pages, reference := ElementReference(one.page.title, one.address))
            )
            for each in version.evidence_sets.all()
        ),
    )


def _is_known(pages: dict[str, LoadedPage], element: ElementReference) -> bool:
    page = pages.get(element.page)
    return page is not None and kind_at(page.document, element.address) is not None


def _highlight(claim: Claim) -> str:
    if claim.highlight is None:
        return ""
    return quotes_of([claim.highlight], longest=LONGEST_HIGHLIGHT)[claim.highlight.pk]
