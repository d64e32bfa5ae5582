"""A campaign with pages, people and highlights, for the tests of the workflow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from accounts.models import User
from accounts.roles import Role
from annotation.models import Highlight
from annotation.rules.checks.findings import CODES
from annotation.rules.writing.submissions import WrittenClaim
from annotation.selectors.writing.highlights import prescriptions_of
from annotation.services.campaign import designs
from annotation.services.writing import sampling
from campaigns.models import Campaign, Membership
from campaigns.protocols import registry
from campaigns.protocols.numbers import Given
from campaigns.protocols.protocol import Protocol
from campaigns.services.campaigns import Design
from tests.people import NOW
from tests.wiki.pages import make_corpus
from wiki import documents
from wiki.documents import PackedDocument
from wiki.models import Corpus, Page, PageContent, PageTable, SentenceRun
from wiki.parsing.feverous import write_feverous
from wiki.parsing.wikitext import parse_wikitext

EVERY_WARNING = CODES
ROWS = 6


@dataclass(frozen=True, slots=True)
class World:
    campaign: Campaign
    writers: list[User]

    @property
    def writer(self) -> User:
        return self.writers[0]


@cache
def _packed(title: str) -> PackedDocument:
    """Return five sentences and a table of six rows; parsed once for all tests."""
    rows = "\n".join(f"|-\n| Bridge {n} of {title} || {1900 + n}" for n in range(ROWS - 1))
    sentences = " ".join(f"{title} has a story number {n} to tell." for n in range(5))
    parsed = parse_wikitext(title, f"{sentences}\n\n{{|\n! Bridge !! Year\n{rows}\n|}}\n")
    return documents.pack(write_feverous(parsed.document))


def make_articles(count: int, corpus: Corpus | None = None) -> Corpus:
    """Create pages, described as an import would describe them."""
    corpus = corpus or make_corpus()
    _make([f"River {number:03}" for number in range(count)], corpus)
    return corpus


def make_article(title: str, corpus: Corpus, **facts: Any) -> Page:
    return _make([title], corpus, **facts)[0]


def _make(titles: Sequence[str], corpus: Corpus, **facts: Any) -> list[Page]:
    packed = [_packed(title) for title in titles]
    PageContent.objects.bulk_create(
        (PageContent(digest=one.digest, document=one.data, size=one.size) for one in packed),
        ignore_conflicts=True,
    )
    pages = Page.objects.bulk_create(
        Page(
            corpus=corpus,
            title=title,
            source_id=1,
            revision=1,
            source_digest=one.digest,
            extractor="test",
            content_id=one.digest,
            sentences=5,
            tables=1,
            lists=0,
            lossy_elements=0,
            **facts,
        )
        for title, one in zip(titles, packed, strict=True)
    )
    PageTable.objects.bulk_create(
        PageTable(
            page=page,
            number=0,
            rows=ROWS,
            columns=2,
            body_rows=ROWS - 1,
            is_malformed=False,
            is_infobox=False,
            is_flagged=False,
        )
        for page in pages
    )
    SentenceRun.objects.bulk_create(
        SentenceRun(page=page, first=0, length=5, is_flagged=False) for page in pages
    )
    return pages


def seal(corpus: Corpus) -> None:
    Corpus.objects.filter(pk=corpus.pk).update(sealed_at=NOW)
    corpus.refresh_from_db()


def make_writers(campaign: Campaign, count: int) -> list[User]:
    return make_annotators(campaign, count, "Writer", writes_claims=True)


def make_annotators(campaign: Campaign, count: int, name: str, **tasks: bool) -> list[User]:
    """Create people of one name and a number, with these tasks in the campaign."""
    names = [f"{name.lower()}{n}" for n in range(count)]
    people = User.objects.bulk_create(
        User(username=one, name=f"{name} {n}", email=f"{one}@example.org")
        for n, one in enumerate(names)
    )
    Membership.objects.bulk_create(
        Membership(campaign=campaign, user=person, role=Role.ANNOTATOR, joined_at=NOW, **tasks)
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
    wanted: Mapping[str, int] | None = None,
) -> World:
    """Return an open campaign whose highlights are drawn."""
    corpus = make_articles(pages)
    seal(corpus)
    design = make_design(
        corpus,
        target=target,
        numbers=numbers or {},
        protocol=protocol or registry.get(registry.DEFAULT),
        guidelines=guidelines,
    )
    campaign = designs.create_campaign(name="Rivers of test", actor=None, now=NOW, design=design)
    draw(campaign, wanted)
    designs.open_campaign(campaign=campaign, actor=None, now=NOW)
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


def written_for(highlight: Highlight, mark: str = "one") -> list[WrittenClaim]:
    """Return three claims as the default protocol wants them, every warning overridden."""
    prescribed = prescriptions_of(highlight)
    assert set(prescribed) == {"type_1", "type_2", "type_3"}
    title = highlight.page.title
    tags = {"challenge": "other"}
    return [
        WrittenClaim(
            slot="type_1",
            text=f"{title} was crossed by the first bridge {mark} in 1901.",
            tags=tags,
            overridden=EVERY_WARNING,
        ),
        WrittenClaim(
            slot="type_2",
            text=f"{title} joins a longer stream {mark} near the old harbour.",
            verdict="supported",
            tags=tags,
            overridden=EVERY_WARNING,
        ),
        WrittenClaim(
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
