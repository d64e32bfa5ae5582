"""The status page: room, mail, and the oldest job of the queue."""

from __future__ import annotations

import smtplib
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

import search
from accounts.models import User
from config import site_sizes
from jobs.services import jobs
from search.health import index_bytes
from tests.people import Cast
from tests.wiki.pages import make_corpus, make_page

LogIn = Callable[[User], Client]


@pytest.fixture
def administrator(cast: Cast, log_in: LogIn) -> Client:
    return log_in(cast.administrator)


def status_page(client: Client) -> str:
    return " ".join(client.get("/status/").content.decode().split())


def test_sizes_of_database_index_and_disk_are_shown(
    administrator: Client, tmp_path: Path, settings: Settings
) -> None:
    settings.SEARCH_FOLDER = tmp_path / "index"
    assert index_bytes() == 0
    make_page("Aare", "The Aare is a river.", corpus=make_corpus("Rivers"))
    search.rebuild_index(corpus=make_corpus("Rivers"))
    files = [path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()]
    assert index_bytes() == sum(files) > 0
    sizes = site_sizes.measure_site()
    assert sizes.database is not None
    assert sizes.database > 100_000
    page = status_page(administrator)
    assert "Free on the disk" in page
    assert "Search indexes" in page
    assert "Unknown" not in page


@pytest.mark.elasticsearch
def test_elasticsearch_tells_its_size(elasticsearch_url: str, settings: Settings, db: None) -> None:
    settings.SEARCH_ENGINE, settings.ELASTICSEARCH_URL = "elasticsearch", elasticsearch_url
    settings.ELASTICSEARCH_PREFIX = "sizes"
    assert index_bytes() == 0
    corpus = make_corpus("Rivers")
    make_page("Aare", "The Aare is a river.", corpus=corpus)
    search.rebuild_index(corpus=corpus)
    assert index_bytes() > 0


def test_an_engine_that_is_away_has_no_size(administrator: Client, settings: Settings) -> None:
    settings.SEARCH_ENGINE = "elasticsearch"
    settings.ELASTICSEARCH_URL = "http://127.0.0.1:1"
    assert site_sizes.measure_site().index is None
    assert "Unknown" in status_page(administrator)


def test_little_room_is_a_warning() -> None:
    gibibyte = 2**30
    assert site_sizes.DiskRoom(4 * gibibyte, 100 * gibibyte).is_low
    assert not site_sizes.DiskRoom(6 * gibibyte, 100 * gibibyte).is_low
    assert site_sizes.DiskRoom(1 * gibibyte, 20 * gibibyte).is_low
    assert not site_sizes.DiskRoom(3 * gibibyte, 20 * gibibyte).is_low


def test_the_oldest_queued_job_is_shown(
    administrator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jobs.doorbell.ring", lambda job_id: True)
    assert "No job waits in the queue." in status_page(administrator)
    for hours in (2, 3, 1):
        at = timezone.now() - timedelta(hours=hours)
        oldest = jobs.enqueue_job(kind="jobs.self_test", parameters={}, requested_by=None, now=at)
        if hours == 3:
            expected = f"/jobs/{oldest.public_id}/"
    page = status_page(administrator)
    assert "The oldest job in the queue waits for 3" in page
    assert expected in page


def test_a_test_e_mail_goes_to_the_administrator_who_asks(
    administrator: Client, settings: Settings
) -> None:
    settings.MAIL_IS_SET_UP = True
    assert "Send a test e-mail to ines@example.org" in status_page(administrator)
    page = administrator.post("/status/mail/", follow=True).content.decode()
    assert "Sent to ines@example.org." in page
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["ines@example.org"], "Touchstone: test e-mail")


def test_what_prevents_a_test_e_mail_is_told(
    cast: Cast, administrator: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MAIL_IS_SET_UP = False
    assert "No mail server is set up" in status_page(administrator)
    page = administrator.post("/status/mail/", follow=True).content.decode()
    assert "No mail server is set up (TOUCHSTONE_EMAIL_URL)." in page
    settings.MAIL_IS_SET_UP = True

    def refuse(*_: object, **__: object) -> None:
        raise smtplib.SMTPAuthenticationError(535, b"password hunter2 is wrong")

    monkeypatch.setattr("config.mail_check.send_mail", refuse)
    page = administrator.post("/status/mail/", follow=True).content.decode()
    assert "The mail server did not take it: SMTPAuthenticationError." in page
    assert "hunter2" not in page
    User.objects.filter(pk=cast.administrator.pk).update(email="")
    page = administrator.post("/status/mail/", follow=True).content.decode()
    assert "Your account has no e-mail address. Enter one first." in page
    assert mail.outbox == []
