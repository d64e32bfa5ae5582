"""The card of a dataset on screen."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils.http import urlencode

from accounts.models import User
from core.models import AuditEntry
from releases.dataset.rules.cards import CardAnswers
from releases.models import DatasetCard
from releases.selectors.cards import card_of
from releases.services.cards import save_card
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.world import address, manager_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]
DOI = "https://doi.org/10.5281/zenodo.1"
FORM = {
    "doi": DOI,
    "authors": " Ada Lovelace \r\n\r\nGrace Hopper",
    "licence": "CC0",
    "pay": "Well.\tYes.",
}


@pytest.fixture
def manager(desk: Desk, log_in: Callable[[User], Client]) -> Client:
    return log_in(manager_of(desk))


def test_a_manager_fills_in_the_card_once(manager: Client, client: Client, desk: Desk) -> None:
    page = manager.get(address("campaign-dataset-card", desk)).content.decode()
    assert "Ethics review" in page
    response = manager.post(address("campaign-dataset-card", desk), FORM)
    assert response.headers["Location"] == address("campaign-dataset-card", desk)
    assert card_of(desk.campaign) == CardAnswers(
        authors=("Ada Lovelace", "Grace Hopper"),
        doi="10.5281/zenodo.1",
        licence="CC0",
        pay="Well. Yes.",
    )
    again = manager.get(address("campaign-dataset-card", desk)).content.decode()
    assert "Ada Lovelace\nGrace Hopper</textarea>" in again
    assert AuditEntry.objects.get(action="campaign.card_saved").target_label == desk.campaign.name
    # A researcher reads it where releases are built.
    listed = client.get(address("campaign-releases", desk)).content.decode()
    assert "Ada Lovelace, Grace Hopper" in listed
    assert "1 of 5 answered" in listed
    assert "Edit dataset card" not in listed


def test_a_researcher_cannot_change_it(client: Client, desk: Desk) -> None:
    assert client.get(address("campaign-dataset-card", desk)).status_code == 403
    assert client.post(address("campaign-dataset-card", desk), FORM).status_code == 403
    assert not DatasetCard.objects.exists()


@pytest.mark.parametrize(
    ("field", "text", "message"),
    [
        ("pay", "a\0b", "Null characters are not allowed."),
        ("pay", "x" * 4001, "at most 4000 characters"),
        ("doi", "zenodo.1", "A DOI begins with 10. and has a slash."),
        ("doi", "10.5281/zenodo 1", "A DOI begins with 10. and has a slash."),
        ("licence", "x" * 301, "at most 300 characters"),
        ("authors", "x" * 301, "A line has at most 300 characters."),
    ],
)
def test_bad_texts_are_refused_and_kept(
    manager: Client, desk: Desk, field: str, text: str, message: str
) -> None:
    response = manager.post(address("campaign-dataset-card", desk), {"funding": "Me.", field: text})
    assert response.status_code == 422
    assert message in response.content.decode()
    assert "Me.</textarea>" in response.content.decode()
    assert not DatasetCard.objects.exists()


def test_a_lone_surrogate_is_never_stored(manager: Client, desk: Desk) -> None:
    body = urlencode({"licence": "CC0"}) + "&pay=%ED%A0%80"
    manager.post(
        address("campaign-dataset-card", desk),
        body,
        content_type="application/x-www-form-urlencoded",
    )
    assert card_of(desk.campaign).pay == "\ufffd" * 3


def test_an_answer_that_names_an_annotator_is_refused(manager: Client, desk: Desk) -> None:
    User.objects.filter(pk=desk.verifiers[0].pk).update(name="Vera Vermeer")
    form = {"pay": "Vera Vermeer got more."}
    response = manager.post(address("campaign-dataset-card", desk), form)
    assert response.status_code == 422
    assert "names a person of this campaign" in response.content.decode()
    assert not DatasetCard.objects.exists()
    named = {**form, "authors": "Vera Vermeer"}
    assert manager.post(address("campaign-dataset-card", desk), named).status_code == 302


def test_the_second_of_two_who_edit_is_told(manager: Client, desk: Desk) -> None:
    save_card(
        campaign=desk.campaign,
        card=CardAnswers(licence="CC0"),
        edited=None,
        by=desk.manager,
        now=NOW,
    )
    stale = (NOW - timedelta(hours=1)).isoformat()
    for edited in ("", stale, "nonsense"):
        response = manager.post(
            address("campaign-dataset-card", desk), {"licence": "MIT", "edited": edited}
        )
        assert response.status_code == 422
        assert "Somebody else saved this card in the meantime." in response.content.decode()
    assert card_of(desk.campaign) == CardAnswers(licence="CC0")
    fresh = {"licence": "MIT", "edited": NOW.isoformat()}
    assert manager.post(address("campaign-dataset-card", desk), fresh).status_code == 302
    assert card_of(desk.campaign) == CardAnswers(licence="MIT")
