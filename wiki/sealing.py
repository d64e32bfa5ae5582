"""Database triggers that refuse every change to the pages of a sealed corpus.

They are installed and checked through `core.append_only`. On PostgreSQL they check a whole
statement at once, so that bulk inserts stay fast, and lock the corpus, so that a page that is
written while the corpus is being sealed is either in before the seal or refused.
"""

from __future__ import annotations

from django.db.backends.base.base import BaseDatabaseWrapper

from core.triggers import Function, Trigger

_SEALED = "the corpus is sealed"

# The SQL that leads from a changed row, or from the table of changed rows, to its corpus.
_ROW_CORPUS = {
    "corpus": "SELECT sealed_at FROM wiki_corpus WHERE id = {row}.corpus_id",
    "page": (
        "SELECT corpus.sealed_at FROM wiki_page AS page JOIN wiki_corpus AS corpus"
        " ON corpus.id = page.corpus_id WHERE page.id = {row}.page_id"
    ),
}
_CHANGED_CORPORA = {
    "corpus": "SELECT corpus_id FROM changed",
    "page": (
        "SELECT page.corpus_id FROM changed JOIN wiki_page AS page ON page.id = changed.page_id"
    ),
}


def guard_rows_of_corpus(connection: BaseDatabaseWrapper, table: str) -> list[Trigger]:
    """Return the triggers for a table whose rows name their corpus."""
    return _guard_rows(connection, table, "corpus")


def guard_rows_of_page(connection: BaseDatabaseWrapper, table: str) -> list[Trigger]:
    """Return the triggers for a table whose rows name their page."""
    return _guard_rows(connection, table, "page")


def keep_sealed(connection: BaseDatabaseWrapper, table: str) -> list[Trigger]:
    """Return the triggers for the table of corpora: no sealed corpus is reopened or deleted."""
    if connection.vendor == "postgresql":
        refuse = _function("touchstone_keep_sealed", _raise())
        return [
            Trigger(
                f"{table}_sealed_update",
                f"BEFORE UPDATE ON {table} FOR EACH ROW WHEN"
                " (OLD.sealed_at IS NOT NULL AND NEW.sealed_at IS DISTINCT FROM OLD.sealed_at)",
                refuse,
            ),
            Trigger(
                f"{table}_sealed_delete",
                f"BEFORE DELETE ON {table} FOR EACH ROW WHEN (OLD.sealed_at IS NOT NULL)",
                refuse,
            ),
        ]
    return [
        _sqlite_trigger(
            table, "update", "OLD.sealed_at IS NOT NULL AND NEW.sealed_at IS NOT OLD.sealed_at"
        ),
        _sqlite_trigger(table, "delete", "OLD.sealed_at IS NOT NULL"),
    ]


def refuse_updates(connection: BaseDatabaseWrapper, table: str) -> list[Trigger]:
    """Return the triggers for documents: keyed by their hash, they never change."""
    name = f"{table}_no_update"
    message = "a document is named by its hash and never changes"
    if connection.vendor == "postgresql":
        refuse = _function("touchstone_no_update", _raise(message))
        return [Trigger(name, f"BEFORE UPDATE ON {table} FOR EACH ROW", refuse)]
    return [
        Trigger(name, f"BEFORE UPDATE ON {table} BEGIN SELECT RAISE(ABORT, '{message}'); END"),
    ]


def _guard_rows(connection: BaseDatabaseWrapper, table: str, way: str) -> list[Trigger]:
    if connection.vendor == "postgresql":
        return _postgresql_guards(table, way)
    rows = {"insert": ("NEW",), "update": ("OLD", "NEW"), "delete": ("OLD",)}
    return [
        _sqlite_trigger(
            table,
            event,
            " OR ".join(f"({_ROW_CORPUS[way].format(row=row)}) IS NOT NULL" for row in changed),
        )
        for event, changed in rows.items()
    ]


def _sqlite_trigger(table: str, event: str, condition: str) -> Trigger:
    return Trigger(
        f"{table}_sealed_{event}",
        f"BEFORE {event.upper()} ON {table}"
        f" WHEN {condition} BEGIN SELECT RAISE(ABORT, '{_SEALED}'); END",
    )


def _postgresql_guards(table: str, way: str) -> list[Trigger]:
    corpora = f"SELECT 1 FROM wiki_corpus WHERE id IN ({_CHANGED_CORPORA[way]})"  # noqa: S608
    # The lock waits for a transaction that is sealing the corpus; only then is the seal checked.
    body = f"PERFORM 1 FROM ({corpora} FOR SHARE) AS held;"
    body += f" IF EXISTS ({corpora} AND sealed_at IS NOT NULL) THEN {_raise()} END IF;"
    body += " RETURN NULL;"
    refuse_if_sealed = _function(f"touchstone_sealed_by_{way}", body)
    changes = {
        "insert": ("INSERT", "NEW"),
        "update": ("UPDATE", "OLD"),
        "move": ("UPDATE", "NEW"),
        "delete": ("DELETE", "OLD"),
    }
    triggers = [
        Trigger(
            f"{table}_sealed_{name}",
            f"AFTER {event} ON {table} REFERENCING {rows} TABLE AS changed FOR EACH STATEMENT",
            refuse_if_sealed,
        )
        for name, (event, rows) in changes.items()
    ]
    any_sealed = "IF EXISTS (SELECT 1 FROM wiki_corpus WHERE sealed_at IS NOT NULL) THEN "
    refuse_if_any = _function(
        "touchstone_any_sealed", f"{any_sealed}{_raise()} END IF; RETURN NULL;"
    )
    truncate = f"BEFORE TRUNCATE ON {table} FOR EACH STATEMENT"
    return [*triggers, Trigger(f"{table}_sealed_truncate", truncate, refuse_if_any)]


def _function(name: str, body: str) -> Function:
    return Function(name, f" BEGIN {body} END ")


def _raise(message: str = _SEALED) -> str:
    return f"RAISE EXCEPTION '{message}' USING ERRCODE = 'integrity_constraint_violation';"
