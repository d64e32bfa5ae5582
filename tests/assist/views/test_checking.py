"""The page on which claims are checked: answers, refusals, and who may see which corpus."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from annotation.services.campaign import designs
from assist import storage
from assist.models import ModelVersion
from campaigns.models import Campaign
from campaigns.protocols import registry
from campaigns.services import campaigns
from tests.people import NOW, Cast
from tests.wiki.pages import make_corpus, make_page, share_corpus
from wiki.models import Corpus

CHECK = reverse("check-claim")


@pytest.fixture
def client(cast: Cast, rivers: Corpus, log_in: Callable[[User], Client]) -> Client:
    share_corpus(rivers, cast.researcher)
    return log_in(cast.researcher)


def test_verdict_evidence_and_pages_are_shown(client: Client, version: ModelVersion) -> None:
    answer = client.get(CHECK, {"claim": "Velmabar was mapped in 1801."})
    text = answer.content.decode()
    assert answer.status_code == 200
    assert "verdict-word--supported" in text
    assert "% sure" in text
    assert "Velmabar was mapped in 1801 by a surveyor from the coast." in text
    assert "Checked by version 1 of the model, in the corpus Rivers." in text


def test_the_page_is_empty_until_a_claim_is_typed(client: Client) -> None:
    answer = client.get(CHECK)
    assert answer.status_code == 200
    assert "data-answer" not in answer.content.decode()


@pytest.mark.parametrize(
    ("claim", "status", "said"),
    [
        ("", 400, "Type a claim first."),
        (" \n ", 400, "Type a claim first."),
        ("word " * 400, 400, "at most 1000 characters"),
        ("Der Fluss fließt nach Norden und mündet in den Rhein.", 200, "Cannot judge"),
        ("Λίμνη και ποταμός στην Ελβετία", 200, "Cannot judge"),
        ("河流很长", 200, "Cannot judge"),
        ("🙂🙂🙂", 200, "Cannot judge"),
        ("'; DROP TABLE wiki_page; --", 200, "Cannot judge"),
        ("<script>alert(1)</script> yodels", 200, "&lt;script&gt;alert(1)&lt;/script&gt; yodels"),
        ("Aare\0", 400, "Null characters are not allowed."),
    ],
)
def test_odd_claims_get_an_answer_or_a_clear_refusal(
    claim: str, status: int, said: str, client: Client, version: ModelVersion
) -> None:
    started = time.process_time()
    answer = client.get(CHECK, {"claim": claim})
    assert answer.status_code == status
    assert said in answer.content.decode()
    assert "<script>alert" not in answer.content.decode()
    assert time.process_time() - started < 5
    assert Corpus.objects.count() == 1


def test_what_was_typed_stays_when_it_is_refused(client: Client, version: ModelVersion) -> None:
    answer = client.get(CHECK, {"claim": "yodel " * 400})
    assert "yodel yodel" in answer.content.decode()


def test_without_a_model_the_page_says_so(client: Client) -> None:
    answer = client.get(CHECK, {"claim": "Velmabar was mapped in 1801."})
    assert answer.status_code == 503
    assert "The verifier has not been trained yet." in answer.content.decode()


def test_a_damaged_model_is_refused_with_a_sentence(client: Client, version: ModelVersion) -> None:
    (storage.folder_of(version) / storage.TEXT_MODEL).write_bytes(b"damaged")
    answer = client.get(CHECK, {"claim": "Velmabar was mapped in 1801."})
    assert answer.status_code == 503
    assert "its checksum differs" in answer.content.decode()


def test_a_corpus_without_an_index_is_refused_with_the_searchs_sentence(
    cast: Cast, version: ModelVersion, log_in: Callable[[User], Client]
) -> None:
    corpus = make_corpus("Bare", owner=cast.researcher)
    make_page("Aare", "The Aare is a river.", corpus=corpus)
    answer = log_in(cast.researcher).get(CHECK, {"claim": "The Aare is a river."})
    assert answer.status_code == 503


def test_a_corpus_that_one_may_not_read_does_not_exist(
    cast: Cast, rivers: Corpus, version: ModelVersion, log_in: Callable[[User], Client]
) -> None:
    stranger = log_in(cast.stranger)
    alone = stranger.get(CHECK, {"claim": "Velmabar was mapped in 1801."})
    assert "No corpus to check claims in" in alone.content.decode()
    for name in ("One", "Two"):
        own = make_corpus(name, owner=cast.stranger)
        make_page("Aare", "The Aare is a river.", corpus=own)
    named = stranger.get(CHECK, {"claim": "Velmabar was mapped.", "corpus": str(rivers.public_id)})
    assert named.status_code == 400
    assert "Rivers" not in named.content.decode()


def test_annotators_at_work_are_not_told_what_a_machine_thinks(
    cast: Cast, rivers: Corpus, version: ModelVersion, log_in: Callable[[User], Client]
) -> None:
    design = campaigns.Design(protocol=registry.get(registry.DEFAULT), corpus=rivers, numbers={})
    designs.set_design(campaign=cast.campaign, design=design, actor=None, now=NOW)
    Campaign.objects.filter(pk=cast.campaign.pk).update(state=Campaign.State.OPEN)
    annotator = log_in(cast.annotator)
    answer = annotator.get(CHECK, {"claim": "Velmabar was mapped in 1801."})
    assert "You annotate in a campaign" in answer.content.decode()
    assert "data-answer" not in answer.content.decode()
    Campaign.objects.filter(pk=cast.campaign.pk).update(state=Campaign.State.CLOSED)
    later = annotator.get(CHECK, {"claim": "Velmabar was mapped in 1801."})
    assert "data-answer" in later.content.decode()
