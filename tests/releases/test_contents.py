"""All that belongs to a campaign is deleted with it, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, models
from django.test import Client

from accounts.models import Invitation, User
from annotation.rules.pay import PayBasis, Rate
from annotation.services.campaign.archiving import archive_campaign
from annotation.services.campaign.pay import set_pay_rates
from annotation.services.desk.questions import ask_about_attempt
from annotation.services.review.claim_reviews import ClaimSnapshot, review_claim
from annotation.services.review.review_batches import draw_reading
from annotation.services.writing import highlights
from campaigns.member_roles import MEMBER_ROLES
from campaigns.models import Campaign
from campaigns.services import archiving, webhook_deliveries, webhooks, workers
from campaigns.services.announcements import announce
from campaigns.services.campaigns import WrongStateError
from campaigns.services.casebook import PrecedentText, publish_precedent
from campaigns.services.invitations import invite_to_campaign
from campaigns.services.questions import reply_to_question
from core import append_only
from core.contents import owned_rows
from core.models import AuditEntry
from core.outgoing.posting import PostReply
from jobs.execution import run_job
from jobs.models import Job, JobState
from jobs.runs import LocalRun
from jobs.services import jobs
from quality.models import PersonNote, SimulatedTruth, Simulation
from quality.services import reports
from releases.dataset.rules.cards import CardAnswers
from releases.models import (
    AcceptedEvidence,
    AcceptedSet,
    AddedSet,
    EvidenceJudgement,
    PooledSet,
    PredictionRun,
    Release,
    ReleaseItem,
)
from releases.scoring.evaluations import request_evaluation
from releases.scoring.predictions import request_scoring
from releases.services.cards import save_card
from releases.services.releases import withdraw_release
from releases.storage.folders import folder_of
from releases.storage.kept_predictions import keeping
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.importing.files import PARTS, import_files
from tests.releases.world import add_error, add_pooled_set, address, make_release, manager_of
from wiki.models import Page

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.postgres,
    pytest.mark.usefixtures("home"),
]
# Rows of the whole site, or that say what was done.
NOT_OWNED = {"core.auditentry", "jobs.job", "jobs.workerbeat", "sessions.session"}
Rows = dict[str, dict[str, tuple[str, ...]]]


def all_rows() -> Rows:
    """Return every row of the database, by table and key, as text."""
    return {
        model._meta.label_lower: {
            _text(row[0]): tuple(map(_text, row))
            for row in model._base_manager.values_list("pk", *_columns(model))
        }
        for model in apps.get_models()
        if model._meta.managed and model._meta.label_lower not in NOT_OWNED
    }


def _text(value: Any) -> str:
    # PostgreSQL gives bytes as a view, which tells its own address.
    return str(bytes(value) if isinstance(value, memoryview) else value)


def _columns(model: type[models.Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


def owned_keys(campaign: Campaign) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {"campaigns.campaign": {str(campaign.pk)}}
    for rows in owned_rows(Campaign):
        keys = rows.model._base_manager.filter(**{rows.path: campaign}).values_list("pk")
        found.setdefault(rows.model._meta.label_lower, set()).update(str(key) for (key,) in keys)
    invitations = Invitation.objects.filter(membership__campaign=campaign)
    found["accounts.invitation"] = {str(key) for (key,) in invitations.values_list("pk")}
    return found


def fill(desk: Desk, researcher: User) -> Release:
    """Give the campaign something of every kind, then withdraw its release."""
    release = make_release(desk.campaign)
    save_card(
        campaign=desk.campaign,
        card=CardAnswers(licence="CC0"),
        edited=None,
        by=desk.manager,
        now=NOW,
    )
    request_scoring(
        release=release,
        part="test",
        name="A system",
        file=SimpleUploadedFile("predictions.jsonl", b"{}\n"),
        by=researcher,
        now=NOW,
    )
    request_evaluation(release=release, part="test", by=researcher, now=NOW)
    upload = PredictionRun.objects.get(release=release)
    add_error(upload)
    pooled = add_pooled_set(upload)
    EvidenceJudgement.objects.create(
        pooled_set=pooled, number=1, judge=desk.manager, answer="helps", judged_at=NOW
    )
    accept(pooled, desk.manager)
    with keeping(upload.public_id):
        pass
    for job in Job.objects.order_by("-pk")[:2]:
        jobs.cancel_job(job=job, by=researcher, now=NOW)
    invite_to_campaign(
        campaign=desk.campaign,
        member_role=MEMBER_ROLES["annotator"],
        note="Vera",
        actor=desk.manager,
        now=NOW,
    )
    link, _ = workers.make_worker_link(
        campaign=desk.campaign,
        member_role=MEMBER_ROLES["annotator"],
        name="A pool",
        parameter="WORKER",
        seats=2,
        items=1,
        code="DONE",
        lifetime=timedelta(days=1),
        actor=manager_of(desk),
        now=NOW,
    )
    workers.join_as(link=link, worker_id="w1", person=User.objects.create_user("crowd"), now=NOW)
    webhook, _ = webhooks.create_webhook(
        campaign=desk.campaign,
        url="https://hooks.example.org/",
        events=["job.failed"],
        actor=manager_of(desk),
        now=NOW,
    )
    webhooks.send_ping(webhook=webhook, now=NOW)
    webhook_deliveries.send_waiting(
        webhook_id=webhook.public_id,
        clock=lambda: NOW,
        send=lambda *sent, **more: PostReply(204, None, "", 1),
    )
    taken = highlights.take_highlight(campaign=desk.campaign, annotator=desk.writer, now=NOW)
    question = ask_about_attempt(
        attempt=taken.attempt, actor=desk.writer, text="Is a weir a lake?", now=NOW
    )
    reply_to_question(question=question, actor=manager_of(desk), text="No.", now=NOW)
    question.refresh_from_db()
    publish_precedent(
        question=question,
        text=PrecedentText("Is a weir a lake?", "No."),
        actor=desk.manager,
        now=NOW,
    )
    announce(campaign=desk.campaign, text="We meet at noon.", actor=desk.manager, now=NOW)
    sample = draw_reading(campaign=desk.campaign, size=1, actor=desk.manager, now=NOW)
    review_claim(
        claim=sample.claims.get().claim,
        decision="accepted",
        comment="",
        seen=ClaimSnapshot(version=1),
        actor=desk.manager,
        now=NOW,
    )
    set_pay_rates(
        campaign=desk.campaign,
        rates={"verify": Rate(PayBasis.HOUR, Decimal(15))},
        currency="EUR",
        actor=desk.manager,
        now=NOW,
    )
    report = reports.request_report(campaign=desk.campaign, kind="bias", by=desk.manager, now=NOW)
    assert report.job is not None
    assert run_job(report.job.pk, worker="test")
    PersonNote.objects.create(
        campaign=desk.campaign,
        person=desk.writer,
        text="Careful.",
        written_at=NOW,
        written_by=desk.manager,
    )
    Simulation.objects.create(
        campaign=desk.campaign, plan={}, begins_at=NOW - timedelta(days=1), ends_at=NOW
    )
    SimulatedTruth.objects.create(claim=desk.campaign.claims.earliest("pk"), judgement={})
    withdraw_release(release=release, reason="Wrong.", by=desk.manager, now=NOW)
    return release


def accept(pooled: PooledSet, by: User) -> None:
    accepted = AcceptedSet.objects.create(
        pooled_set=pooled,
        claim=pooled.item.claim,
        claim_version=pooled.item.version.claim_version if pooled.item.version else None,
        verdict=pooled.item.verdict,
        accepted_at=NOW,
        accepted_by=by,
    )
    [[title, place]] = pooled.pieces
    page = Page.objects.get(title=title, corpus=pooled.item.release.campaign.corpus)
    AcceptedEvidence.objects.create(accepted_set=accepted, page=page, address=place, position=1)
    AddedSet.objects.create(item=pooled.item, accepted_set=accepted, position=1)


def imported_copy(desk: Desk) -> Campaign:
    """Import the campaign's release as another campaign, to be verified again."""
    release = make_release(desk.campaign)
    files = {part: folder_of(release) / "feverous" / f"{part}.jsonl" for part in PARTS}
    return Campaign.objects.get(pk=import_files(desk, files, purpose="verify").campaign_id)


