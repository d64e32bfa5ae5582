"""Comparisons of categories, titles and words with the pages, and their repair."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db.models import F

import search
from search.models import TitleKey, VocabularyEdition, VocabularyTerm
from search.selectors import vocabulary
from search.selectors.vocabulary_check import VocabularyCheck
from search.services import checking
from search.services.checking import IndexComparison
from tests.wiki.pages import make_corpus, make_page
from wiki.models import Corpus, OutboxEntry, Page, PageCategory, Redirect

pytestmark = pytest.mark.django_db


@pytest.fixture
def corpus() -> Corpus:
    corpus = make_corpus()
    for number in range(4):
        make_page(f"Page {number}", f"Text of quuxa{number}word.", corpus=corpus)
    Redirect.objects.create(corpus=corpus, title="Nickname", target="Page 2")
    PageCategory.objects.create(page=Page.objects.get(title="Page 1"), name="Rivers")
    search.rebuild_index(corpus=corpus)
    return corpus


def _repaired(corpus: Corpus) -> IndexComparison:
    """Return the differences; they are repaired, and a second comparison finds none."""
    found = search.compare_index(corpus=corpus)
    search.repair_index(corpus=corpus, comparison=found)
    after = search.compare_index(corpus=corpus)
    assert after.is_equal
    assert (after.unlisted_words, after.unused_words) == (0, 0)
    return found


def _counts(corpus: Corpus) -> dict[str, int]:
    terms = VocabularyTerm.objects.filter(corpus=corpus)
    return dict(terms.values_list("term", "pages"))


def test_category_that_is_gone_makes_its_page_stale(engine: str) -> None:
    corpus = make_corpus()
    page = make_page("Aare", "A river.", corpus=corpus)
    PageCategory.objects.create(page=page, name="Rivers")
    search.rebuild_index(corpus=corpus)
    assert search.search_pages(corpus=corpus, text="incategory:Rivers").total == 1
    PageCategory.objects.all().delete()
    found = _repaired(corpus)
    assert found.counts() == {
        "pages": 1,
        "indexed": 1,
        "missing": 0,
        "stale": 1,
        "extra": 0,
        "untitled": 0,
        "unlisted_words": 0,
        "unused_words": 0,
        "waiting": 0,
    }
    assert search.search_pages(corpus=corpus, text="incategory:Rivers").total == 0


def _delete_titles() -> None:
    TitleKey.objects.all().delete()


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("spoil", "titles"),
    [
        (_delete_titles, ["Page 0", "Page 1", "Page 2", "Page 3"]),
        (lambda: TitleKey.objects.filter(title="Page 1").update(key="other"), ["Page 1"]),
        (lambda: TitleKey.objects.filter(title="Page 1").update(tier=3), ["Page 1"]),
        (lambda: TitleKey.objects.filter(title="Nickname").update(is_redirect=False), ["Page 2"]),
        (lambda: TitleKey.objects.filter(title="Page 3").update(title="Page 4"), ["Page 3"]),
        (lambda: TitleKey.objects.update(corpus=make_corpus("Other")), None),
    ],
)
def test_titles_that_are_stored_differently_are_written_again(
    corpus: Corpus, spoil: Callable[[], object], titles: list[str] | None
) -> None:
    before = list(TitleKey.objects.order_by("title").values("page", "title", "key", "tier"))
    words = _counts(corpus)
    spoil()
    found = _repaired(corpus)
    wrong = Page.objects.filter(pk__in=found.untitled).order_by("title")
    assert [page.title for page in wrong] == (titles or ["Page 0", "Page 1", "Page 2", "Page 3"])
    assert (found.missing, found.stale, found.extra) == ((), (), ())
    exact = search.find_exact_title(corpus=corpus, text="nickname")
    assert exact is not None
    assert exact.page_title == "Page 2"
    assert before == list(TitleKey.objects.order_by("title").values("page", "title", "key", "tier"))
    # Only titles were written: no page was indexed, and counted, again.
    assert _counts(corpus) == words


@pytest.mark.postgres
@pytest.mark.parametrize("is_edition_lost", [False, True])
def test_words_that_are_lost_are_listed_again(corpus: Corpus, is_edition_lost: bool) -> None:
    before = _counts(corpus)
    assert search.search_pages(corpus=corpus, text="quux*").total == 4
    VocabularyTerm.objects.filter(term__startswith="quux").delete()
    if is_edition_lost:
        VocabularyEdition.objects.all().delete()
    assert search.search_pages(corpus=corpus, text="quux*").total == 0
    found = _repaired(corpus)
    assert found.unlisted_words == (len(before) if is_edition_lost else 4)
    assert (found.unused_words, found.missing, found.stale) == (0, (), ())
    assert search.search_pages(corpus=corpus, text="quux*").total == 4
    assert _counts(corpus) == before


@pytest.mark.postgres
def test_words_that_no_page_has_are_taken_away(corpus: Corpus) -> None:
    before = _counts(corpus)
    VocabularyTerm.objects.filter(term="quuxa1word").update(term="quuxa1world")
    found = _repaired(corpus)
    assert (found.unlisted_words, found.unused_words) == (1, 1)
    assert _counts(corpus) == before


def test_words_of_a_page_that_is_gone_are_taken_away(corpus: Corpus) -> None:
    Page.objects.get(title="Page 0").delete()
    found = _repaired(corpus)
    # "0" and "quuxa0word".
    assert (len(found.extra), found.unused_words) == (1, 2)
    assert not VocabularyTerm.objects.filter(term="quuxa0word").exists()


def test_words_of_a_page_that_is_not_indexed_yet_are_no_difference_of_their_own(
    corpus: Corpus,
) -> None:
    edition = vocabulary.edition_of(corpus.pk)
    OutboxEntry.objects.create(page=make_page("New", "Brandnew words.", corpus=corpus))
    found = _repaired(corpus)
    assert (len(found.missing), found.waiting) == (1, 1)
    assert (found.unlisted_words, found.unused_words) == (0, 0)
    assert vocabulary.edition_of(corpus.pk) == edition
    assert _counts(corpus)["brandnew"] == 1


def test_how_often_words_are_counted_is_no_difference_but_is_mended_with_them(
    corpus: Corpus,
) -> None:
    before = _counts(corpus)
    # As a rebuild leaves it that was killed before its checkpoint.
    VocabularyTerm.objects.update(pages=F("pages") * 2)
    assert search.compare_index(corpus=corpus).is_equal
    VocabularyTerm.objects.filter(term="quuxa1word").delete()
    _repaired(corpus)
    assert _counts(corpus) == before


def test_words_are_compared_in_bounded_memory(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "_PAGES_AT_ONCE", 1)
    monkeypatch.setattr(VocabularyCheck, "most_asked", 2)
    monkeypatch.setattr(VocabularyCheck, "most_known", 1)
    assert search.compare_index(corpus=corpus).is_equal
    VocabularyTerm.objects.filter(term="quuxa1word").update(term="quuxa1world")
    found = search.compare_index(corpus=corpus)
    assert (found.unlisted_words, found.unused_words) == (1, 1)
    monkeypatch.setattr(VocabularyCheck, "most_unlisted", 2)
    VocabularyTerm.objects.all().delete()
    assert search.compare_index(corpus=corpus).unlisted_words >= 2
