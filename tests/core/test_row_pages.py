"""Pages of rows: the same as Django's, with fewer rows read."""

from __future__ import annotations

import pytest
from django.core.paginator import EmptyPage, Paginator
from django.db.models import F
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from core.row_pages import KeyPaginator, RowPaginator

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture(autouse=True)
def _people() -> None:
    for number in range(7):
        User.objects.create(username=f"person{number}", name=f"Person {number}")


@pytest.mark.parametrize("size", [1, 3, 7, 10])
def test_every_page_has_the_rows_that_djangos_has_in_the_same_order(size: int) -> None:
    rows = User.objects.annotate(known_as=F("name")).order_by("-known_as", "pk")
    ours, theirs = RowPaginator(rows, size), Paginator(rows, size)
    assert (ours.count, ours.num_pages) == (7, theirs.num_pages)
    for number in theirs.page_range:
        page = ours.page(number)
        assert list(page) == list(theirs.page(number))
        assert page.has_next() == (number < theirs.num_pages)


def test_a_number_beyond_the_last_page_is_refused_or_leads_to_it() -> None:
    pages = RowPaginator(User.objects.order_by("pk"), 3)
    with pytest.raises(EmptyPage):
        pages.page(4)
    assert [person.username for person in pages.get_page("4")] == ["person6"]
    assert pages.get_page("first").number == 1


def test_nothing_found_is_one_empty_page() -> None:
    pages = RowPaginator(User.objects.filter(name="Nobody").order_by("pk"), 3)
    assert (list(pages.page(1)), pages.count, pages.num_pages) == ([], 0, 1)


def test_what_fits_on_a_page_is_not_counted(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(2):
        page = RowPaginator(User.objects.order_by("pk"), 7).get_page(1)
        assert (len(page), page.paginator.count) == (7, 7)
    with django_assert_num_queries(3):
        page = RowPaginator(User.objects.order_by("pk"), 6).get_page(1)
        assert (len(page), page.paginator.count) == (6, 7)


def test_keys_that_take_long_to_find_are_found_once(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    found = User.objects.exclude(username="person3").order_by("-pk")
    pages = KeyPaginator(found, 2, User.objects.all())
    with django_assert_num_queries(2):
        page = pages.get_page("2")
    assert [person.username for person in page] == ["person4", "person2"]
    assert (pages.count, pages.num_pages, page.has_next()) == (6, 3, True)
    with pytest.raises(EmptyPage):
        pages.page(4)
