"""The commands: search, rebuild, check; in plain words."""

from __future__ import annotations

import os
from contextlib import redirect_stdout
from functools import partial
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from jobs import doorbell
from search.management.commands.search import Command as SearchCommand
from search.management.commands.search_rebuild import Command as RebuildCommand
from tests.wiki.pages import make_corpus, make_page
from wiki.models import Corpus, OutboxEntry

pytestmark = pytest.mark.django_db
# Each command, and what it must be given.
COMMANDS = {"search": ["river"], "search_rebuild": [], "search_check": []}


@pytest.fixture
def corpus(monkeypatch: pytest.MonkeyPatch) -> Corpus:
    monkeypatch.setattr(doorbell, "ring", lambda job_id: True)
    corpus = make_corpus()
    for number in range(4):
        page = make_page(f"Page {number}", f"Text of river{number}.", corpus=corpus)
        OutboxEntry.objects.create(page=page)
    return corpus


def _call(name: str, *arguments: str) -> str:
    out = StringIO()
    call_command(name, *arguments, stdout=out)
    return out.getvalue()


def test_commands_rebuild_search_and_check(corpus: Corpus) -> None:
    for name in ("search", "search_check"):
        with pytest.raises(
            CommandError, match=r"no search index yet\. `manage\.py search_rebuild`"
        ):
            _call(name, *COMMANDS[name])
    assert "“Test”: 4 pages" in _call("search_rebuild")
    output = _call("search", "river2 (")
    assert "(: left out: a matching parenthesis is missing." in output
    assert "1 page for river2 (" in output
    assert "insource: left out: " in _call("search", "insource:river2")
    assert "Page 2" in output
    assert "Go: Page 3" in _call("search", "page 3")
    assert "They are equal." in _call("search_check")


def test_search_command_prints_a_query_as_it_is_written(corpus: Corpus) -> None:
    _call("search_rebuild")
    assert r"for text insource:/river\d/ (" in _call("search", r"text insource:/river\d/")


@pytest.mark.parametrize(
    ("argument", "sentence"),
    [
        ("--limit=0", "--limit must be from 1 to 100, not 0."),
        ("--limit=-3", "--limit must be from 1 to 100, not -3."),
        ("--limit=1000", "--limit must be from 1 to 100, not 1,000."),
        ("--offset=-1", "--offset must be from 0 to 9,000, not -1."),
        ("--offset=9001", "--offset must be from 0 to 9,000, not 9,001."),
    ],
)
def test_search_command_names_the_bounds(corpus: Corpus, argument: str, sentence: str) -> None:
    _call("search_rebuild")
    with pytest.raises(CommandError) as refused:
        _call("search", "text", argument)
    assert str(refused.value) == sentence


@pytest.mark.django_db(transaction=True)
def test_search_command_takes_a_query_that_begins_with_a_minus(
    corpus: Corpus, capsys: pytest.CaptureFixture[str]
) -> None:
    _call("search_rebuild")
    for query, pages in {"-river2": 3, "-vienna": 4}.items():
        SearchCommand().run_from_argv(["manage.py", "search", query, "--limit", "2", "-v1"])
        assert f"{pages} pages for {query} (" in capsys.readouterr().out


def test_search_command_explains_the_score_of_the_first_hit_part_by_part(
    corpus: Corpus, engine: str
) -> None:
    make_page("Thames", "The Thames is a river.", corpus=corpus)
    _call("search_rebuild")
    lines = _call("search", "thames", "--explain").splitlines()
    score = next(line for line in lines if line.startswith("   1  ")).split()[1]
    start = lines.index(f"Thames got {score}, each part times the page's weight of 1:")
    parts = [line.split(maxsplit=1) for line in lines[start + 1 :]]
    assert [what for _, what in parts] == [
        "text: thame",
        "title: thame ×3",
        "lead: thame ×0.6",
        "text_plain: thames ×0.2",
        "title_key: thames, always 30",
    ]
    assert sum(float(value) for value, _ in parts) == pytest.approx(float(score), rel=0.001)


def test_search_command_explains_in_the_words_of_the_engine_where_asked_to(
    corpus: Corpus, engine: str
) -> None:
    _call("search_rebuild")
    assert '"value"' not in _call("search", "river2", "--explain")
    assert '"value"' in _call("search", "river2", "--explain", "--verbosity=2")


@pytest.mark.django_db(transaction=True)
def test_search_command_ends_quietly_when_nobody_reads_on(
    corpus: Corpus, capsys: pytest.CaptureFixture[str]
) -> None:
    _call("search_rebuild")
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as pipe:
        with redirect_stdout(pipe), pytest.raises(SystemExit) as ended:
            SearchCommand().run_from_argv(["manage.py", "search", "text"])
        # What Python does at its own end, too.
        pipe.flush()
    assert ended.value.code == 141
    assert capsys.readouterr().err == ""


def test_commands_name_the_setting_that_elasticsearch_lacks(
    corpus: Corpus, settings: Settings
) -> None:
    settings.ELASTICSEARCH_URL = ""
    for name, arguments in COMMANDS.items():
        with pytest.raises(CommandError, match=r"^TOUCHSTONE_ELASTICSEARCH_URL is not set"):
            _call(name, *arguments, "--engine=elasticsearch")


