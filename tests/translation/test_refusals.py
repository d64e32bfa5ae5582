"""Refusals of imports, predictions, parts and builds, in the pseudo-language."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from releases.dataset.rules.refusals import RefusalReason, refusal
from releases.formats.files.reading import FileFault
from releases.messages import CHECKS, CHOICES, IMPORTS, LINES, PREDICTIONS, RefusalWords
from releases.models import DatasetImport, PredictionRun, Release
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.conftest import *  # noqa: F403
from tests.releases.world import choices_of, make_release, new_release
from tests.translation.pseudo import CLOSE, OPEN, pseudo_language, stored_texts, untranslated

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]
_PARAMETER = re.compile(r"%\((\w+)\)s")
FORM = {
    "formats": ["feverous"],
    "compression": "none",
    "pages": "used",
    "size_dev": "0.9",
    "size_test": "0.9",
}


def example(code: str, words: RefusalWords) -> RefusalReason:
    """Return a refusal with a value for every parameter that its words have."""
    values: dict[str, str | int | RefusalReason] = {
        name: "fever" if name == "format" else "7" for name in _PARAMETER.findall(str(words[code]))
    }
    if "reason" in values:
        values["reason"] = refusal("empty_set")
    return RefusalReason(code, values)


def all_of(*parts: RefusalWords) -> list[RefusalReason]:
    return [example(code, words) for words in parts for code in words]


@pytest.fixture
def manager(desk: Desk, log_in: Callable[[User], Client]) -> Client:
    desk.manager.is_administrator = True
    desk.manager.save()
    return log_in(desk.manager)


def assert_translated(client: Client, url: str, count: int) -> None:
    """Assert that all texts of a page are translated, those of so many refusals included."""
    data = stored_texts()
    with pseudo_language():
        page = client.get(url).content.decode()
    assert untranslated(page, data) == []
    assert page.count(OPEN) == page.count(CLOSE) >= count


def test_faults_of_files_are_translated(manager: Client, desk: Desk) -> None:
    assert desk.campaign.corpus is not None
    found = [("a.jsonl", FileFault(7, reason)) for reason in all_of(LINES, IMPORTS)]
    dataset = DatasetImport.objects.create(
        name="Imported",
        corpus=desk.campaign.corpus,
        format="fever",
        design="fever",
        purpose="analyse",
        files=[],
        state=DatasetImport.State.REFUSED,
        faults=msgspec.to_builtins(found),
        created_at=NOW,
    )
    url = reverse("dataset-import-detail", args=[dataset.public_id])
    assert_translated(manager, url, len(found))


def test_faults_of_predictions_are_translated(manager: Client, desk: Desk) -> None:
    release = make_release(desk.campaign)
    found = [FileFault(7, reason) for reason in all_of(LINES, PREDICTIONS)]
    PredictionRun.objects.create(
        release=release,
        part="dev",
        name="Mine",
        uploaded_at=NOW,
        uploaded_by=desk.manager,
        state=PredictionRun.State.REFUSED,
        faults=msgspec.to_builtins(found),
    )
    url = reverse("release-predictions", args=[desk.campaign.public_id, release.version])
    assert_translated(manager, url, len(found))


def test_parts_that_make_no_sense_are_refused_in_translation(manager: Client, desk: Desk) -> None:
    url = reverse("campaign-releases", args=[desk.campaign.public_id])
    data = stored_texts()
    with pseudo_language():
        answer = manager.post(url, FORM)
    assert answer.status_code == 422
    assert f"{OPEN}The shares add up to more than 1.{CLOSE}" in answer.content.decode()
    assert untranslated(answer.content.decode(), data) == []
    assert not Release.objects.exists()


@pytest.mark.parametrize("code", sorted(CHECKS.keys() | CHOICES.keys()))
def test_results_of_checks_are_translated(code: str, manager: Client, desk: Desk) -> None:
    reason = example(code, {**CHECKS, **CHOICES})
    release = new_release(desk.campaign, choices_of(desk.campaign))
    release.state, release.reason = Release.State.FAILED, reason.as_json()
    release.save()
    url = reverse("release", args=[desk.campaign.public_id, release.version])
    assert_translated(manager, url, 1)
