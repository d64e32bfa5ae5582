"""Jobs name the campaign that they work for, in lists and on their pages."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from accounts.services.passwords import MAIL_RESET_LINKS
from annotation.job_kinds import LIST_GIVEAWAYS, GiveawayParameters
from annotation.services.campaign.archiving import archive_campaign
from annotation.services.writing import sampling
from campaigns.models import Campaign
from campaigns.selectors.protocols import protocol_of
from campaigns.services import archiving
from jobs import kinds
from jobs.job_kinds import SELF_TEST
from jobs.kinds import title_of
from jobs.models import Job
from jobs.services import jobs
from releases.formats.designs import usual_choices
from releases.scoring import predictions
from releases.services.releases import request_release
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.world import make_release, manager_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]
NAME = "Rivers of the north"


def request_giveaways(desk: Desk, now: datetime) -> None:
    jobs.enqueue_job(
        kind=LIST_GIVEAWAYS,
        parameters=GiveawayParameters(desk.campaign.public_id, desk.campaign.name),
        requested_by=manager_of(desk),
        now=now,
    )


def request_highlights(desk: Desk, now: datetime) -> None:
    sampling.request_highlights(campaign=desk.campaign, actor=manager_of(desk), now=now)


def request_build(desk: Desk, now: datetime) -> None:
    choices = usual_choices(protocol_of(desk.campaign))
    request_release(campaign=desk.campaign, choices=choices, note="", by=manager_of(desk), now=now)


def request_scores(desk: Desk, now: datetime) -> None:
    predictions.request_scoring(
        release=make_release(desk.campaign),
        part="test",
        name="Baseline",
        file=SimpleUploadedFile("p.jsonl", b"{}"),
        by=manager_of(desk),
        now=now,
    )


def request_deletion(desk: Desk, now: datetime) -> None:
    manager = manager_of(desk)
    archive_campaign(campaign=desk.campaign, actor=manager, now=now)
    archiving.request_deletion(campaign=desk.campaign, typed_name=NAME, actor=manager, now=now)


@pytest.mark.parametrize(
    "request_job",
    [request_giveaways, request_highlights, request_build, request_scores, request_deletion],
    ids=lambda request: request.__name__,
)
def test_a_job_names_its_campaign(
    desk: Desk, log_in: Callable[[User], Client], request_job: Callable[[Desk, datetime], None]
) -> None:
    Campaign.objects.filter(pk=desk.campaign.pk).update(name=NAME)
    desk.campaign.refresh_from_db()
    request_job(desk, NOW)
    job = Job.objects.latest("pk")
    assert NAME in title_of(job.kind, job.parameters)
    client = log_in(manager_of(desk))
    assert NAME in client.get("/jobs/").content.decode()
    assert NAME in client.get(f"/jobs/{job.public_id}/").content.decode()


def test_every_kind_of_job_says_what_it_is_about_unless_it_is_about_nothing() -> None:
    ours = [kind for kind in kinds._kinds.values() if kind.handler.__module__.endswith("job_kinds")]
    silent = {kind.name for kind in ours if kind.subject is None}
    assert silent == {SELF_TEST, MAIL_RESET_LINKS}
