"""One's own profile: optional, changed and deleted by oneself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import Profile, User
from tests.people import Cast

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]
ANSWERS = {"first_language": "fil", "country": "PH", "education": "degree", "age_band": "25_34"}


def test_a_profile_is_saved_changed_and_deleted(cast: Cast, log_in: LogIn) -> None:
    client = log_in(cast.annotator)
    page = client.get("/account/profile/").content.decode()
    assert "only in groups of five or more" in page
    assert "Delete profile" not in page
    assert client.post("/account/profile/", ANSWERS).status_code == 302
    assert client.post("/account/profile/", ANSWERS | {"country": ""}).status_code == 302
    stored = Profile.objects.get()
    assert (stored.person, stored.first_language, stored.country) == (cast.annotator, "fil", "")
    page = client.get("/account/profile/").content.decode()
    assert '<option value="fil" selected>Filipino</option>' in page
    assert client.post("/account/profile/delete/").status_code == 302
    assert not Profile.objects.exists()


def test_a_profile_without_answers_is_none(cast: Cast, log_in: LogIn) -> None:
    client = log_in(cast.annotator)
    client.post("/account/profile/", ANSWERS)
    assert client.post("/account/profile/", dict.fromkeys(ANSWERS, "")).status_code == 302
    assert not Profile.objects.exists()


@pytest.mark.parametrize(
    "change", [{"first_language": "xx"}, {"country": "Atlantis"}, {"age_band": "7"}]
)
def test_unknown_answers_are_refused(change: dict[str, str], cast: Cast, log_in: LogIn) -> None:
    response = log_in(cast.annotator).post("/account/profile/", ANSWERS | change)
    assert response.status_code == 422
    assert not Profile.objects.exists()
