"""Pages that change while they are being indexed stay in the outbox."""

from __future__ import annotations

import threading

import pytest
from django.db import connections, transaction

from tests.wiki.pages import make_page
from wiki.models import OutboxEntry
from wiki.services import outbox

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def _entries() -> dict[str, int]:
    return dict(OutboxEntry.objects.order_by("pk").values_list("page__title", "pk"))


def test_entries_that_were_read_are_removed_and_newer_ones_stay() -> None:
    pages = [make_page(title, "Text.").pk for title in ("Aare", "Bern", "Rhine")]
    outbox.put_pages(page_ids=pages)
    read = _entries()
    assert list(read) == ["Aare", "Bern", "Rhine"]
    outbox.put_pages(page_ids=pages[1:2])
    outbox.remove_entries(entry_ids=list(read.values()))
    left = _entries()
    assert list(left) == ["Bern"]
    assert left["Bern"] > max(read.values())


@pytest.mark.postgres_only  # SQLite has one writer at a time
@pytest.mark.django_db(transaction=True)
def test_page_that_is_being_added_to_the_outbox_is_not_removed() -> None:
    """Use two connections: one adds a page and has not committed, the other removes its entry."""
    page = make_page("Aare", "Text.")
    outbox.put_pages(page_ids=[page.pk])
    read = _entries()
    removed = threading.Event()

    def remove() -> None:
        outbox.remove_entries(entry_ids=list(read.values()))
        removed.set()
        connections.close_all()

    thread = threading.Thread(target=remove)
    with transaction.atomic():
        outbox.put_pages(page_ids=[page.pk])
        thread.start()
        assert not removed.wait(timeout=0.5)
    thread.join()
    assert removed.is_set()
    assert _entries()["Aare"] > read["Aare"]