def archive(campaign: Campaign, by: User) -> Campaign:
    archive_campaign(campaign=campaign, actor=by, now=NOW)
    return campaign


def test_every_table_that_refers_to_a_campaign_is_deleted_with_it() -> None:
    """Walk through all foreign keys: a new table must be added to the contents of its app."""
    reached: set[type[models.Model]] = {Campaign}
    while True:
        more = {
            model
            for model in apps.get_models()
            for field in model._meta.concrete_fields
            if field.remote_field is not None and field.remote_field.model in reached
        }
        if more <= reached:
            break
        reached |= more
    assert reached == {Campaign, *(rows.model for rows in owned_rows(Campaign))}


def test_a_campaign_is_deleted_with_all_that_belongs_to_it_and_nothing_else(
    desk: Desk, researcher: User, home: Path
) -> None:
    other = imported_copy(desk)
    Release.objects.filter(campaign=desk.campaign).update(
        withdrawn_at=NOW, withdrawal_reason="Wrong."
    )
    release = fill(desk, researcher)
    archive(desk.campaign, desk.manager)
    before, owned = all_rows(), owned_keys(desk.campaign)
    folders = [folder_of(each) for each in Release.objects.filter(campaign=desk.campaign)]
    kept_folder = folder_of(Release.objects.get(campaign=other))
    assert all(folder.is_dir() for folder in [*folders, kept_folder])
    assert all(keys for label, keys in owned.items() if label not in _EMPTY_HERE), owned
    archiving.delete_campaign(
        campaign=desk.campaign, actor=desk.manager, run=LocalRun(clock=lambda: NOW)
    )
    expected = {
        label: {key: row for key, row in rows.items() if key not in owned.get(label, set())}
        for label, rows in before.items()
    }
    assert all_rows() == expected
    assert not any(folder.exists() for folder in folders)
    assert kept_folder.is_dir()
    assert not any((home / "releases" / "predictions").iterdir())
    assert append_only.faulty_triggers(connection) == []
    deleted = AuditEntry.objects.get(action="campaign.deleted")
    assert deleted.target_label == release.campaign.name
    assert deleted.details["rows"]["releases.releaseitem"] == 60


