"""A whole campaign by the client: from its creation to the scores of predictions on its release.

Once beside the test, and once on PostgreSQL, Redis and Elasticsearch with a worker of its own, as
in production.
"""

from __future__ import annotations

import json
import os
import runpy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer
from touchstone_client import Touchstone

import search
from accounts.models import User
from accounts.services import tokens
from annotation.models import Adjudication
from campaigns.protocols import registry
from core.api.scopes import Scope
from jobs.execution import run_job
from jobs.models import Job
from tests.annotation.api.test_writing import claims_for
from tests.annotation.verifying_world import PAGE
from tests.annotation.world import make_articles, seal
from tests.jobs.workers import Site
from tests.jobs.workers import site as running_site
from tests.people import PASSWORD
from tests.releases.papers.test_recipes import blocks, run
from wiki.models import Corpus

EXAMPLE = Path(django_settings.PROJECT_ROOT) / "clients/python/examples/machine.py"
EVIDENCE = [[{"page": PAGE, "address": "sentence_1"}]]
NUMBERS = {"redundancy.verifications": 2, "redundancy.duplicates": "0"}
pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def home(settings: Settings, tmp_path: Path) -> Path:
    cache.clear()
    settings.HOME = tmp_path / "home"
    settings.HOME.mkdir()
    settings.SEARCH_FOLDER = settings.HOME / "search"
    return tmp_path / "home"


@dataclass
class Study:
    """A campaign at a site, with the clients of its people."""

    site: str
    manager: Touchstone
    campaign: str
    # Runs a job where no worker does.
    run: Callable[[str], None]

    def client(self, username: str) -> Touchstone:
        """Return the client of somebody who created a token on their account page."""
        person = User.objects.get(username=username)
        made = tokens.make_api_token(
            person=person, name="client", now=timezone.now(), scopes=[Scope.ANNOTATE]
        )
        return Touchstone(self.site, made.secret)

    def post(self, rest: str, body: Any = None) -> Any:
        return self.manager.connection.post(f"campaigns/{self.campaign}/{rest}", body)

    def post_for_secret(self, rest: str, body: Any) -> Any:
        return self.manager.connection.post_for_secret(f"campaigns/{self.campaign}/{rest}", body)

    def get(self, rest: str) -> Any:
        return self.manager.connection.get(f"campaigns/{self.campaign}/{rest}")

    def finish(self, job: str) -> None:
        """Wait for a job, which must succeed."""
        self.run(job)
        ended = self.manager.follow_job(job, every=0.2)
        assert ended.has_succeeded, ended


def run_here(job: str) -> None:
    run_job(Job.objects.get(public_id=job).pk, worker="test")


def begin(site: str, run: Callable[[str], None]) -> Study:
    person = User.objects.create_user("mara", PASSWORD, is_administrator=True)
    made = tokens.make_api_token(
        person=person, name="client", now=timezone.now(), scopes=tuple(Scope)
    )
    manager = Touchstone(site, made.secret)
    campaign = manager.connection.post("campaigns", {"name": "Bridges"})["id"]
    return Study(site, manager, campaign, run)


def design(study: Study, corpus: Corpus) -> None:
    body = {"design": registry.DEFAULT, "corpus": str(corpus.public_id), "target": 2}
    study.post("design", body)
    study.post("design/numbers", {"numbers": NUMBERS})
    study.finish(study.post("highlights/draw")["job"])
    assert study.post("open")["state"] == "open"


def invite(study: Study, *names: str) -> None:
    link = {"name": "Pool", "role": "annotator", "parameter": "w", "seats": 9, "items": 1}
    address = study.post_for_secret("worker-links", link)["address"]
    for name in names:
        account = {"username": name, "name": "", "email": ""}
        account |= {"password": PASSWORD, "password_again": PASSWORD}
        assert Client().post(f"{address}{name}", account).status_code == 302


def write(study: Study, name: str) -> None:
    with study.client(name) as writer:
        for _ in range(2):
            taken = writer.connection.post(f"campaigns/{study.campaign}/write")
            at = f"attempts/{taken['attempt']}/claims"
            writer.connection.post(at, {"claims": claims_for(taken)})


def judgement(verdict: str) -> dict[str, Any]:
    answer = {"supported": "", "refuted": "yes"}[verdict]
    tags = {"challenge": "other"}
    return {"verdict": verdict, "answer": answer, "tags": tags, "sets": EVIDENCE}


def verify(study: Study, name: str, disagrees_about: str = "") -> str:
    """Verify all claims; return the text of the first."""
    first = ""
    with study.client(name) as verifier:
        for number in range(6):
            claim = verifier.take(study.campaign)
            first = first or claim.text
            if not number:
                assert verifier.search(claim.corpus, "River 003")[0].title == PAGE
            verdict = "refuted" if claim.text == disagrees_about else "supported"
            verifier.submit(claim.attempt, judgement(verdict))
    return first


def adjudicate(study: Study) -> None:
    [disagreement] = study.get("disagreements")["results"]
    attempt = study.post(f"claims/{disagreement['claim']}/bench")["attempt"]
    bench = study.manager.connection.get(f"attempts/{attempt}/bench")
    ruling: dict[str, Any] = {
        "judgement": judgement("refuted"),
        "cause": Adjudication.Cause.values[0],
        "comment": "",
    }
    ruling |= {"seen": bench["seen"], "replaces": bench["replaces"]}
    study.manager.connection.post(f"attempts/{attempt}/confirm", ruling["judgement"])
    decided = study.manager.connection.post(f"attempts/{attempt}/bench/decide", ruling)
    assert decided["verdict"] == "refuted"


