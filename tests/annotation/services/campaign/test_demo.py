"""The demo's campaign: people can start writing at once, also where an older demo was loaded."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from accounts.models import User
from annotation.models import Highlight
from annotation.services.campaign import demo
from annotation.services.writing import highlights
from campaigns.models import Campaign
from tests.annotation.world import make_articles, seal
from tests.people import NOW
from wiki.models import Corpus

pytestmark = pytest.mark.django_db


@pytest.fixture
def corpus() -> Corpus:
    corpus = make_articles(90)
    seal(corpus)
    return corpus


def drawn() -> list[str]:
    return list(Highlight.objects.order_by("pk").values_list("unit", flat=True))


def test_the_demos_annotator_can_write_at_once(corpus: Corpus) -> None:
    campaign = demo.load_demo_people(now=NOW)
    demo.open_demo_campaign(campaign=campaign, corpus=corpus, now=NOW)
    fresh = Campaign.objects.get()
    assert (fresh.state, fresh.target, fresh.corpus) == ("open", 60, corpus)
    assert fresh.guidelines.get().number == 1
    counts = [Highlight.objects.filter(source=name).count() for name in ("sentences", "table")]
    assert counts == [24, 48]
    writer = User.objects.get(username="annotator")
    assert highlights.take_highlight(campaign=fresh, annotator=writer, now=NOW).attempt.pk


def test_a_start_that_was_stopped_halfway_goes_on(corpus: Corpus) -> None:
    campaign = demo.load_demo_people(now=NOW)
    demo.open_demo_campaign(campaign=campaign, corpus=corpus, now=NOW)
    units = drawn()
    Highlight.objects.filter(unit__in=units[::2]).delete()
    Campaign.objects.update(state=Campaign.State.DRAFT)
    demo.open_demo_campaign(campaign=Campaign.objects.get(), corpus=corpus, now=NOW)
    assert sorted(drawn()) == sorted(units)
    assert Campaign.objects.get().guidelines.count() == 1


def test_loading_the_whole_demo_twice_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    # As an earlier version left it: a campaign and its people, and no design.
    demo.load_demo_people(now=NOW)
    call_command("load_demo")
    campaign = demo.find_demo_campaign()
    assert campaign is not None
    first, corpus = drawn(), campaign.corpus
    assert (len(first), campaign.state) == (72, "open")
    assert corpus is not None
    assert corpus.is_sealed
    capsys.readouterr()
    call_command("load_demo")
    assert drawn() == first
    assert Corpus.objects.get() == corpus
    said = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[1] for line in said] == ["already done"] * 6
