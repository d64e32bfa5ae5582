"""Campaigns: made with a design, opened, paused, closed, copied; numbers and guidelines change."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from annotation.models import Deck
from annotation.services.campaign import designs
from annotation.services.campaign.designs import create_campaign
from annotation.services.writing import highlights
from campaigns.models import Campaign, GuidelinesVersion
from campaigns.protocols import registry
from campaigns.protocols.needs import ProtocolError
from campaigns.protocols.numbers import Given
from campaigns.selectors.protocols import protocol_of
from campaigns.services import campaigns, guidelines
from core.models import AuditEntry
from tests.annotation.world import draw, make_articles, make_design, make_world, seal
from tests.people import NOW, Cast
from tests.wiki.pages import make_corpus
from wiki.models import Corpus

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

MORE_REFUTED: dict[str, Given] = {
    "factors.verdict.values.supported.share": "1/4",
    "factors.verdict.values.refuted.share": "3/4",
}


@pytest.fixture
def corpus() -> Corpus:
    corpus = make_articles(1)
    seal(corpus)
    return corpus


def make(corpus: Corpus, **options: Any) -> Campaign:
    return create_campaign(name="New", actor=None, now=NOW, design=make_design(corpus, **options))


def actions() -> list[str]:
    return list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))


def test_a_campaign_without_a_design_is_made_as_before(cast: Cast) -> None:
    campaign = campaigns.create_campaign(name="Bare", actor=cast.administrator, now=NOW)
    assert (campaign.protocol, campaign.corpus, campaign.state) == (None, None, "draft")
    assert actions() == ["campaign.created"]


def test_a_design_is_frozen_with_its_numbers(corpus: Corpus) -> None:
    campaign = make(corpus, numbers={"sources.table.most_rows": 30})
    campaign.refresh_from_db()
    assert protocol_of(campaign).source("table").most_rows == 30
    assert registry.get(registry.DEFAULT).source("table").most_rows == 50
    assert campaign.protocol is not None
    assert campaign.protocol["overrides"] == {"sources.table.most_rows": "30"}
    entry = AuditEntry.objects.get(action="campaign.designed")
    assert entry.details["numbers"] == {"sources.table.most_rows": "30"}


def test_each_factor_has_a_deck_and_a_seed_of_its_own(corpus: Corpus) -> None:
    campaign = make(corpus)
    decks = {deck.factor: deck for deck in Deck.objects.filter(campaign=campaign)}
    assert set(decks) == {"source", "verdict", "scope", "mutation"}
    assert len({deck.seed for deck in decks.values()}) == 4
    assert decks["source"].exact_shares == {
        "sentences": Fraction(1, 3),
        "table": Fraction(2, 3),
    }


def test_a_design_brings_its_default_guidelines(corpus: Corpus) -> None:
    campaign = make(corpus)
    version = GuidelinesVersion.objects.get(campaign=campaign)
    assert (version.number, version.text) == (1, registry.default_guidelines(registry.DEFAULT))


def test_wrong_numbers_make_no_campaign(corpus: Corpus) -> None:
    with pytest.raises(ProtocolError):
        make(corpus, numbers={"factors.verdict.values.supported.share": "1/4"})
    assert not Campaign.objects.exists()
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize(
    ("pages", "names"),
    [
        (Campaign.Pages.ALL, ["Aare"]),
        (Campaign.Pages.CATEGORY, []),
        (Campaign.Pages.CATEGORY, ["Rivers", "Lakes"]),
        (Campaign.Pages.TITLES, []),
        (Campaign.Pages.LINKED, [str(n) for n in range(1001)]),
    ],
)
def test_pages_must_be_said_well(corpus: Corpus, pages: Campaign.Pages, names: list[str]) -> None:
    with pytest.raises(campaigns.PageChoiceError):
        make(corpus, pages=pages, page_names=names)
    assert not Campaign.objects.exists()


def test_a_name_is_taken_once(corpus: Corpus) -> None:
    make(corpus)
    with pytest.raises(campaigns.CampaignNameTakenError):
        make(corpus)
    assert Campaign.objects.count() == 1


def test_a_campaign_opens_pauses_goes_on_and_closes(corpus: Corpus) -> None:
    campaign = make(corpus)
    draw(campaign)
    for act, state in (
        (designs.open_campaign, "open"),
        (campaigns.pause_campaign, "paused"),
        (designs.open_campaign, "open"),
        (campaigns.close_campaign, "closed"),
    ):
        act(campaign=campaign, actor=None, now=NOW)
        campaign.refresh_from_db()
        assert campaign.state == state
    assert actions()[-4:] == [
        "campaign.open",
        "campaign.paused",
        "campaign.open",
        "campaign.closed",
    ]
    with pytest.raises(campaigns.WrongStateError):
        designs.open_campaign(campaign=campaign, actor=None, now=NOW)
    campaign.refresh_from_db()
    assert campaign.state == "closed"


def test_a_campaign_on_an_open_corpus_does_not_open() -> None:
    campaign = make(make_corpus("Open"))
    with pytest.raises(designs.NotReadyError):
        designs.open_campaign(campaign=campaign, actor=None, now=NOW)
    campaign.refresh_from_db()
    assert campaign.state == "draft"


def test_a_campaign_without_a_design_does_not_open() -> None:
    campaign = campaigns.create_campaign(name="Bare", actor=None, now=NOW)
    with pytest.raises(designs.NotReadyError):
        designs.open_campaign(campaign=campaign, actor=None, now=NOW)


def test_a_changed_quota_is_counted_anew_from_then_on() -> None:
    world = make_world(pages=20, target=6)
    taken = highlights.take_highlight(campaign=world.campaign, annotator=world.writer, now=NOW)
    designs.change_numbers(campaign=world.campaign, numbers=MORE_REFUTED, actor=None, now=NOW)
    old, new = Deck.objects.filter(campaign=world.campaign, factor="verdict").order_by("version")
    assert (old.version, sum(old.counts.values()), old.ended_at) == (1, 1, NOW)
    assert (new.version, new.counts, new.ended_at) == (2, {}, None)
    assert new.exact_shares == {"supported": Fraction(1, 4), "refuted": Fraction(3, 4)}
    assert new.seed != old.seed
    assert Deck.objects.filter(factor="scope").count() == 1
    highlights.skip_highlight(attempt=taken.attempt, reason="formatting", now=NOW)
    highlights.take_highlight(campaign=world.campaign, annotator=world.writer, now=NOW)
    new.refresh_from_db()
    old.refresh_from_db()
    # What the old count had dealt and got back is not dealt again.
    assert (sum(new.counts.values()), sum(old.counts.values())) == (1, 1)
    entry = AuditEntry.objects.get(action="campaign.numbers_changed")
    assert entry.details["restarted"] == ["verdict"]


def test_earlier_numbers_stay_when_others_change(corpus: Corpus) -> None:
    campaign = make(corpus, numbers={"sources.table.most_rows": 30})
    designs.change_numbers(campaign=campaign, numbers=MORE_REFUTED, actor=None, now=NOW)
    campaign.refresh_from_db()
    assert protocol_of(campaign).source("table").most_rows == 30
    assert campaign.protocol is not None
    assert set(campaign.protocol["overrides"]) == {"sources.table.most_rows", *MORE_REFUTED}


def test_a_refused_change_of_numbers_changes_nothing(corpus: Corpus) -> None:
    campaign = make(corpus)
    with pytest.raises(ProtocolError):
        designs.change_numbers(
            campaign=campaign, numbers={"sources.table.most_rows": 0}, actor=None, now=NOW
        )
    assert Deck.objects.count() == 4
    assert "campaign.numbers_changed" not in actions()


def test_a_copy_has_the_design_and_another_seed(corpus: Corpus) -> None:
    campaign = make(corpus, numbers=MORE_REFUTED)
    copy = designs.copy_campaign(campaign=campaign, name="Again", actor=None, now=NOW)
    assert protocol_of(copy) == protocol_of(campaign)
    assert (copy.state, copy.target, copy.corpus) == ("draft", 12, corpus)
    assert copy.seed != campaign.seed
    seeds = Deck.objects.values_list("seed", flat=True)
    assert len(set(seeds)) == len(seeds) == 8


def test_guidelines_are_published_in_versions_and_never_change(corpus: Corpus) -> None:
    campaign = make(corpus)
    version = guidelines.publish_guidelines(
        campaign=campaign, text="# Be exact", note="Shorter", actor=None, now=NOW
    )
    assert version.number == 2
    with pytest.raises(guidelines.EmptyGuidelinesError):
        guidelines.publish_guidelines(campaign=campaign, text=" ", note="", actor=None, now=NOW)
    with pytest.raises(DatabaseError), transaction.atomic():
        GuidelinesVersion.objects.filter(pk=version.pk).update(text="Other")
    assert GuidelinesVersion.objects.get(pk=version.pk).text == "# Be exact"
    assert GuidelinesVersion.objects.count() == 2
