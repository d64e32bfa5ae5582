"""The outbox: pages that wait to be indexed, added and removed without losing a change.

An indexer reads the waiting entries, then their pages, then removes those same entries. A page
that changes in between gets a new entry, which the indexer has not read and so does not remove.
Both sides lock entries in the order of their keys; otherwise they could deadlock.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import QuerySet

from core.raw_rows import insert_rows
from wiki.models import OutboxEntry


@transaction.atomic
def put_pages(*, page_ids: Sequence[int]) -> None:
    """Add pages to the outbox, each with a new entry, in the transaction that changes them.

    At most a few hundred, all of one corpus, which the caller has locked: otherwise two callers
    could add the same page at once.
    """
    _delete(OutboxEntry.objects.filter(page_id__in=page_ids))
    insert_rows(OutboxEntry, ("page",), [(page_id,) for page_id in page_ids])


@transaction.atomic
def remove_entries(*, entry_ids: Sequence[int]) -> None:
    """Remove entries whose pages are indexed, at most a few hundred."""
    _delete(OutboxEntry.objects.filter(pk__in=entry_ids))


def _delete(entries: QuerySet[OutboxEntry]) -> None:
    held = list(entries.select_for_update().order_by("pk").values_list("pk", flat=True))
    if held:
        OutboxEntry.objects.filter(pk__in=held).delete()