# What this campaign has none of: nothing was imported, reported, skipped or drafted in it.
_EMPTY_HERE = {
    *("releases.importedrecord", "releases.datasetimport", "annotation.claimreport"),
    *("annotation.skip", "annotation.draft", "annotation.logmark", "annotation.giveawaylist"),
    *("annotation.claimkey", "annotation.persondeck", "campaigns.reply"),
    *("annotation.grade", "annotation.appeal", "annotation.phaseitem", "annotation.gold"),
    *("annotation.qualification", "annotation.candidacy", "annotation.gradingphrase"),
    *("annotation.screeningquestion", "annotation.screeningparagraph"),
    *("annotation.screeninground", "annotation.askedquestion", "annotation.screeninganswer"),
    *("annotation.screeningtext", "annotation.screeninggrade"),
    *("annotation.adjudication", "annotation.suspension"),
    *("annotation.sampledclaim", "annotation.spotcheck"),
    *("quality.objection", "quality.objectionsearch", "quality.programreading"),
    *("annotation.claimreview", "annotation.reviewbatch", "annotation.batchedclaim"),
}


def test_an_imported_campaign_is_deleted_and_its_source_stays(desk: Desk) -> None:
    other = archive(imported_copy(desk), desk.manager)
    Release.objects.filter(campaign=other).update(withdrawn_at=NOW, withdrawal_reason="Wrong.")
    before, owned = all_rows(), owned_keys(other)
    assert len(owned["releases.importedrecord"]) == len(owned["annotation.claim"]) == 30
    archiving.delete_campaign(campaign=other, actor=None, run=LocalRun(clock=lambda: NOW))
    left = all_rows()
    for label, rows in before.items():
        assert left[label].keys() == rows.keys() - owned.get(label, set()), label


class KilledError(Exception):
    """The process died."""


class ShortRun(LocalRun):
    """A run that is killed in one of its steps, before that is stored."""

    def __init__(self, steps: int) -> None:
        super().__init__(clock=lambda: NOW)
        self.left = steps

    @contextmanager
    def step(self) -> Iterator[dict[str, Any]]:
        with super().step() as checkpoint:
            yield checkpoint
            self.left -= 1
            if self.left < 0:
                raise KilledError


