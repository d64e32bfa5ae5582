"""A campaign with pages, people and highlights, for the tests of the workflow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from accounts.roles import Role
from annotation.checks.messages import ENGLISH
from annotation.models import Campaign, Highlight, Membership
from annotation.protocols import registry
from annotation.protocols.numbers import Given
from annotation.protocols.protocol import Protocol
from annotation.selectors.highlights import prescriptions_of
from annotation.services import campaigns, sampling
from annotation.services.campaigns import Design
from annotation.submissions import Written
from tests.people import NOW
from tests.wiki.pages import make_corpus, make_page
from wiki.models import Corpus, Page, PageTable, SentenceRun

EVERY_WARNING = frozenset(ENGLISH)
ROWS = 6


@dataclass(frozen=True, slots=True)
class World:
    campaign: Campaign
    writers: list[User]

    @property
    def writer(self) -> User:
        return self.writers[0]


def make_article(title: str, corpus: Corpus, **facts: Any) -> Page:
    """A page with five sentences and a table of six rows, as an import would describe it."""
    rows = "\n".join(f"|-\n| Bridge {n} of {title} || {1900 + n}" for n in range(ROWS - 1))
    sentences = " ".join(f"{title} has a story number {n} to tell." for n in range(5))
    page = make_page(title, f"{sentences}\n\n{{|\n! Bridge !! Year\n{rows}\n|}}\n", corpus=corpus)
    if facts:
        Page.objects.filter(pk=page.pk).update(**facts)
    PageTable.objects.create(
        page=page, number=0, rows=ROWS, columns=2, is_infobox=False, is_flagged=False
    )
    SentenceRun.objects.create(page=page, first=0, length=5, is_flagged=False)
    return page


def make_articles(count: int, corpus: Corpus | None = None) -> Corpus:
    corpus = corpus or make_corpus()
    for number in range(count):
        make_article(f"River {number:03}", corpus)
    return corpus


def seal(corpus: Corpus) -> None:
    Corpus.objects.filter(pk=corpus.pk).update(sealed_at=NOW)
    corpus.refresh_from_db()


def make_writers(campaign: Campaign, count: int) -> list[User]:
    people = User.objects.bulk_create(
        User(username=f"writer{n}", name=f"Writer {n}", email=f"writer{n}@example.org")
        for n in range(count)
    )
    Membership.objects.bulk_create(
        Membership(
            campaign=campaign,
            user=person,
            role=Role.ANNOTATOR,
            writes_claims=True,
            joined_at=NOW,
        )
        for person in people
    )
    return people


def make_design(corpus: Corpus, **options: Any) -> Design:
    options.setdefault("protocol", registry.get(registry.DEFAULT))
    options.setdefault("numbers", {})
    return Design(corpus=corpus, **{"target": 12, "seed": "a seed", **options})


def make_world(
    *,
    pages: int = 30,
    writers: int = 2,
    target: int = 12,
    protocol: Protocol | None = None,
    numbers: Mapping[str, Given] | None = None,
    guidelines: str | None = None,
) -> World:
    """An open campaign whose highlights are drawn."""
    corpus = make_articles(pages)
    seal(corpus)
    design = make_design(
        corpus,
        target=target,
        numbers=numbers or {},
        protocol=protocol or registry.get(registry.DEFAULT),
        guidelines=guidelines,
    )
    campaign = campaigns.create_campaign(name="Rivers of test", actor=None, now=NOW, design=design)
    draw(campaign)
    campaigns.open_campaign(campaign=campaign, actor=None, now=NOW)
    return World(campaign, make_writers(campaign, writers))


def draw(campaign: Campaign, wanted: Mapping[str, int] | None = None) -> dict[str, int]:
    @contextmanager
    def step() -> Iterator[dict[str, Any]]:
        yield {}

    return sampling.sample_highlights(
        campaign=campaign,
        wanted=wanted or sampling.wanted_highlights(campaign, spare=6),
        step=step,
        clock=lambda: NOW,
    )


def written_for(highlight: Highlight, mark: str = "one") -> list[Written]:
    """Three claims as the default protocol wants them, every warning overridden."""
    prescribed = prescriptions_of(highlight)
    assert set(prescribed) == {"type_1", "type_2", "type_3"}
    title = highlight.page.title
    tags = {"challenge": "other"}
    return [
        Written(
            slot="type_1",
            text=f"{title} was crossed by the first bridge {mark} in 1901.",
            tags=tags,
            overridden=EVERY_WARNING,
        ),
        Written(
            slot="type_2",
            text=f"{title} joins a longer stream {mark} near the old harbour.",
            verdict="supported",
            tags=tags,
            overridden=EVERY_WARNING,
        ),
        Written(
            slot="type_3",
            text=f"{title} was never spanned by any bridge {mark} before 1950.",
            verdict="refuted",
            tags=tags,
            base=("type_1", 1),
            overridden=EVERY_WARNING,
        ),
    ]


def later(hours: float) -> datetime:
    return NOW + timedelta(hours=hours)
