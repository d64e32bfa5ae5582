"""Something behind every address: what the matrix's requests are made on."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth.tokens import default_token_generator
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from accounts.roles import Role
from accounts.services import tokens
from annotation.models import (
    Attempt,
    Suspension,
)
from annotation.services.review import review_batches, spot_checks
from annotation.services.verifying import verifications
from campaigns.member_roles import MEMBER_ROLES, MemberRole
from campaigns.models import (
    Announcement,
    CrowdWorker,
    Membership,
    Precedent,
    Question,
    WebhookAttempt,
)
from campaigns.services import invitations, machines, webhooks, workers
from config.administration.registered import tables
from jobs.services import jobs
from quality.services import notes
from releases.models import PredictionRun
from tests.people import Cast
from tests.permissions.calibrated import CALIBRATION, calibrated, screened
from tests.permissions.rows import (
    bring_dataset,
    made_report,
    make_claim,
    make_newcomer,
    raised_objection,
    sit_down,
    stored_model,
    verify_claims,
)
from tests.releases.world import (
    add_error,
    add_pooled_set,
    add_scored_upload,
    make_tiny_release,
)
from tests.wiki.pages import make_page, share_corpus
from wiki.models import CorpusMember

DESK = tuple(
    f"desk-{name}"
    for name in ("page", "search", "suggest", "guidelines", "question", "progress", "sync")
)
VERIFYING_DESK = (
    "verifying-desk",
    *(
        f"verify-{name}"
        for name in ("elements", "suggestions", "confirm", "submit", "skip", "report", "pause")
    ),
)
BENCH = tuple(f"bench-{name}" for name in ("state", "decide", "reject", "report"))
API_CAMPAIGN = tuple(
    f"api:{name}"
    for name in (
        *("verify-take", "write-take", "highlight-list", "claim-list", "own-claim-list"),
        *("verification-list", "own-verification-list", "disagreement-list"),
        *("calibration", "calibration-write", "calibration-verify", "calibration-decide"),
        *("calibration-approve", "gold-list", "gold-export", "gold-claims", "gold-highlights"),
        *("gold-import", "design", "design-target", "design-numbers", "highlight-draw"),
        *("campaign-open", "campaign-pause", "campaign-close"),
    )
)
API_VERIFYING = tuple(
    f"api:attempt-{name}"
    for name in ("detail", "sync", "skip", "pause", "confirm", "submit", "report")
)
API_WRITING = tuple(f"api:attempt-{name}" for name in ("highlight", "check", "feedback", "claims"))
API_BENCH = (
    "api:bench",
    *(f"api:bench-{name}" for name in ("decide", "reject", "report")),
)
API_OWN_CLAIM = (
    "api:own-claim",
    *(f"api:own-claim-{name}" for name in ("check", "keep", "withdraw")),
)
RELEASE = (
    "release",
    *(f"release-{name}" for name in ("progress", "cancel", "retry", "archive", "withdraw")),
    *(f"release-{name}" for name in ("claims", "comparison", "comparison-file", "predictions")),
    *(f"release-predictions-{name}" for name in ("progress", "cancel")),
    "release-evaluation",
    *(f"release-evaluation-{name}" for name in ("progress", "cancel")),
    "release-errors",
    *(f"release-evidence-{name}" for name in ("checks", "progress", "cancel")),
)
CORPUS = (
    "corpus",
    *(
        f"corpus-{name}"
        for name in (
            "progress",
            "seal",
            "delete",
            "index-rebuild",
            "index-check",
            "default",
            "archive",
            "restore",
            "erase",
        )
    ),
    "corpus-lossy",
    "corpus-noted",
)
QUALITY = tuple(
    f"quality-{name}"
    for name in (
        *("next", "agreement", "bias", "description", "people", "people-file"),
        *("reports", "reports-progress", "report-request", "report-comparison"),
    )
)
OBJECTIONS = ("objections", *(f"objections-{name}" for name in ("progress", "search", "cancel")))
WEBHOOK = (
    "campaign-webhook",
    *(f"campaign-webhook-{name}" for name in ("secret", "change-secret", "pause", "resume")),
    *(f"campaign-webhook-{name}" for name in ("ping", "delete")),
)
WEBHOOK_API = (
    *(f"api:webhook-{name}" for name in ("detail", "pause", "resume", "secret", "delete")),
    *("api:webhook-ping", "api:webhook-delivery-list"),
)
IMPORT = tuple(f"dataset-import-{name}" for name in ("detail", "progress", "cancel", "retry"))
WRITING_DESK = tuple(f"writing-{name}" for name in ("desk", "check", "feedback", "submit", "skip"))


def arguments_by_address(cast: Cast) -> dict[str, dict[str, Any]]:
    """Return arguments of something that exists for each address that takes any."""
    now = timezone.now()
    invited = invitations.invite_to_campaign(
        campaign=cast.campaign,
        member_role=MemberRole(role=Role.RESEARCHER),
        note="A colleague",
        actor=cast.manager,
        now=now,
    )
    worker_link, worker_token = workers.make_worker_link(
        campaign=cast.campaign,
        member_role=MEMBER_ROLES["verifier"],
        name="Pool",
        parameter="worker",
        seats=3,
        items=1,
        code="",
        lifetime=timedelta(days=1),
        actor=cast.manager,
        now=now,
    )
    CrowdWorker.objects.create(
        campaign=cast.campaign,
        link=worker_link,
        person=cast.annotator,
        worker_id="w1",
        code="C",
        joined_at=now,
    )
    added = machines.add_machine(
        campaign=cast.campaign, name="Model 1", actor=cast.manager, now=now
    )
    webhook, _secret = webhooks.create_webhook(
        campaign=cast.campaign,
        url="https://hooks.example.org/touchstone",
        events=["job.failed"],
        actor=cast.manager,
        now=now,
    )
    delivery = webhooks.send_ping(webhook=webhook, now=now)
    WebhookAttempt.objects.create(
        delivery=delivery, number=1, at=now, milliseconds=120, status=503, fault="status"
    )
    to_the_site = invitations.invite_administrator(
        note="A deputy", actor=cast.administrator, now=now
    )
    token = tokens.make_api_token(person=cast.manager, name="Notebook", now=now).token
    job = jobs.enqueue_job(kind="jobs.self_test", parameters={}, requested_by=cast.manager, now=now)
    ended = jobs.enqueue_job(
        kind="jobs.self_test", parameters={}, requested_by=cast.manager, now=now
    )
    jobs.cancel_job(job=ended, by=cast.manager, now=now)
    page = make_page("Aare", "The Aare is a river.")
    share_corpus(page.corpus, cast.manager, CorpusMember.Role.OWNER)
    share_corpus(page.corpus, cast.researcher)
    attempt = sit_down(cast, page)
    desk = {"attempt_id": attempt.public_id}
    member = Membership.objects.get(campaign=cast.campaign, user=cast.annotator)
    question = Question.objects.create(
        campaign=cast.campaign, asker=attempt.annotator, text="Which year?", asked_at=now
    )
    precedent = Precedent.objects.create(
        campaign=cast.campaign,
        question=question,
        asked="Which year?",
        answered="The first.",
        published_at=now,
        published_by=cast.manager,
    )
    announcement = Announcement.objects.create(
        campaign=cast.campaign, text="We meet at noon.", announced_at=now, announced_by=cast.manager
    )
    claim = make_claim(attempt)
    campaign = {"public_id": cast.campaign.public_id}
    hook = {**campaign, "webhook_id": webhook.public_id}
    verified = verify_claims(cast, page)
    verifying = {"attempt_id": verified.open_attempt.public_id}
    verification = {"verification_id": verified.verification.public_id}
    report = {**campaign, "report_id": verified.report.public_id}
    cast.campaign.refresh_from_db()
    make_tiny_release(cast.campaign, page.title)
    newest = make_tiny_release(cast.campaign, page.title)
    release = {**campaign, "version": newest.version}
    upload = PredictionRun.objects.create(
        release=newest,
        part="train",
        name="A model",
        uploaded_at=now,
        uploaded_by=cast.manager,
        sha256="0" * 64,
    )
    scored = add_scored_upload(newest, cast.manager)
    pooled = add_pooled_set(scored)
    of_check = {**release, "number": 1}
    error = {**release, "number": add_error(scored).sample.number}
    prediction = {**release, "prediction_id": upload.public_id}
    bench = verifications.begin_verification(
        claim=verified.verification.claim,
        annotator=cast.manager,
        purpose=Attempt.Purpose.ADJUDICATION,
        now=now,
    )
    aside = Suspension.objects.create(
        campaign=cast.campaign,
        person=cast.stranger,
        task=Suspension.Work.VERIFY,
        since=now,
        reason="Clicked through",
        made_at=now,
        made_by=cast.manager,
    )
    spot_check = spot_checks.draw_spot_check(
        campaign=cast.campaign, size=1, by_verdict=True, actor=cast.manager, now=now
    )
    checked = spot_check.claims.get()
    reading = review_batches.draw_reading(
        campaign=cast.campaign, size=3, actor=cast.manager, now=now
    )
    at_the_bench = {"attempt_id": bench.public_id}
    verified_claim = {**campaign, "claim_id": verified.verification.claim.public_id}
    objection = {**campaign, "objection_id": raised_objection(cast, verified.verification)}
    quality_report = {**campaign, "report_id": made_report(cast).public_id}
    brought = {"import_id": bring_dataset(cast, page).public_id}
    person = {"person_id": cast.stranger.public_id}
    of_annotator = {**campaign, "person_id": cast.annotator.public_id}
    note = notes.add_note(
        campaign=cast.campaign,
        person=cast.annotator,
        text="Asks good questions.",
        actor=cast.manager,
        now=now,
    )
    model = {"public_id": stored_model(cast).public_id}
    one_job = {"public_id": job.public_id}
    one_corpus = {"public_id": page.corpus.public_id}
    own_claim = {"claim_id": claim.public_id}
    machine = {**campaign, "machine_id": added.membership.public_id}
    invitation = {**campaign, "invitation_id": invited.invitation.public_id}
    # Nobody whom a test asks as: fuzzing changes their role and removes them.
    newcomer = {**campaign, "membership_id": make_newcomer(cast).public_id}
    return {
        **dict.fromkeys(("model-use", "model-cancel", "model-delete", "model-resume"), model),
        "accounts:token-revoke": {"public_id": token.public_id},
        "accounts:password-reset-confirm": {
            "uidb64": urlsafe_base64_encode(force_bytes(cast.stranger.pk)),
            "token": default_token_generator.make_token(cast.stranger),
        },
        "campaign": campaign,
        **dict.fromkeys(
            (
                "campaign-open",
                "campaign-pause",
                "campaign-close",
                "campaign-copy",
                "campaign-archive",
                "campaign-restore",
                "campaign-delete",
                "campaign-design",
                "campaign-design-preview",
                "campaign-numbers",
                "campaign-counting",
                "campaign-guidelines",
                "campaign-guidelines-seen",
                "campaign-guidelines-edit",
                "campaign-guidelines-preview",
                "campaign-highlights",
                "campaign-highlights-progress",
                "campaign-numbers-preview",
                "campaign-work",
                "campaign-skips",
                "campaign-checks",
                "campaign-suggestions-switch",
                "campaign-hours",
                "campaign-hours-file",
                "campaign-pay-rates",
                "campaign-highlights-draw",
                "campaign-questions",
                "campaign-announcements",
                "campaign-people",
                "campaign-profiles",
                "campaign-releases",
                "campaign-dataset-card",
            ),
            campaign,
        ),
        **dict.fromkeys(RELEASE, release),
        **dict.fromkeys(IMPORT, brought),
        "release-file": {**release, "path": "manifest.json"},
        "release-error": error,
        "release-evidence-check": of_check,
        "release-evidence-accept": of_check,
        "release-evidence-scores": of_check,
        "evidence-judge": {**campaign, "check_id": pooled.evidence_check.public_id},
        "evidence-judge-answer": {**campaign, "set_id": pooled.public_id},
        "release-error-tag": {**error, "position": 1},
        "release-error-file": {**error, "form": "csv"},
        "release-claim": {**release, "record_id": 1},
        "campaign-guidelines-version": {**campaign, "number": 1},
        "campaign-work-free": {**campaign, "attempt_id": attempt.public_id},
        "campaign-question-reply": {**campaign, "question_id": question.public_id},
        "campaign-question-publish": {**campaign, "question_id": question.public_id},
        "precedent-edit": {**campaign, "precedent_id": precedent.public_id},
        "precedent-withdraw": {**campaign, "precedent_id": precedent.public_id},
        "announcement-withdraw": {**campaign, "announcement_id": announcement.public_id},
        "announcement-read": {"announcement_id": announcement.public_id},
        "campaign-invite": campaign,
        "campaign-machine-add": campaign,
        **dict.fromkeys(("campaign-machine-token", "campaign-machine-renew"), machine),
        "campaign-webhooks": campaign,
        **dict.fromkeys(WEBHOOK, hook),
        "campaign-webhook-repeat": {**hook, "delivery_id": delivery.public_id},
        "campaign-workers": campaign,
        "campaign-worker-link-made": campaign,
        "campaign-worker-link-revoke": {**campaign, "link_id": worker_link.public_id},
        "campaign-completion": campaign,
        "campaign-hours-workers-file": campaign,
        "take-part": {"token": worker_token},
        "campaign-invite-many": campaign,
        "campaign-invitations-made": campaign,
        "campaign-invitation-made": campaign,
        **dict.fromkeys(("campaign-invitation-revoke", "api:invitation-revoke"), invitation),
        "member-change": {**campaign, "membership_id": member.public_id},
        "member-remove": {**campaign, "membership_id": member.public_id},
        "write": campaign,
        "calibrate-write": campaign,
        "calibrate-verify": campaign,
        **dict.fromkeys(CALIBRATION, campaign),
        **calibrated(cast, page),
        **screened(cast),
        "my-claims": campaign,
        "verify": campaign,
        "my-verifications": campaign,
        "verifications": campaign,
        "campaign-claims": campaign,
        "quality-person": of_annotator,
        "quality-note-add": of_annotator,
        "quality-note-remove": {**of_annotator, "note_id": note.public_id},
        "campaign-claim": verified_claim,
        "claim-programs": verified_claim,
        "reported-claims": campaign,
        "adjudication": campaign,
        "adjudication-next": campaign,
        "set-aside": campaign,
        **dict.fromkeys((*QUALITY, *OBJECTIONS), campaign),
        "quality-report-cancel": quality_report,
        "quality-report-file": {**quality_report, "form": "figures.csv"},
        **dict.fromkeys(("review", "review-next", "review-batches"), campaign),
        "review-claim": {**campaign, "claim_id": claim.public_id},
        "review-decide": {**campaign, "claim_id": claim.public_id},
        "review-batch": {**campaign, "number": reading.number},
        "spot-checks": campaign,
        "spot-check": {**campaign, "number": 1},
        "spot-check-file": {**campaign, "number": 1},
        "spot-check-answer": {**campaign, "checked_id": checked.public_id},
        "set-aside-undo": {**campaign, "suspension_id": aside.public_id},
        "adjudication-open": {**campaign, "claim_id": claim.public_id},
        **dict.fromkeys(BENCH, at_the_bench),
        **dict.fromkeys(VERIFYING_DESK, verifying),
        "verify-leave": {"attempt_id": verified.verification.attempt.public_id},
        "verification": verification,
        "verification-reopen": verification,
        "report-confirm": report,
        "report-edit": report,
        "report-dismiss": report,
        "report-undo": report,
        "reports-undo": campaign | person,
        "skip-undo": {**campaign, "attempt_id": attempt.public_id},
        "skips-undo": campaign | person,
        "claim-correct": {"claim_id": claim.public_id},
        "claim-check": {"claim_id": claim.public_id},
        "claim-keep": {"claim_id": claim.public_id},
        "claim-withdraw": {"claim_id": claim.public_id},
        "my-question": {"question_id": question.public_id},
        **dict.fromkeys((*DESK, *WRITING_DESK), desk),
        "people-invitation-revoke": {"invitation_id": to_the_site.invitation.public_id},
        "person-reset-link": person,
        "person-reset-link-made": person,
        "person-deactivate": person,
        "person-reactivate": person,
        "person-make-administrator": person,
        "person-remove-administrator": person,
        "join": {"token": invited.token},
        **dict.fromkeys(CORPUS, one_corpus),
        "corpus-member-add": one_corpus,
        "corpus-member-remove": {
            **one_corpus,
            "member_id": page.corpus.members.get(user=cast.researcher).public_id,
        },
        "jobs:detail": one_job,
        "jobs:progress": one_job,
        "jobs:cancel": one_job,
        "jobs:retry": {"public_id": ended.public_id},
        "wiki:page": {"title": page.title},
        "api:job-detail": one_job,
        "api:job-cancel": one_job,
        "api:page-list": {"corpus_id": page.corpus.public_id},
        "api:search": {"corpus_id": page.corpus.public_id},
        "api:claim-check": {"corpus_id": page.corpus.public_id},
        "api:page-detail": {"corpus_id": page.corpus.public_id, "title": page.title},
        "api:element-detail": {
            "corpus_id": page.corpus.public_id,
            "title": page.title,
            "address": "sentence_0",
        },
        "api:campaign-detail": campaign,
        **dict.fromkeys(("api:member-list", "api:invitation-list"), campaign),
        **dict.fromkeys(("api:member-role", "api:member-remove"), newcomer),
        **dict.fromkeys(API_CAMPAIGN, campaign),
        **dict.fromkeys(API_VERIFYING, verifying),
        **dict.fromkeys(API_WRITING, desk),
        **dict.fromkeys(API_BENCH, at_the_bench),
        **dict.fromkeys(API_OWN_CLAIM, own_claim),
        "api:claim-detail": verified_claim,
        "api:bench-open": {**campaign, "claim_id": claim.public_id},
        "api:verification-detail": verification,
        "api:verification-reopen": verification,
        "api:machine-list": campaign,
        "api:machine-token": machine,
        "api:webhook-list": campaign,
        **dict.fromkeys(WEBHOOK_API, hook),
        "api:webhook-delivery-repeat": {**hook, "delivery_id": delivery.public_id},
        "api:worker-link-list": campaign,
        "api:worker-link-revoke": {**campaign, "link_id": worker_link.public_id},
        "api:worker-list": campaign,
        "api:release-list": campaign,
        **dict.fromkeys(("api:report-detail", "api:report-cancel"), quality_report),
        "api:report-file": {**quality_report, "form": "figures.csv"},
        "api:report-list": campaign,
        "api:objection-list": campaign,
        **dict.fromkeys(("objection-review", "api:objection-review"), objection),
        **dict.fromkeys(("api:prediction-detail", "api:prediction-cancel"), prediction),
        **dict.fromkeys(
            [f"api:{name}" for name in ("prediction-list", "release-cancel", "release-withdraw")],
            release,
        ),
        "api:release-detail": release,
        "api:release-archive": release,
        "api:release-file": {**release, "path": "manifest.json"},
        **_rows_of_tables(),
    }


def _rows_of_tables() -> dict[str, dict[str, Any]]:
    """Return a row of each table of Django's admin; of an empty one, a key that leads nowhere."""
    found: dict[str, dict[str, Any]] = {"admin:app_list": {"app_label": "annotation"}}
    for model in tables._registry:
        row = QuerySet(model).order_by("pk").first()
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}_change"
        found[name] = {"object_id": str(row.pk) if row is not None else "1"}
    return found
