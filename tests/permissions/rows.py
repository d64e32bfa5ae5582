"""Rows of every kind that the matrix's addresses lead to."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone

from accounts.models import User
from accounts.roles import Role
from annotation.models import (
    Attempt,
    Claim,
    ClaimReport,
    Highlight,
    Verification,
)
from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.judgements import Judgement
from annotation.services.campaign import designs
from annotation.services.review import claim_reports
from annotation.services.verifying import queue, reopening
from annotation.services.writing import highlights
from annotation.services.writing.claims import version_of
from assist.models import ModelVersion
from campaigns.models import Campaign, Membership
from campaigns.protocols import registry
from campaigns.services import campaigns
from jobs.execution import run_job
from jobs.services import jobs
from quality.models import Objection, QualityReport
from quality.services import objections, reports
from releases.importing import import_requests
from releases.models import DatasetImport
from tests.annotation.bare_claims import write_bare_claims
from tests.annotation.verifying_world import submit_confirmed
from tests.people import NOW, PASSWORD, Cast
from tests.wiki.pages import make_corpus
from wiki.models import Page


def make_other_manager() -> User:
    """Return a manager of another campaign, who owns another corpus."""
    other = User.objects.create_user("otto", PASSWORD, name="Otto Other", email="otto@example.org")
    corpus = make_corpus("Mountains", owner=other)
    campaign = Campaign.objects.create(name="Mountains", corpus=corpus, created_at=NOW)
    Membership.objects.create(campaign=campaign, user=other, role=Role.MANAGER, joined_at=NOW)
    return other


def make_newcomer(cast: Cast) -> Membership:
    """Return a member who has done nothing yet."""
    nora = User.objects.create_user("nora", PASSWORD, name="Nora New", email="nora@example.org")
    return Membership.objects.create(
        campaign=cast.campaign, user=nora, role=Role.RESEARCHER, joined_at=NOW
    )


def sit_down(cast: Cast, page: Page) -> Attempt:
    """Put the annotator at a desk, with a highlight of this page."""
    now = timezone.now()
    Campaign.objects.filter(pk=cast.campaign.pk).update(state=Campaign.State.DRAFT)
    design = campaigns.Design(
        protocol=registry.get(registry.DEFAULT), corpus=page.corpus, numbers={}
    )
    designs.set_design(campaign=cast.campaign, design=design, actor=None, now=now)
    Campaign.objects.filter(pk=cast.campaign.pk).update(state=Campaign.State.OPEN)
    for source in ("sentences", "table"):
        Highlight.objects.create(
            campaign=cast.campaign,
            page=page,
            unit=source,
            source=source,
            addresses=["sentence_0"],
            rank=1,
            drawn_at=now,
        )
    return highlights.take_highlight(
        campaign=cast.campaign, annotator=cast.annotator, now=now
    ).attempt


def bring_dataset(cast: Cast, page: Page) -> DatasetImport:
    """Return an import of the manager that waits for a worker."""
    dataset = DatasetImport.objects.create(
        name="Brought",
        corpus=page.corpus,
        format="public",
        design=registry.DEFAULT,
        purpose=DatasetImport.Purpose.ANALYSE,
        files=[{"part": "train", "name": "train.jsonl", "size": 1}],
        created_at=timezone.now(),
        created_by=cast.manager,
    )
    dataset.job = jobs.enqueue_job(
        kind=import_requests.IMPORT_DATASET,
        parameters={"import": str(dataset.public_id), "name": dataset.name},
        requested_by=cast.manager,
        now=timezone.now(),
    )
    dataset.save(update_fields=["job"])
    return dataset


@dataclass(frozen=True, slots=True)
class Verified:
    """The annotator's work on three claims of another person."""

    verification: Verification
    report: ClaimReport
    open_attempt: Attempt


def verify_claims(cast: Cast, page: Page) -> Verified:
    """Verify and reopen one claim, report one, and leave one on the desk."""
    now = timezone.now()
    write_bare_claims(cast.campaign, page, [f"The Aare is river number {n}." for n in (1, 2, 3)])

    def take() -> Attempt:
        taken = queue.take_claim(campaign=cast.campaign, annotator=cast.annotator, now=now)
        return taken.attempt

    judgement = Judgement(
        verdict="supported",
        tags={"challenge": "other"},
        sets=[[ElementReference(page.title, "sentence_0")]],
    )
    verification = submit_confirmed(attempt=take(), judgement=judgement, now=now)
    reopening.reopen_verification(verification=verification, actor=cast.annotator, now=now)
    report = claim_reports.report_claim(attempt=take(), reasons=["ambiguous"], now=now)
    return Verified(verification, report, take())


def made_report(cast: Cast) -> QualityReport:
    """Make a report of each kind, and leave one waiting; return a finished one."""
    now = timezone.now()
    for kind in QualityReport.Kind:
        report = reports.request_report(campaign=cast.campaign, kind=kind, by=cast.manager, now=now)
        assert report.job is not None
        run_job(report.job.pk, worker="test")
    reports.request_report(campaign=cast.campaign, kind="bias", by=cast.manager, now=now)
    report.refresh_from_db()
    return report


def raised_objection(cast: Cast, verification: Verification) -> UUID:
    """Return the id of an objection of the verifier, found by a search that is under way."""
    now = timezone.now()
    search = objections.request_search(campaign=cast.campaign, by=cast.manager, now=now)
    made = Objection.objects.create(
        campaign=cast.campaign,
        claim=verification.claim,
        version=verification.versions.get(number=verification.number),
        verdict="refuted",
        probability=0.9,
        search=search,
        model_number=1,
        found_at=now,
    )
    return made.public_id


def stored_model(cast: Cast) -> ModelVersion:
    """Return a version that the manager trained; it has no files that could be loaded."""
    now = timezone.now()
    return ModelVersion.objects.create(
        number=1,
        data={"campaigns": [str(cast.campaign.public_id)]},
        requested_at=now,
        requested_by=cast.manager,
        finished_at=now,
        seconds=1.0,
        code_version="1",
        figures={"claims": 30, "pages": 3, "text": {"examples": 30}, "tables": {}, "left_out": 1},
        files={"text.model": {"size": 1, "sha256": "0"}},
    )


def make_claim(attempt: Attempt) -> Claim:
    """Create a claim of the annotator, as if it were written from their highlight."""
    assert attempt.highlight is not None
    claim = Claim.objects.create(
        campaign=attempt.highlight.campaign,
        highlight=attempt.highlight,
        attempt=attempt,
        author=attempt.annotator,
        slot="type_1",
        prescribed={"verdict": "supported"},
        text="The Aare is a river of Switzerland.",
        verdict="supported",
        tags={"challenge": "other"},
        guidelines=attempt.highlight.campaign.guidelines.latest("number"),
        written_at=attempt.started_at,
    )
    version_of(claim, 1, claim.guidelines, attempt.annotator_id, attempt.started_at).save()
    return claim