def test_search_command_hides_flagged_pages_as_the_search_page_does(corpus: Corpus) -> None:
    make_page("Unsure", "{{Unreferenced}}\nText of a doubtful river.", corpus=corpus)
    _call("search_rebuild")
    assert _call("search", "text").startswith("4 pages")
    assert _call("search", "text", "--with-flagged").startswith("5 pages")


def test_search_command_tells_of_the_page_that_it_leaves_out(corpus: Corpus) -> None:
    make_page("Unsure", "{{Unreferenced}}\nText of a doubtful river.", corpus=corpus)
    _call("search_rebuild")
    sentence = (
        "The page “Unsure” is left out because it lacks references. Use --with-flagged to include"
        " such pages."
    )
    assert sentence in _call("search", "unsure").splitlines()
    assert sentence in _call("search", "unsure", "--offset=20").splitlines()
    found = _call("search", "unsure", "--with-flagged")
    assert "Go: Unsure" in found
    for quiet in (found, _call("search", "page 3"), _call("search", "doubtful")):
        assert "left out" not in quiet


@pytest.mark.parametrize("query", ["", "  "])
def test_search_command_refuses_an_empty_query(corpus: Corpus, query: str) -> None:
    with pytest.raises(CommandError) as refused:
        _call("search", query)
    assert (str(refused.value), refused.value.returncode) == ("Enter a query to search for.", 2)


def _stopped_rebuild(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, at: str, more: str = ""
) -> str:
    """Return the message of `search_rebuild` when Ctrl-C ends it at this function."""

    def interrupt(*arguments: object, **named: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(at, interrupt)
        with pytest.raises(SystemExit) as ended:
            RebuildCommand().run_from_argv(["manage.py", "search_rebuild", *more.split()])
    assert ended.value.code == 130
    return capsys.readouterr().err


FILLING = "search.services.vocabulary.VocabularyBuffer.add"
DRAINING = "search.services.outbox.drain_outbox"
ASKING_FOR_THE_CORPUS = "search.management.corpora.chosen_corpus"


@pytest.mark.django_db(transaction=True)
def test_stopped_rebuild_says_which_index_is_in_use(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stopped = partial(_stopped_rebuild, monkeypatch, capsys)
    assert stopped(at=ASKING_FOR_THE_CORPUS) == "Stopped.\n"
    nothing = "Stopped. “Test” has no index, so it cannot be searched. Run it again to build one.\n"
    assert stopped(at=FILLING) == nothing
    assert stopped(at=FILLING, more="--waiting") == nothing
    first = (
        "Stopped. The new index is in use. `search_rebuild --waiting` indexes pages added since.\n"
    )
    assert stopped(at=DRAINING) == first
    old = "Stopped. The old index is still in use. Run it again to rebuild it.\n"
    assert stopped(at=FILLING) == old
    assert stopped(at=DRAINING) == first
    waiting = "Stopped. Pages indexed so far are kept. Run it again for the rest.\n"
    assert stopped(at="search.services.updating.drain_outbox", more="--waiting") == waiting


def test_check_command_repairs_unless_it_shall_only_compare(corpus: Corpus) -> None:
    _call("search_rebuild")
    make_page("New", "Brand new.", corpus=corpus)
    with pytest.raises(CommandError, match="differ"):
        _call("search_check", "--only-compare")
    output = _call("search_check")
    assert "Missing 1, outdated 0, deleted 0" in output
    assert "Repaired" in output
    assert "0 pages in" in _call("search_rebuild", "--waiting")


@pytest.mark.elasticsearch
@pytest.mark.xdist_group("elasticsearch")
def test_other_engine_takes_nothing_from_what_waits_for_the_sites_engine(
    corpus: Corpus, settings: Settings, elasticsearch_url: str
) -> None:
    settings.ELASTICSEARCH_URL = elasticsearch_url
    settings.ELASTICSEARCH_PREFIX = f"test-{corpus.public_id.hex}"
    _call("search_rebuild")
    for title in ("Rhine", "Rhone"):
        OutboxEntry.objects.create(page=make_page(title, "A new stream.", corpus=corpus))
    with pytest.raises(CommandError) as refused:
        _call("search_rebuild", "--waiting", "--engine=elasticsearch")
    assert str(refused.value) == (
        "Pages wait for tantivy, the site's engine. `manage.py search_check --engine"
        " elasticsearch` brings this index up to date."
    )
    assert "“Test”: 6 pages" in _call("search_rebuild", "--engine=elasticsearch")
    OutboxEntry.objects.create(page=make_page("Rhein", "A new stream.", corpus=corpus))
    assert "Missing 1, outdated 0" in _call("search_check", "--engine=elasticsearch")
    assert "3 pages for stream" in _call("search", "stream", "--engine=elasticsearch")
    assert OutboxEntry.objects.count() == 3
    assert "0 pages for stream" in _call("search", "stream")
    assert "“Test”: 3 pages" in _call("search_rebuild", "--waiting")
    assert "3 pages for stream" in _call("search", "stream")
    assert OutboxEntry.objects.count() == 0


def test_commands_refuse_an_unknown_corpus(corpus: Corpus) -> None:
    with pytest.raises(CommandError, match="There is no corpus “Nowhere”"):
        _call("search", "x", "--corpus", "Nowhere")