@pytest.mark.parametrize("steps", [0, 1, 2, 15, 20])
def test_a_killed_deletion_is_resumed(desk: Desk, researcher: User, steps: int) -> None:
    release = fill(desk, researcher)
    archive(desk.campaign, desk.manager)
    with pytest.raises(KilledError):
        archiving.delete_campaign(campaign=desk.campaign, actor=None, run=ShortRun(steps))
    state = Campaign.objects.get(pk=desk.campaign.pk).state
    assert state == (Campaign.State.DELETING if steps else Campaign.State.ARCHIVED)
    assert append_only.faulty_triggers(connection) == []
    assert ReleaseItem.objects.filter(release=release).count() == (30 if steps < 3 else 0)
    archiving.delete_campaign(campaign=desk.campaign, actor=None, run=LocalRun(clock=lambda: NOW))
    assert not Campaign.objects.filter(pk=desk.campaign.pk).exists()
    # It began once, however often it was killed after that.
    assert AuditEntry.objects.filter(action="campaign.deletion_started").count() == 1


def test_a_manager_archives_and_deletes_by_typing_the_name(
    desk: Desk, client: Client, log_in: Callable[[User], Client]
) -> None:
    release = make_release(desk.campaign)
    managing = log_in(manager_of(desk))
    asked = managing.get(address("campaign-archive", desk)).content.decode()
    assert "<dt>Claims</dt>" in asked and "<dt>Releases</dt>" in asked
    managing.post(address("campaign-archive", desk))
    name = {"name": desk.campaign.name}
    refused = managing.post(address("campaign-delete", desk), name)
    assert refused.status_code == 422
    assert "It has 1 release that was not withdrawn." in refused.content.decode()
    Release.objects.filter(pk=release.pk).update(withdrawn_at=NOW, withdrawal_reason="Wrong.")
    wrong = managing.post(address("campaign-delete", desk), {"name": "Rivers"})
    assert wrong.status_code == 422
    assert "This is not the name of the campaign." in wrong.content.decode()
    assert not Job.objects.exists()
    # Not for those who only read it.
    assert client.post(address("campaign-delete", desk), name).status_code == 403
    done = managing.post(address("campaign-delete", desk), name)
    job = Job.objects.get()
    assert str(job.public_id) in done.headers["Location"]
    # A second one, or a way back, has to wait for the first.
    assert managing.post(address("campaign-delete", desk), name).status_code == 422
    managing.post(address("campaign-restore", desk))
    assert Campaign.objects.get(pk=desk.campaign.pk).state == Campaign.State.ARCHIVED
    assert run_job(job.pk, worker="test")
    job.refresh_from_db()
    assert (job.state, job.error) == (JobState.SUCCEEDED, "")
    assert not Campaign.objects.filter(pk=desk.campaign.pk).exists()
    assert managing.get(address("campaign", desk)).status_code == 404


def test_a_deletion_is_cancelled_before_it_begins(desk: Desk) -> None:
    archive(desk.campaign, desk.manager)
    job = archiving.request_deletion(
        campaign=desk.campaign, typed_name=desk.campaign.name, actor=desk.manager, now=NOW
    )
    jobs.cancel_job(job=job, by=desk.manager, now=NOW)
    before = all_rows()
    assert not run_job(job.pk, worker="test")
    assert all_rows() == before
    restored = archiving.restore_campaign(campaign=desk.campaign, actor=desk.manager, now=NOW)
    assert restored.state == Campaign.State.PAUSED


def test_a_release_that_is_built_keeps_a_campaign_from_the_archive(
    client: Client, desk: Desk
) -> None:
    client.post(
        address("campaign-releases", desk),
        {
            "formats": ["public"],
            "compression": "none",
            "pages": "none",
            "size_dev": "0.1",
            "size_test": "0.1",
        },
    )
    assert Job.objects.count() == 1
    with pytest.raises(archiving.JobUnfinishedError):
        archive(desk.campaign, desk.manager)
    assert Campaign.objects.get(pk=desk.campaign.pk).state == Campaign.State.OPEN


def test_only_an_archived_campaign_is_deleted(desk: Desk) -> None:
    with pytest.raises(WrongStateError):
        archiving.request_deletion(
            campaign=desk.campaign, typed_name=desk.campaign.name, actor=desk.manager, now=NOW
        )
    before = all_rows()
    with pytest.raises(WrongStateError):
        archiving.delete_campaign(
            campaign=desk.campaign, actor=None, run=LocalRun(clock=lambda: NOW)
        )
    assert all_rows() == before
