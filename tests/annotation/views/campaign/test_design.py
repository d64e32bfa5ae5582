"""A campaign is set up on screen: design, preview, numbers; what was typed is never lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from annotation.models import Highlight
from annotation.selectors.writing.previews import preview_of
from annotation.services.campaign import designs
from campaigns.models import Campaign
from campaigns.protocols import registry
from campaigns.selectors.protocols import protocol_of
from campaigns.services import campaigns
from core.models import AuditEntry
from jobs.models import Job
from tests.annotation.world import draw, make_article, make_articles, make_world, seal
from tests.campaigns.protocols.designs import RUMOURS
from tests.people import NOW, Cast
from tests.wiki.pages import share_corpus
from wiki.models import Corpus, Page, PageCategory, PageTable

LogIn = Callable[[User], Client]


@pytest.fixture
def corpus(cast: Cast) -> Corpus:
    corpus = make_articles(12)
    share_corpus(corpus, cast.manager)
    lake = make_article("Lake One", corpus)
    PageCategory.objects.create(page=lake, name="Lakes")
    seal(corpus)
    return corpus


def page_of(cast: Cast, rest: str = "") -> str:
    return f"/campaigns/{cast.campaign.public_id}/{rest}"


def chosen(corpus: Corpus, **other: Any) -> dict[str, Any]:
    return {
        "protocol": "feverous",
        "corpus": corpus.public_id,
        "pages": "all",
        "target": 6,
        **other,
    }


def test_a_design_is_chosen_and_the_checklist_goes_on(
    log_in: LogIn, cast: Cast, corpus: Corpus
) -> None:
    client = log_in(cast.manager)
    page = client.get(page_of(cast)).content.decode()
    assert "There is no study design and no corpus yet." in page
    assert "There is no corpus yet." in page
    assert "The corpus is still open." not in page
    assert "Open the campaign" not in page
    response = client.post(page_of(cast, "design/"), chosen(corpus))
    assert (response.status_code, response["Location"]) == (302, page_of(cast))
    cast.campaign.refresh_from_db()
    assert (cast.campaign.corpus, cast.campaign.target) == (corpus, 6)
    page = client.get(page_of(cast)).content.decode()
    assert "No highlights have been drawn yet." in page
    assert "It has no study design" not in page
    draw(cast.campaign)
    assert "Open the campaign" in client.get(page_of(cast)).content.decode()
    client.post(page_of(cast, "open/"))
    cast.campaign.refresh_from_db()
    assert cast.campaign.state == "open"
    actions = AuditEntry.objects.filter(actor=cast.manager).values_list("action", flat=True)
    assert set(actions) == {
        "campaign.designed",
        "campaign.guidelines_published",
        "campaign.open",
    }


def test_a_campaign_that_lacks_something_is_not_opened(log_in: LogIn, cast: Cast) -> None:
    response = log_in(cast.manager).post(page_of(cast, "open/"), follow=True)
    assert "There is no study design and no corpus yet." in response.content.decode()
    cast.campaign.refresh_from_db()
    assert cast.campaign.state == "draft"
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize(
    ("other", "problem"),
    [
        ({"protocol": "unheard"}, "Select a valid choice"),
        ({"corpus": "no corpus"}, "Select a valid choice"),
        ({"pages": "some"}, "Select a valid choice"),
        ({"pages": "category", "category": " "}, "Enter a category."),
        ({"pages": "category", "category": "Seas"}, "No page of this corpus is in this category."),
        ({"pages": "titles", "titles": " \n"}, "Enter at least one title."),
        ({"pages": "linked", "titles": "Nowhere"}, "None of these pages is in this corpus."),
        (
            {"pages": "titles", "titles": "\n".join(map(str, range(1001)))},
            "At most 1000 titles; you entered 1001.",
        ),
        ({"target": "0"}, "greater than or equal to 1"),
        ({"target": "many"}, "Enter a whole number."),
        ({"pages": "titles", "titles": "a\0b"}, "Null characters are not allowed."),
    ],
)
def test_an_unclear_design_is_refused_and_what_was_typed_stays(
    log_in: LogIn, cast: Cast, corpus: Corpus, other: dict[str, str], problem: str
) -> None:
    data = chosen(corpus) | {"category": "Typed before", **other}
    response = log_in(cast.manager).post(page_of(cast, "design/"), data)
    page = response.content.decode()
    assert response.status_code == 422
    assert problem in page
    assert other.get("category", "Typed before").strip() in page
    cast.campaign.refresh_from_db()
    assert cast.campaign.protocol is None
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize(
    ("other", "pages"),
    [
        ({}, 13),
        ({"pages": "category", "category": "lakes"}, 1),
        ({"pages": "titles", "titles": "River 001\nriver_002\nElsewhere"}, 2),
    ],
)
def test_a_preview_counts_pages_and_candidates(
    log_in: LogIn, cast: Cast, corpus: Corpus, other: dict[str, str], pages: int
) -> None:
    client = log_in(cast.manager)
    response = client.post(page_of(cast, "design/preview/"), chosen(corpus, **other))
    preview = response.context["preview"]
    assert preview.pages == pages
    assert [(one.candidates, one.wanted) for one in preview.sources] == [(pages, 2), (pages, 4)]
    assert preview.unknown == (("Elsewhere",) if "titles" in other else ())
    # Without scripts, the same on the whole page.
    whole = client.post(page_of(cast, "design/"), chosen(corpus, preview="yes", **other))
    assert (whole.status_code, whole.context["preview"]) == (200, preview)
    cast.campaign.refresh_from_db()
    assert cast.campaign.protocol is None


def test_where_one_study_design_can_be_drawn_the_page_says_which(
    log_in: LogIn, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = log_in(cast.manager)
    page = client.get(page_of(cast, "design/")).content.decode()
    assert "The study design is <strong>FEVEROUS</strong>: Three claims" in page
    assert '<input type="hidden" name="protocol" value="feverous"' in page
    assert "Study design</legend>" not in page
    monkeypatch.setitem(registry.PROTOCOLS, RUMOURS.name, RUMOURS)
    page = client.get(page_of(cast, "design/")).content.decode()
    assert "The study design is" not in page
    assert page.count('<input type="radio" name="protocol"') == 2
    assert f"{RUMOURS.title}: {RUMOURS.summary}" in page


def test_a_study_design_that_cannot_be_drawn_gives_way(
    log_in: LogIn, cast: Cast, corpus: Corpus
) -> None:
    # The same happens in a copy of an imported campaign.
    protocol = registry.get("fever")
    design = campaigns.Design(protocol=protocol, corpus=corpus, numbers={}, target=6)
    designs.set_design(campaign=cast.campaign, design=design, actor=None, now=NOW)
    form = log_in(cast.manager).get(page_of(cast, "design/")).context["form"]
    assert form["protocol"].value() == "feverous"


@pytest.mark.django_db
def test_a_design_that_draws_tables_counts_tables() -> None:
    corpus = make_articles(2)
    page = Page.objects.get(title="River 001")
    for number, rows in ((1, 3), (2, 20), (3, 21)):
        PageTable.objects.create(
            page=page,
            number=number,
            rows=rows,
            columns=2,
            body_rows=rows,
            is_malformed=False,
            is_infobox=False,
            is_flagged=False,
        )
    preview = preview_of(Campaign(corpus=corpus, target=4), RUMOURS)
    assert (preview.pages, preview.sources[0].candidates) == (2, 4)
    assert not preview.sources[0].is_short


UNMET = (
    "The target cannot be met: of 90000 highlights, the 13 pages have room for 13. Choose more"
    " pages, other shares or a smaller target."
)


def test_a_target_that_cannot_be_met_is_saved_with_a_warning(
    log_in: LogIn, cast: Cast, corpus: Corpus
) -> None:
    client = log_in(cast.manager)
    path = page_of(cast, "design/")
    response = client.post(path, chosen(corpus, target=90_000), follow=True)
    assert [str(one) for one in response.context["messages"]] == ["The design is saved.", UNMET]
    # The page says so again, without being asked.
    preview = client.get(path).context["preview"]
    assert (preview.target, preview.reachable, preview.is_short) == (90_000, 13, True)
    response = client.post(path, chosen(corpus, target=13), follow=True)
    assert [str(one) for one in response.context["messages"]] == ["The design is saved."]


def test_a_target_changed_after_drawing_is_checked_too(log_in: LogIn, cast: Cast) -> None:
    world = make_world(pages=20, target=6)
    path = f"/campaigns/{world.campaign.public_id}/design/"
    response = log_in(cast.administrator).post(path, {"target": "21"}, follow=True)
    said = [str(one) for one in response.context["messages"]]
    assert said[0] == "The target is changed."
    assert said[1].startswith("The target cannot be met: of 21 highlights, the 20 pages")


def test_what_the_sources_need_adds_up_to_the_target(
    log_in: LogIn, cast: Cast, corpus: Corpus
) -> None:
    # A third and two thirds of 100 are 33 and 67, not 34 and 67.
    client = log_in(cast.manager)
    response = client.post(page_of(cast, "design/preview/"), chosen(corpus, target=100))
    assert [one.wanted for one in response.context["preview"].sources] == [33, 67]


def test_a_preview_of_nothing_clear_says_what_is_missing(log_in: LogIn, cast: Cast) -> None:
    response = log_in(cast.manager).post(page_of(cast, "design/preview/"), {})
    assert response.status_code == 200
    assert "This field is required." in response.content.decode()


def test_choosing_again_keeps_numbers_seed_and_guidelines(
    log_in: LogIn, cast: Cast, corpus: Corpus
) -> None:
    client = log_in(cast.manager)
    client.post(page_of(cast, "design/"), chosen(corpus))
    designs.change_numbers(
        campaign=Campaign.objects.get(),
        numbers={"sources.table.most_rows": 30},
        actor=None,
        now=NOW,
    )
    before = Campaign.objects.get()
    client.post(page_of(cast, "design/"), chosen(corpus, target=9))
    after = Campaign.objects.get()
    assert (after.target, after.seed) == (9, before.seed)
    assert protocol_of(after).source("table").most_rows == 30
    assert after.guidelines.count() == 1


def test_after_drawing_only_the_target_changes(log_in: LogIn, cast: Cast) -> None:
    world = make_world(pages=20, target=6)
    client = log_in(cast.administrator)
    path = f"/campaigns/{world.campaign.public_id}/design/"
    assert "so it can no longer change" in client.get(path).content.decode()
    frozen = world.campaign.protocol
    assert client.post(path, {"target": "8", "protocol": "fever"}).status_code == 302
    world.campaign.refresh_from_db()
    assert (world.campaign.target, world.campaign.protocol) == (8, frozen)
    assert client.post(path, {"target": "none"}).status_code == 422
    world.campaign.refresh_from_db()
    assert world.campaign.target == 8


def test_highlights_are_asked_for_once_at_a_time(log_in: LogIn, cast: Cast, corpus: Corpus) -> None:
    client = log_in(cast.manager)
    refused = client.post(page_of(cast, "highlights/draw/"), follow=True).content.decode()
    assert "The corpus is still open." in refused
    assert not Job.objects.exists()
    client.post(page_of(cast, "design/"), chosen(corpus))
    for _ in range(2):
        client.post(page_of(cast, "highlights/draw/"))
    assert Job.objects.get().kind == "annotation.sample_highlights"
    page = client.get(page_of(cast, "highlights/")).content.decode()
    assert "Highlights are being drawn." in page
    assert client.get(page_of(cast, "highlights/progress/")).status_code == 200
    Job.objects.all().delete()
    assert client.get(page_of(cast, "highlights/progress/")).status_code == 286


def test_a_copy_has_the_design_and_nothing_else(log_in: LogIn, cast: Cast) -> None:
    world = make_world(pages=20, target=6)
    client = log_in(cast.administrator)
    path = f"/campaigns/{world.campaign.public_id}/copy/"
    assert client.post(path, {"name": world.campaign.name}).status_code == 422
    response = client.post(path, {"name": "Second round"})
    copy = Campaign.objects.get(name="Second round")
    assert response["Location"] == f"/campaigns/{copy.public_id}/"
    assert (copy.state, copy.target, copy.corpus) == ("draft", 6, world.campaign.corpus)
    assert copy.seed != world.campaign.seed
    assert not Highlight.objects.filter(campaign=copy).exists()
    assert AuditEntry.objects.filter(action="campaign.copied").count() == 1


def test_a_campaign_is_paused_goes_on_and_is_closed_after_a_question(
    log_in: LogIn, cast: Cast
) -> None:
    world = make_world(pages=20, target=6)
    client = log_in(cast.administrator)
    base = f"/campaigns/{world.campaign.public_id}/"
    states = []
    for rest in ("pause/", "open/", "close/", "open/"):
        client.post(base + rest)
        world.campaign.refresh_from_db()
        states.append(world.campaign.state)
    assert states == ["paused", "open", "closed", "closed"]


def test_asking_whether_to_close_closes_nothing(log_in: LogIn, cast: Cast) -> None:
    world = make_world(pages=20, target=6)
    page = log_in(cast.administrator).get(f"/campaigns/{world.campaign.public_id}/close/")
    assert "cannot be opened again" in page.content.decode()
    world.campaign.refresh_from_db()
    assert world.campaign.state == "open"
