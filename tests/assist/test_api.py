"""The check of a claim through the API: answers, refusals, and who may ask."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

import search
from accounts.models import User
from annotation.services.campaign import designs
from assist import storage
from assist.models import ModelVersion
from campaigns.models import Campaign
from campaigns.protocols import registry
from campaigns.services import campaigns
from tests.assist.world import (
    make_river_table,
    store_version,
    train_small_model,
    train_small_tables,
)
from tests.people import NOW, Cast
from tests.verifier.tables.examples import HEADER
from tests.wiki.pages import make_corpus, make_page, share_corpus
from verifier.combination import Abstention
from verifier.text.model import LABELS
from wiki.models import Corpus

CLAIM = "Velmabar was mapped in 1801."


@pytest.fixture
def client(cast: Cast, rivers: Corpus, log_in: Callable[[User], Client]) -> Client:
    share_corpus(rivers, cast.researcher)
    return log_in(cast.researcher)


def ask(client: Client, corpus: Corpus, **parameters: Any) -> Any:
    url = reverse("api:claim-check", kwargs={"corpus_id": corpus.public_id})
    return client.get(url, parameters)


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_verdict_evidence_and_pages_are_answered(
    client: Client, rivers: Corpus, version: ModelVersion
) -> None:
    answer = ask(client, rivers, claim=f"  {CLAIM}\n")
    assert answer.status_code == 200, answer.content
    checked = answer.json()
    assert (checked["claim"], checked["model"]) == (CLAIM, version.number)
    assert (checked["label"], checked["abstention"]) == ("SUPPORTS", None)
    assert checked["probability"] == checked["probabilities"]["SUPPORTS"] > 0.5
    assert sum(checked["probabilities"].values()) == pytest.approx(1)
    assert checked["pages"][0] == "Velmabar"
    [decisive] = [one for one in checked["sentences"] if one["address"] == "sentence_1"][:1]
    assert decisive["page"] == "Velmabar"
    assert decisive["text"] == "Velmabar was mapped in 1801 by a surveyor from the coast."
    assert decisive["opinion"]["label"] == "SUPPORTS"
    assert decisive["opinion"]["is_deciding"]


def test_tables_come_with_their_program_and_the_cells_it_used(
    client: Client, rivers: Corpus, tmp_path: Path
) -> None:
    trained = tmp_path / "trained"
    trained.mkdir()
    train_small_model(trained)
    train_small_tables(trained)
    store_version(trained)
    title = make_river_table(rivers)
    search.rebuild_index(corpus=rivers, clock=lambda: NOW)
    checked = ask(client, rivers, claim="Of the rivers of the north 3 are in Ostrava.").json()
    [table] = [one for one in checked["tables"] if one["page"] == title]
    assert table["header"] == [word.capitalize() for word in HEADER]
    assert "ostrava" in table["program"]
    assert table["opinion"]["label"] in LABELS
    touched = [cell["text"] for row in table["rows"] for cell in row if cell["is_touched"]]
    assert "ostrava" in [text.lower() for text in touched]


@pytest.mark.parametrize(
    ("claim", "code"),
    [
        ("河流很长", Abstention.NO_EVIDENCE),
        ("🙂🙂🙂", Abstention.NO_WORDS),
        ("Zyxt qwvk plomm.", Abstention.NO_EVIDENCE),
    ],
)
def test_without_a_verdict_the_reason_is_answered(
    claim: str, code: str, client: Client, rivers: Corpus, version: ModelVersion
) -> None:
    checked = ask(client, rivers, claim=claim).json()
    assert checked["label"] == "NOT ENOUGH INFO"
    assert checked["abstention"]["code"] == code
    assert checked["abstention"]["detail"].endswith(".")


@pytest.mark.parametrize(
    ("parameters", "code"),
    [
        ({}, "invalid_parameter"),
        ({"claim": ""}, "invalid_parameter"),
        ({"claim": " \n "}, "invalid_parameter"),
        ({"claim": "y" * 1001}, "invalid_parameter"),
        ({"claim": "Aare\0"}, "invalid_parameter"),
        ({"claim": CLAIM, "page": "Aare"}, "unknown_parameter"),
    ],
)
def test_what_is_no_claim_is_refused(
    parameters: dict[str, str], code: str, client: Client, rivers: Corpus, version: ModelVersion
) -> None:
    assert refusal(ask(client, rivers, **parameters)) == (400, code)


def test_without_a_usable_model_the_reason_is_answered(
    client: Client, rivers: Corpus, model_files: Path
) -> None:
    assert refusal(ask(client, rivers, claim=CLAIM)) == (503, "no_model")
    version = store_version(model_files)
    (storage.folder_of(version) / storage.TEXT_MODEL).write_bytes(b"damaged")
    refused = ask(client, rivers, claim=CLAIM)
    assert refusal(refused) == (503, "no_model")
    assert "its checksum differs" in refused.json()["detail"]


def test_a_corpus_without_an_index_is_refused(
    cast: Cast, client: Client, version: ModelVersion
) -> None:
    bare = make_corpus("Bare", owner=cast.researcher)
    make_page("Aare", "The Aare is a river.", corpus=bare)
    assert refusal(ask(client, bare, claim=CLAIM)) == (503, "search_unavailable")


def test_a_corpus_that_one_may_not_read_does_not_exist(
    cast: Cast, rivers: Corpus, version: ModelVersion, log_in: Callable[[User], Client]
) -> None:
    assert refusal(ask(log_in(cast.stranger), rivers, claim=CLAIM)) == (404, "not_found")
    assert ask(Client(), rivers, claim=CLAIM).status_code == 401


def test_annotators_at_work_are_not_told_what_a_machine_thinks(
    cast: Cast, rivers: Corpus, version: ModelVersion, log_in: Callable[[User], Client]
) -> None:
    design = campaigns.Design(protocol=registry.get(registry.DEFAULT), corpus=rivers, numbers={})
    designs.set_design(campaign=cast.campaign, design=design, actor=None, now=NOW)
    Campaign.objects.filter(pk=cast.campaign.pk).update(state=Campaign.State.OPEN)
    annotator = log_in(cast.annotator)
    refused = ask(annotator, rivers, claim=CLAIM)
    assert refusal(refused) == (403, "annotates_here")
    assert "1801" not in refused.content.decode()
    Campaign.objects.filter(pk=cast.campaign.pk).update(state=Campaign.State.CLOSED)
    assert ask(annotator, rivers, claim=CLAIM).status_code == 200


def test_checks_count_for_the_limit_on_requests(
    client: Client, rivers: Corpus, version: ModelVersion, settings: Any
) -> None:
    settings.API_REQUESTS_A_MINUTE = 1
    cache.clear()
    assert ask(client, rivers, claim=CLAIM).status_code == 200
    refused = ask(client, rivers, claim=CLAIM)
    assert refusal(refused) == (429, "throttled")
    assert refused.headers["RateLimit"].startswith('"requests";r=0')


def test_the_description_names_every_label_and_reason() -> None:
    from assist import api

    assert api.LABELS == LABELS
    assert set(api.ABSTENTIONS) == {reason.value for reason in Abstention}
