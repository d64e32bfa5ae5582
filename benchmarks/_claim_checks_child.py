"""A campaign with thousands of claims on SQLite, and checks asked for over HTTP."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from annotation.services.campaign import designs

if TYPE_CHECKING:
    from annotation.models import Attempt

NOW = datetime(2026, 3, 14, tzinfo=UTC)
TRIES = 200
# The first requests also load modules.
WARM_UP = 5
ARTICLE = """
The Aare is a river of Switzerland. It rises at the Aare Glaciers. It flows through Lake Brienz.
It leaves Lake Thun at Thun. It flows around the old town of Bern. It joins the Rhine at Koblenz.
"""


def texts(count: int) -> Iterator[str]:
    """Return sentences with the word frequencies of a language."""
    dice = random.Random(7)
    vocabulary = [f"{chr(97 + number % 26)}word{number}" for number in range(20_000)]
    weights = [1 / (number + 2) for number in range(20_000)]
    drawn = dice.choices(vocabulary, weights, k=count * 12)
    for at in range(count):
        words = " ".join(drawn[at * 12 : at * 12 + 12])
        yield f"The {words} {'never' if at % 2 else 'once'} saw {1500 + at % 500}."


def fill(claims: int) -> Attempt:
    """Create a writer with a highlight, in a campaign with so many claims."""
    from accounts.models import User
    from accounts.roles import Role
    from annotation.models import Attempt, Claim, Highlight
    from annotation.rules.checks.duplicates import identity_key
    from annotation.services.writing import highlights
    from annotation.services.writing.claims import add_keys
    from campaigns.models import Campaign, Membership
    from campaigns.protocols import registry
    from campaigns.services import campaigns
    from wiki import documents
    from wiki.models import Corpus, Page, PageContent
    from wiki.parsing.feverous import write_feverous
    from wiki.parsing.wikitext import parse_wikitext

    packed = documents.pack(write_feverous(parse_wikitext("Aare", ARTICLE).document))
    PageContent.objects.create(digest=packed.digest, document=packed.data, size=packed.size)
    corpus = Corpus.objects.create(name="Bench", source_name="b", licence="c", created_at=NOW)
    page = Page.objects.create(
        corpus=corpus,
        title="Aare",
        source_id=1,
        revision=1,
        source_digest=packed.digest,
        extractor="bench",
        content_id=packed.digest,
        sentences=6,
        tables=0,
        lists=0,
        lossy_elements=0,
    )
    Corpus.objects.update(sealed_at=NOW)
    design = campaigns.Design(
        protocol=registry.get(registry.DEFAULT), corpus=Corpus.objects.get(), numbers={}
    )
    campaign = designs.create_campaign(name="Bench", actor=None, now=NOW, design=design)
    writer = User.objects.create_user("writer", "a long password", name="Writer")
    Membership.objects.create(
        campaign=campaign, user=writer, role=Role.ANNOTATOR, writes_claims=True, joined_at=NOW
    )
    for name in ("written", "sentences", "table"):
        Highlight.objects.create(
            campaign=campaign,
            page=page,
            unit=name,
            source="sentences" if name == "written" else name,
            addresses=["sentence_0", "sentence_1", "sentence_2", "sentence_3"],
            rank=1,
            drawn_at=NOW,
            state=Highlight.State.WRITTEN if name == "written" else Highlight.State.WAITING,
        )
    designs.open_campaign(campaign=campaign, actor=None, now=NOW)
    wrote = Attempt.objects.create(
        highlight=Highlight.objects.get(unit="written"),
        annotator=writer,
        lease=1,
        outcome=Attempt.Outcome.SUBMITTED,
        digest="0",
        started_at=NOW,
        ended_at=NOW,
    )
    made = Claim.objects.bulk_create(
        (
            Claim(
                campaign=campaign,
                highlight=wrote.highlight,
                attempt=wrote,
                author=writer,
                slot="type_1",
                place=place,
                text=text,
                verdict="refuted" if place % 2 == 0 else "supported",
                guidelines=campaign.guidelines.latest("number"),
                written_at=NOW,
                identity=identity_key(text),
            )
            for place, text in enumerate(texts(claims), start=1)
        ),
        batch_size=500,
        ignore_conflicts=True,
    )
    assert made
    for at in range(0, claims, 500):
        add_keys(Claim.objects.order_by("pk")[at : at + 500])
    assert Campaign.objects.count() == 1
    return highlights.take_highlight(campaign=campaign, annotator=writer, now=NOW).attempt


def time_checks(attempt: Attempt) -> list[float]:
    """Return the processor time of each request in ms: the clock also counts neighbours."""
    from django.test import Client

    from annotation.models import Claim

    client = Client()
    client.force_login(attempt.annotator, backend="accounts.backends.PeopleBackend")
    taken: list[float] = []
    known = list(Claim.objects.order_by("pk").values_list("text", flat=True)[: TRIES + WARM_UP])
    for number, text in enumerate(known):
        tried = (text, f"{text[:-1]} at last.", "The Aare never flows through Lake Thun.")[
            number % 3
        ]
        sent = {"key": "type_1", "claims": {"type_1": {"text": tried}}}
        began = time.process_time()
        answer = client.post(
            f"/write/{attempt.public_id}/check/", json.dumps(sent), content_type="application/json"
        )
        taken.append((time.process_time() - began) * 1000)
        assert answer.status_code == 200
    return sorted(taken[WARM_UP:])


def measure(claims: int) -> dict[str, Any]:
    from django.conf import settings

    from annotation.services.writing.giveaways import list_giveaways
    from campaigns.models import Campaign

    settings.ALLOWED_HOSTS = ["testserver"]
    attempt = fill(claims)
    began = time.perf_counter()
    listed = list_giveaways(campaign=Campaign.objects.get(), now=NOW)
    seconds = time.perf_counter() - began
    taken = time_checks(attempt)
    return {
        "claims": listed.claims,
        "phrases": len(listed.phrases),
        "listing": seconds,
        "median": taken[len(taken) // 2],
        "slowest": taken[-1],
    }
