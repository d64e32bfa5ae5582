"""One's own account page and API tokens."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import ApiToken, User
from accounts.services import tokens as token_services
from accounts.tokens import digest_of, new_token
from core.api.scopes import Scope
from tests.people import NOW, PASSWORD, Cast

LogIn = Callable[[User], Client]


@pytest.fixture
def made(cast: Cast) -> token_services.MadeToken:
    return token_services.make_api_token(person=cast.annotator, name="export", now=NOW)


def ask_me(secret: str) -> tuple[int, object]:
    response = Client().get("/api/v1/me", headers={"Authorization": f"Bearer {secret}"})
    return response.status_code, response.json()


def refusal_of(secret: str) -> tuple[int, str]:
    response = Client().get("/api/v1/me", headers={"Authorization": f"Bearer {secret}"})
    return response.status_code, response.json()["code"]


def test_name_and_email_are_saved(log_in: LogIn, cast: Cast) -> None:
    data = {"name": "Anna A.", "email": "a@example.org"}
    assert log_in(cast.annotator).post("/account/", data).status_code == 302
    person = User.objects.get(pk=cast.annotator.pk)
    assert (person.name, person.email) == ("Anna A.", "a@example.org")


def test_an_address_in_use_is_not_told(log_in: LogIn, cast: Cast) -> None:
    data = {"name": "Anna", "email": cast.manager.email}
    assert log_in(cast.annotator).post("/account/", data).status_code == 302


@pytest.mark.parametrize(
    "data",
    [
        {"name": "x" * 121, "email": ""},
        {"name": "a\0b", "email": ""},
        {"name": "Anna", "email": "no address"},
        {"name": "Anna", "email": "a\0@example.org"},
    ],
)
def test_odd_details_are_refused(log_in: LogIn, cast: Cast, data: dict[str, str]) -> None:
    response = log_in(cast.annotator).post("/account/", data)
    assert response.status_code == 422
    person = User.objects.get(pk=cast.annotator.pk)
    assert (person.name, person.email) == ("Anna Annotator", "anna@example.org")


def test_text_size_and_density_are_remembered(log_in: LogIn, cast: Cast) -> None:
    client = log_in(cast.annotator)
    assert 'data-text-size="normal" data-density="roomy"' in client.get("/").content.decode()
    data = {"text_size": "larger", "density": "compact"}
    assert client.post("/account/reading/", data).status_code == 302
    # On any device of this person, and of nobody else.
    again = log_in(User.objects.get(pk=cast.annotator.pk)).get("/").content.decode()
    assert 'data-text-size="larger" data-density="compact"' in again
    assert 'data-text-size="normal"' in log_in(cast.manager).get("/").content.decode()
    refused = client.post("/account/reading/", {"text_size": "huge", "density": "compact"})
    assert refused.status_code == 422
    assert User.objects.get(pk=cast.annotator.pk).text_size == "larger"


def test_administrator_cannot_be_smuggled_in(log_in: LogIn, cast: Cast) -> None:
    log_in(cast.annotator).post("/account/", {"name": "Anna", "is_administrator": "on"})
    assert User.objects.get(pk=cast.annotator.pk).is_administrator is False


def test_a_token_is_shown_once_and_stored_as_a_digest(log_in: LogIn, cast: Cast) -> None:
    client = log_in(cast.annotator)
    response = client.post("/account/tokens/", {"name": "nightly export"}, follow=True)
    secret = response.context["secret"]
    assert response.redirect_chain == [("/account/tokens/made/", 302)]
    assert response.status_code == 200
    assert "nightly export" in response.content.decode()
    assert response["Cache-Control"].startswith("max-age=0, no-cache, no-store")
    assert len(secret) == 47
    assert secret.startswith("tst_")
    assert secret in response.content.decode()
    stored = ApiToken.objects.get()
    assert (stored.digest, stored.start) == (digest_of(secret), secret[:10])
    assert secret not in client.get("/account/").content.decode()


def test_reloading_the_new_token_makes_no_second_one(log_in: LogIn, cast: Cast) -> None:
    client = log_in(cast.annotator)
    response = client.post("/account/tokens/", {"name": "nightly export"}, follow=True)
    secret = response.context["secret"]
    assert secret not in str(dict(client.session))
    again = client.get("/account/tokens/made/", follow=True)
    assert again.redirect_chain == [("/account/", 302)]
    assert "was shown once" in again.content.decode()
    assert secret not in again.content.decode()
    assert ApiToken.objects.count() == 1


def test_looking_without_reading_leaves_the_new_token_to_be_shown(
    log_in: LogIn, cast: Cast
) -> None:
    client = log_in(cast.annotator)
    client.post("/account/tokens/", {"name": "nightly export"})
    assert client.head("/account/tokens/made/").status_code == 200
    assert client.get("/account/tokens/made/").status_code == 200


def test_a_new_token_is_shown_to_nobody_else_in_this_browser(log_in: LogIn, cast: Cast) -> None:
    client = log_in(cast.annotator)
    client.post("/account/tokens/", {"name": "nightly export"})
    client.post("/log-out/")
    client.post("/log-in/", {"username": "mara", "password": PASSWORD})
    response = client.get("/account/tokens/made/")
    assert (response.status_code, response["Location"]) == (302, "/account/")


@pytest.mark.parametrize("name", ["", "x" * 81, "a\0b"])
def test_odd_token_names_are_refused(log_in: LogIn, cast: Cast, name: str) -> None:
    assert log_in(cast.annotator).post("/account/tokens/", {"name": name}).status_code == 422
    assert not ApiToken.objects.exists()


def test_the_twenty_first_token_is_refused(log_in: LogIn, cast: Cast) -> None:
    for number in range(20):
        token_services.make_api_token(person=cast.annotator, name=str(number), now=NOW)
    response = log_in(cast.annotator).post("/account/tokens/", {"name": "one more"})
    assert response.status_code == 422
    assert ApiToken.objects.count() == 20


def test_me_answers_to_a_token(made: token_services.MadeToken) -> None:
    assert ask_me(made.secret) == (
        200,
        {
            "id": str(made.token.user.public_id),
            "username": "anna",
            "name": "Anna Annotator",
            "email": "anna@example.org",
            "is_administrator": False,
            "scopes": ["read"],
        },
    )


def test_me_answers_to_a_session(log_in: LogIn, cast: Cast) -> None:
    assert log_in(cast.manager).get("/api/v1/me").json()["username"] == "mara"


def test_without_token_the_api_answers_401(client: Client, db: None) -> None:
    response = client.get("/api/v1/me")
    assert response.status_code == 401
    assert response["WWW-Authenticate"] == 'Bearer realm="Touchstone"'


def test_me_cannot_be_posted_to(made: token_services.MadeToken) -> None:
    headers = {"Authorization": f"Bearer {made.secret}"}
    assert Client().post("/api/v1/me", headers=headers).status_code == 405


@pytest.mark.parametrize(
    "secret", ["", "tst_", "nonsense", "tst_" + "A" * 43, "tst_ü", "a b", "tst_\x7f"]
)
def test_wrong_tokens_get_the_same_401(cast: Cast, secret: str) -> None:
    assert refusal_of(secret) == (401, "token_refused")


def test_a_revoked_token_stops_working(
    log_in: LogIn, cast: Cast, made: token_services.MadeToken
) -> None:
    path = f"/account/tokens/{made.token.public_id}/revoke/"
    client = log_in(cast.annotator)
    assert client.get(path).status_code == 405
    assert client.post(path).status_code == 302
    assert refusal_of(made.secret) == (401, "token_refused")
    assert client.post(path).status_code == 404


def test_an_expired_token_stops_working_and_leaves_the_list(log_in: LogIn, cast: Cast) -> None:
    expired = token_services.make_api_token(
        person=cast.annotator, name="old export", now=NOW, lifetime=timedelta(days=30)
    )
    assert refusal_of(expired.secret) == (401, "token_refused")
    assert "old export" not in log_in(cast.annotator).get("/account/").content.decode()


def test_a_token_is_made_with_scopes_and_an_end(log_in: LogIn, cast: Cast) -> None:
    sent = {"name": "bot", "may_annotate": "on", "days": "30"}
    log_in(cast.annotator).post("/account/tokens/", sent)
    token = ApiToken.objects.get()
    assert token.scopes == {Scope.READ, Scope.ANNOTATE}
    assert token.expires_at == token.created_at + timedelta(days=30)


def test_an_unknown_lifetime_is_refused(log_in: LogIn, cast: Cast) -> None:
    sent = {"name": "bot", "days": "31"}
    assert log_in(cast.annotator).post("/account/tokens/", sent).status_code == 422
    assert not ApiToken.objects.exists()


def test_nobody_revokes_the_token_of_another(
    log_in: LogIn, cast: Cast, made: token_services.MadeToken
) -> None:
    path = f"/account/tokens/{made.token.public_id}/revoke/"
    assert log_in(cast.administrator).post(path).status_code == 404
    assert ApiToken.objects.get().revoked_at is None


def test_the_token_of_a_deactivated_person_stops_working(
    cast: Cast, made: token_services.MadeToken
) -> None:
    User.objects.filter(pk=cast.annotator.pk).update(is_active=False)
    assert refusal_of(made.secret) == (401, "token_refused")


@pytest.mark.postgres
def test_use_is_noted_once_a_minute(made: token_services.MadeToken) -> None:
    def note(after: timedelta) -> timedelta | None:
        token = ApiToken.objects.get()
        token_services.note_use(token=token, now=NOW + after)
        noted = ApiToken.objects.get().last_used_at
        return noted - NOW if noted else None

    assert note(timedelta(seconds=1)) == timedelta(seconds=1)
    assert note(timedelta(seconds=59)) == timedelta(seconds=1)
    assert note(timedelta(seconds=61)) == timedelta(seconds=61)


def test_a_refused_token_is_not_noted_as_used(cast: Cast, made: token_services.MadeToken) -> None:
    token_services.revoke_api_token(token=made.token, now=NOW)
    ask_me(made.secret)
    assert ApiToken.objects.get().last_used_at is None


def test_a_used_token_shows_when(log_in: LogIn, cast: Cast, made: token_services.MadeToken) -> None:
    ask_me(made.secret)
    used = ApiToken.objects.get().last_used_at
    assert used is not None
    assert timezone.now() - used < timedelta(minutes=1)
    page = log_in(cast.annotator).get("/account/").content.decode()
    assert used.strftime("%Y-%m-%d %H:%M") in page


def test_new_tokens_are_43_letters_and_differ() -> None:
    made = {new_token() for _ in range(50)}
    assert {len(token) for token in made} == {43}
    assert len(made) == 50


def test_account_page_has_a_fixed_number_of_queries(
    log_in: LogIn, cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(5):
        token_services.make_api_token(person=cast.annotator, name=str(number), now=NOW)
    client = log_in(cast.annotator)
    # Session, person, tokens, and the areas of the bar.
    with django_assert_max_num_queries(4):
        client.get("/account/")
