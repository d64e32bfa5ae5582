"""Deleting all that belongs to a campaign or a corpus, in short steps that can be resumed."""

from __future__ import annotations

from typing import Any

from django.db import connection, models
from django.utils.translation import gettext as _

from core import append_only
from core.contents import OwnedRows, owned_rows
from jobs.runs import Run

_ROWS_A_STEP = 500


def delete_owned_rows(thing: models.Model, *, run: Run) -> dict[str, int]:
    """Delete the rows of all tables that belong to a thing; return how many, by table.

    Each step is a transaction of its own, so a run that was killed goes on with what is left. The
    guards of a table are lifted in that transaction only.
    """
    tables = owned_rows(type(thing))
    total = sum(_of(rows, thing).count() for rows in tables)
    deleted: dict[str, int] = {}
    done = 0
    for rows in tables:
        while batch := list(
            _of(rows, thing).order_by("-pk").values_list("pk", flat=True)[:_ROWS_A_STEP]
        ):
            with run.step():
                _delete(rows, batch)
                done += len(batch)
                run.progress(done, total, _("Deleting"))
            name = rows.model._meta.label_lower
            deleted[name] = deleted.get(name, 0) + len(batch)
    return deleted


def _of(rows: OwnedRows, thing: models.Model) -> models.QuerySet[Any]:
    return rows.model._base_manager.filter(**{rows.path: thing})


def _delete(rows: OwnedRows, keys: list[Any]) -> None:
    table = rows.model._meta.db_table
    guarded = [table] if table in append_only.guarded_tables() else []
    with append_only.lifted(connection, guarded):
        if rows.before is not None:
            rows.before(keys)
        # Nothing refers to these rows any more, so nothing needs to be collected first.
        found = rows.model._base_manager.filter(pk__in=keys)
        found._raw_delete(found.db)


def delete_row(thing: models.Model) -> None:
    """Delete the row of a thing itself, once nothing belongs to it any more."""
    _delete(OwnedRows(type(thing), "pk"), [thing.pk])
