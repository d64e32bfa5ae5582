"""The outbox: pages that wait to be indexed, put in and taken out without losing a change.

Whoever indexes reads which entries wait, then their pages, then takes out those very entries. A
page that changes in between is given another entry, which nobody has read yet and so nobody takes
out. Entries are locked in the order of their keys by both, who would else wait for each other.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import QuerySet

from core.rows import insert_rows
from wiki.models import OutboxEntry


@transaction.atomic
def put_pages(*, page_ids: Sequence[int]) -> None:
    """Let pages wait, each with a new entry, in the transaction that changes them.

    At most a few hundred, all of one corpus, which the caller holds: else two could put in the
    same page at once.
    """
    _delete(OutboxEntry.objects.filter(page_id__in=page_ids))
    insert_rows(OutboxEntry, ("page",), [(page_id,) for page_id in page_ids])


@transaction.atomic
def remove_entries(*, entry_ids: Sequence[int]) -> None:
    """Take out entries whose pages are indexed; at most a few hundred."""
    _delete(OutboxEntry.objects.filter(pk__in=entry_ids))


def _delete(entries: QuerySet[OutboxEntry]) -> None:
    held = list(entries.select_for_update().order_by("pk").values_list("pk", flat=True))
    if held:
        OutboxEntry.objects.filter(pk__in=held).delete()