def score(study: Study, folder: Path) -> Any:
    """Upload predictions that say what the released part says; return what they score."""
    lines = (folder / "feverous" / "train.jsonl").read_text(encoding="utf-8").splitlines()
    claims = [json.loads(line) for line in lines]
    predictions = [
        {
            "id": claim["id"],
            "predicted_label": claim["label"],
            "predicted_evidence": [
                piece.rsplit("_", 2) for one in claim["evidence"] for piece in one["content"]
            ],
        }
        for claim in claims
        if claim.get("label")
    ]
    sent = "".join(json.dumps(one) + "\n" for one in predictions)
    answer = httpx.post(
        f"{study.site}/api/v1/campaigns/{study.campaign}/releases/1/predictions",
        params={"part": "train", "name": "echo"},
        content=sent.encode(),
        headers={
            "Authorization": study.manager.connection._http.headers["Authorization"],
            "Content-Type": "application/octet-stream",
        },
        timeout=60,
    )
    assert answer.status_code == 202, answer.text
    study.finish(answer.json()["job"])
    return study.get(f"releases/1/predictions/{answer.json()['id']}")


def do_whole_campaign(study: Study, corpus: Corpus, folder: Path) -> None:
    design(study, corpus)
    invite(study, "ann", "ben", "cleo")
    write(study, "ann")
    disputed = verify(study, "ben")
    verify(study, "cleo", disagrees_about=disputed)

    def judge(text: str) -> dict[str, Any]:
        return judgement("refuted" if text == disputed else "supported")

    machine = study.post_for_secret("machines", {"name": "Model 1"})
    work = runpy.run_path(str(EXAMPLE))["work"]
    with Touchstone(study.site, machine["token"]) as model:
        assert work(model, study.campaign, lambda _, claim: judge(claim.text)) == (6, 0)
    adjudicate(study)
    report = study.post("reports", {"kind": "agreement"})
    study.finish(report["job"])
    result = study.get(f"reports/{report['id']}")["result"]
    assert (result["claims"], result["verifications"], result["disagreements"]) == (6, 12, 1)
    # By the rule of this design the first verification counts.
    [figures] = result["machines"]
    assert (figures["accuracy"]["numerator"], figures["accuracy"]["items"]) == (5, 6)
    release = study.post("releases", {"parts": [{"name": "train"}]})
    study.finish(release["job"])
    study.manager.download_release(study.campaign, 1, str(folder))
    by_datasets, _ = blocks((folder / "README.md").read_text(encoding="utf-8"))
    assert int(run(by_datasets + "print(sum(map(len, claims.values())))", folder)) == 6
    scored = score(study, folder)["scores"]["all"]
    assert (scored["claims"], scored["strict"], scored["f1"]) == (6, 1, 1)


@pytest.fixture
def production(settings: Settings, home: Path, request: pytest.FixtureRequest) -> Iterator[Site]:
    """Yield a site like that of production whose worker shares the database of the test."""
    redis_url = request.getfixturevalue("redis_url")
    elasticsearch_url = request.getfixturevalue("elasticsearch_url")
    prefix = "whole-campaign"
    settings.SEARCH_ENGINE = "elasticsearch"
    settings.ELASTICSEARCH_URL, settings.ELASTICSEARCH_PREFIX = elasticsearch_url, prefix
    server = os.environ["TOUCHSTONE_TEST_DATABASE_URL"].rpartition("/")[0]
    with running_site(
        home,
        TOUCHSTONE_REDIS_URL=redis_url,
        TOUCHSTONE_DATABASE_URL=f"{server}/{connection.settings_dict['NAME']}",
        TOUCHSTONE_ELASTICSEARCH_URL=elasticsearch_url,
        TOUCHSTONE_ELASTICSEARCH_PREFIX=prefix,
        TOUCHSTONE_SECRET_KEY="only for this test, and as long as one must be",
        TOUCHSTONE_ALLOWED_HOSTS="localhost",
    ) as made:
        yield made


@pytest.mark.slow
@pytest.mark.postgres
# A worker shares the database.
@pytest.mark.postgres_only
@pytest.mark.redis
@pytest.mark.elasticsearch
@pytest.mark.xdist_group("elasticsearch")
def test_a_whole_campaign_is_done_on_postgresql_redis_and_elasticsearch(
    live_server: LiveServer, production: Site, tmp_path: Path
) -> None:
    corpus = make_articles(20)
    search.rebuild_index(corpus=corpus)
    seal(corpus)
    production.start_worker()
    study = begin(live_server.url, lambda job: None)
    do_whole_campaign(study, corpus, tmp_path / "release")


def test_a_whole_campaign_is_done_by_the_client(
    live_server: LiveServer, home: Path, tmp_path: Path
) -> None:
    corpus = make_articles(20)
    search.rebuild_index(corpus=corpus)
    seal(corpus)
    study = begin(live_server.url, run_here)
    do_whole_campaign(study, corpus, tmp_path / "release")
