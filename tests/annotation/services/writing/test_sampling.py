"""Drawing highlights: what may be drawn, by which shares, always the same by the same seed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import Highlight
from annotation.selectors.writing import source_pages
from annotation.services.campaign import designs
from annotation.services.writing import sampling
from campaigns.models import Campaign
from campaigns.services import campaigns
from jobs.execution import run_job
from jobs.models import Job
from tests.annotation.world import draw, make_article, make_articles, make_design, seal
from tests.campaigns.protocols.designs import RUMOURS
from tests.people import NOW
from tests.wiki.pages import make_corpus
from wiki.models import Corpus, Page, PageCategory, PageTable, SentenceRun

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def make_campaign(corpus: Corpus, name: str = "Sampled", **options: Any) -> Campaign:
    seal(corpus)
    return designs.create_campaign(
        name=name, actor=None, now=NOW, design=make_design(corpus, **options)
    )


def drawn(campaign: Campaign) -> set[tuple[str, str, str]]:
    rows = Highlight.objects.filter(campaign=campaign)
    return {(row.page.title, row.source, ",".join(row.addresses)) for row in rows}


def titles(campaign: Campaign) -> set[str]:
    return {title for title, _, _ in drawn(campaign)}


def test_twice_as_many_tables_as_runs_of_sentences_are_drawn_each_of_another_page() -> None:
    campaign = make_campaign(make_articles(30), target=12)
    assert draw(campaign) == {"sentences": 6, "table": 12}
    highlights = Highlight.objects.filter(campaign=campaign)
    assert len({highlight.page_id for highlight in highlights}) == 18
    for highlight in highlights:
        assert highlight.unit == f"page:{highlight.page_id}"
        if highlight.source == "table":
            assert highlight.addresses == ["table_0"]
        else:
            first = int(highlight.addresses[0].removeprefix("sentence_"))
            assert first in (0, 1)
            assert highlight.addresses == [f"sentence_{first + n}" for n in range(4)]


def test_the_same_seed_draws_the_same_and_another_seed_others() -> None:
    corpus = make_articles(40)
    first = make_campaign(corpus, "One")
    second = make_campaign(corpus, "Two")
    third = make_campaign(corpus, "Three", seed="another")
    for campaign in (first, second, third):
        draw(campaign)
    assert drawn(first) == drawn(second)
    assert drawn(first) != drawn(third)


def test_malformed_tables_are_never_drawn_and_header_rows_do_not_count() -> None:
    corpus = make_articles(2)
    SentenceRun.objects.all().delete()
    malformed = make_article("Malformed", corpus)
    PageTable.objects.filter(page=malformed).update(is_malformed=True)
    short = make_article("Four rows under two headers", corpus)
    PageTable.objects.filter(page=short).update(rows=6, body_rows=4)
    long = make_article("Fifty rows under two headers", corpus)
    PageTable.objects.filter(page=long).update(rows=52, body_rows=50)
    SentenceRun.objects.all().delete()
    campaign = make_campaign(corpus)
    assert draw(campaign) == {"table": 3}
    assert titles(campaign) == {"River 000", "River 001", "Fifty rows under two headers"}


def test_pages_of_other_campaigns_are_left_out_where_the_campaign_says_so() -> None:
    corpus = make_articles(12)
    first = make_campaign(corpus, "One", target=2)
    draw(first, {"table": 5})
    other_corpus = make_articles(12, make_corpus("A newer dump"))
    second = make_campaign(other_corpus, "Two", target=2, excludes_used_pages=True)
    draw(second, {"table": 12})
    assert len(titles(first)) == 5
    assert len(titles(second)) == 7
    assert not titles(first) & titles(second)
    third = make_campaign(corpus, "Three", target=2)
    draw(third, {"table": 12})
    assert len(titles(third)) == 12


def test_flagged_and_disambiguation_pages_and_flagged_sections_are_never_drawn() -> None:
    corpus = make_articles(3)
    make_article("Flagged", corpus, is_flagged=True)
    make_article("Ambiguous", corpus, is_disambiguation=True)
    section = make_article("Section", corpus)
    PageTable.objects.filter(page=section).update(is_flagged=True)
    SentenceRun.objects.filter(page=section).update(is_flagged=True)
    small = make_article("Small", corpus)
    PageTable.objects.filter(page=small).update(rows=6, body_rows=4)
    SentenceRun.objects.filter(page=small).update(length=3)
    large = make_article("Large", corpus)
    PageTable.objects.filter(page=large).update(rows=52, body_rows=51)
    SentenceRun.objects.filter(page=large).delete()
    campaign = make_campaign(corpus)
    assert draw(campaign, {"sentences": 9, "table": 9}) == {"sentences": 3}
    assert titles(campaign) == {"River 000", "River 001", "River 002"}


def test_a_page_with_a_rare_table_is_not_spent_on_its_sentences() -> None:
    corpus = make_articles(20)
    rare = Page.objects.filter(title__in=["River 003", "River 011"])
    PageTable.objects.exclude(page__in=rare).delete()
    campaign = make_campaign(corpus)
    assert draw(campaign, {"sentences": 10, "table": 2}) == {"sentences": 10, "table": 2}
    tables = Highlight.objects.filter(source="table").values_list("page__title", flat=True)
    assert set(tables) == {"River 003", "River 011"}


def test_drawing_more_keeps_what_was_drawn() -> None:
    corpus = make_articles(30)
    campaign = make_campaign(corpus)
    draw(campaign, {"sentences": 2, "table": 4})
    before = drawn(campaign)
    assert draw(campaign, {"sentences": 4, "table": 8}) == {"sentences": 4, "table": 8}
    assert before < drawn(campaign)
    assert draw(campaign, {"sentences": 4, "table": 8}) == {"sentences": 4, "table": 8}


def test_a_category_and_titles_limit_the_pages() -> None:
    corpus = make_articles(8)
    for title in ("River 001", "River 002"):
        PageCategory.objects.create(page=Page.objects.get(title=title), name="Swift")
    some = make_campaign(corpus, "A", pages=Campaign.Pages.CATEGORY, page_names=["Swift"])
    named = make_campaign(corpus, "B", pages=Campaign.Pages.TITLES, page_names=["River_005", "No"])
    for campaign in (some, named):
        draw(campaign, {"sentences": 9, "table": 9})
    assert titles(some) == {"River 001", "River 002"}
    assert titles(named) == {"River 005"}
    assert (source_pages.count_pages(some), source_pages.count_pages(named)) == (2, 1)


def test_pages_that_named_pages_link_to_are_drawn_too() -> None:
    from tests.wiki.pages import make_page

    corpus = make_articles(8)
    make_page("Hub", "See [[River 004]] and [[River 006|another]].", corpus=corpus)
    campaign = make_campaign(corpus, pages=Campaign.Pages.LINKED, page_names=["Hub"])
    draw(campaign, {"sentences": 9, "table": 9})
    assert titles(campaign) == {"River 004", "River 006"}


def test_no_document_is_opened() -> None:
    campaign = make_campaign(make_articles(10))
    with CaptureQueriesContext(
        connection,
    ) as queries:
        draw(campaign)
    assert not [query for query in queries if "pagecontent" in query["sql"]]


def test_a_design_may_draw_every_table_of_a_page() -> None:
    corpus = make_corpus()
    page = make_article("Two tables", corpus)
    PageTable.objects.create(
        page=page,
        number=1,
        rows=3,
        columns=2,
        body_rows=3,
        is_malformed=False,
        is_infobox=True,
        is_flagged=False,
    )
    campaign = make_campaign(corpus, protocol=RUMOURS, guidelines="Talk.")
    assert draw(campaign, {"table": 5}) == {"table": 2}
    units = set(Highlight.objects.values_list("unit", flat=True))
    assert units == {f"table:{page.pk}:0", f"table:{page.pk}:1"}


def test_an_open_corpus_gives_no_highlights() -> None:
    corpus = make_articles(1)
    campaign = designs.create_campaign(
        name="Early", actor=None, now=NOW, design=make_design(corpus)
    )
    with pytest.raises(designs.NotReadyError):
        sampling.request_highlights(campaign=campaign, actor=None, now=NOW)
    assert not Job.objects.exists()


def test_a_killed_draw_goes_on_and_draws_what_it_would_have(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sampling, "_PAGES_A_STEP", 4)
    corpus = make_articles(40)
    whole = make_campaign(corpus, "Whole")
    killed = make_campaign(corpus, "Killed")
    wanted = sampling.wanted_highlights(killed)
    draw(whole, wanted)
    steps = 0

    @contextmanager
    def step() -> Iterator[dict[str, Any]]:
        nonlocal steps
        steps += 1
        if steps == 3:
            raise KeyboardInterrupt
        yield {}

    with pytest.raises(KeyboardInterrupt):
        sampling.sample_highlights(campaign=killed, wanted=wanted, step=step, clock=lambda: NOW)
    assert Highlight.objects.filter(campaign=killed).count() == 8
    draw(killed, wanted)
    assert drawn(killed) == drawn(whole)


@pytest.mark.django_db(transaction=True)
def test_the_job_draws_the_target_and_some_to_spare_and_says_what_is_lacking(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("jobs.doorbell.ring", lambda job_id: True)
    campaign = make_campaign(make_articles(20), target=9)
    job = sampling.request_highlights(campaign=campaign, actor=None, now=NOW)
    assert job.parameters["wanted"] == {"sentences": 7, "table": 13}
    assert run_job(job.pk, worker="w")
    job.refresh_from_db()
    assert (job.state, job.result) == (
        "succeeded",
        {
            "highlights": {"sentences": 7, "table": 13},
            "lacking": {},
            "url": f"/campaigns/{campaign.public_id}/highlights/",
        },
    )
    campaigns.change_target(campaign=campaign, target=12, actor=None, now=NOW)
    job = sampling.request_highlights(campaign=campaign, actor=None, now=NOW)
    assert run_job(job.pk, worker="w")
    job.refresh_from_db()
    assert job.result is not None
    assert job.result["lacking"] == {"sentences": 1, "table": 2}
