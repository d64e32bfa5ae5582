"""Database triggers that refuse every change to the pages of a sealed corpus.

They are installed and checked through `core.append_only`. On PostgreSQL they check a whole
statement at once, so that bulk inserts stay fast, and lock the corpus, so that a page that is
written while the corpus is being sealed is either in before the seal or refused.
"""

from __future__ import annotations

from django.db.backends.base.base import BaseDatabaseWrapper

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


def guard_rows_of_corpus(connection: BaseDatabaseWrapper, table: str) -> dict[str, str]:
    """Return the triggers for a table whose rows name their corpus."""
    return _guard_rows(connection, table, "corpus")


def guard_rows_of_page(connection: BaseDatabaseWrapper, table: str) -> dict[str, str]:
    """Return the triggers for a table whose rows name their page."""
    return _guard_rows(connection, table, "page")


def keep_sealed(connection: BaseDatabaseWrapper, table: str) -> dict[str, str]:
    """Return the triggers for the table of corpora: no sealed corpus is reopened or deleted."""
    if connection.vendor == "postgresql":
        return {
            f"{table}_sealed_update": _function("touchstone_keep_sealed", _raise())
            + f'CREATE TRIGGER "{table}_sealed_update" BEFORE UPDATE ON {table} FOR EACH ROW'
            " WHEN (OLD.sealed_at IS NOT NULL AND NEW.sealed_at IS DISTINCT FROM OLD.sealed_at)"
            " EXECUTE FUNCTION touchstone_keep_sealed()",
            f"{table}_sealed_delete": _function("touchstone_keep_sealed", _raise())
            + f'CREATE TRIGGER "{table}_sealed_delete" BEFORE DELETE ON {table} FOR EACH ROW'
            " WHEN (OLD.sealed_at IS NOT NULL) EXECUTE FUNCTION touchstone_keep_sealed()",
        }
    return {
        f"{table}_sealed_update": _sqlite_trigger(
            table, "update", "OLD.sealed_at IS NOT NULL AND NEW.sealed_at IS NOT OLD.sealed_at"
        ),
        f"{table}_sealed_delete": _sqlite_trigger(table, "delete", "OLD.sealed_at IS NOT NULL"),
    }


def refuse_updates(connection: BaseDatabaseWrapper, table: str) -> dict[str, str]:
    """Return the triggers for documents: keyed by their hash, they never change."""
    name = f"{table}_no_update"
    message = "a document is named by its hash and never changes"
    if connection.vendor == "postgresql":
        return {
            name: _function("touchstone_no_update", _raise(message))
            + f'CREATE TRIGGER "{name}" BEFORE UPDATE ON {table} FOR EACH ROW'
            " EXECUTE FUNCTION touchstone_no_update()"
        }
    return {
        name: f'CREATE TRIGGER "{name}" BEFORE UPDATE ON {table}'
        f" BEGIN SELECT RAISE(ABORT, '{message}'); END"
    }


def _guard_rows(connection: BaseDatabaseWrapper, table: str, way: str) -> dict[str, str]:
    if connection.vendor == "postgresql":
        return _postgresql_guards(table, way)
    rows = {"insert": ("NEW",), "update": ("OLD", "NEW"), "delete": ("OLD",)}
    return {
        f"{table}_sealed_{event}": _sqlite_trigger(
            table,
            event,
            " OR ".join(f"({_ROW_CORPUS[way].format(row=row)}) IS NOT NULL" for row in changed),
        )
        for event, changed in rows.items()
    }


def _sqlite_trigger(table: str, event: str, condition: str) -> str:
    return (
        f'CREATE TRIGGER "{table}_sealed_{event}" BEFORE {event.upper()} ON {table}'
        f" WHEN {condition} BEGIN SELECT RAISE(ABORT, '{_SEALED}'); END"
    )


def _postgresql_guards(table: str, way: str) -> dict[str, str]:
    function = f"touchstone_sealed_by_{way}"
    corpora = f"SELECT 1 FROM wiki_corpus WHERE id IN ({_CHANGED_CORPORA[way]})"  # noqa: S608
    # The lock waits for a transaction that is sealing the corpus; only then is the seal checked.
    body = f"PERFORM 1 FROM ({corpora} FOR SHARE) AS held;"
    body += f" IF EXISTS ({corpora} AND sealed_at IS NOT NULL) THEN {_raise()} END IF;"
    body += " RETURN NULL;"
    made = _function(function, body)
    changes = {
        "insert": ("INSERT", "NEW"),
        "update": ("UPDATE", "OLD"),
        "move": ("UPDATE", "NEW"),
        "delete": ("DELETE", "OLD"),
    }
    triggers = {
        f"{table}_sealed_{name}": made
        + f'CREATE TRIGGER "{table}_sealed_{name}" AFTER {event} ON {table}'
        f" REFERENCING {rows} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION {function}()"
        for name, (event, rows) in changes.items()
    }
    any_sealed = "IF EXISTS (SELECT 1 FROM wiki_corpus WHERE sealed_at IS NOT NULL) THEN "
    triggers[f"{table}_sealed_truncate"] = (
        _function("touchstone_any_sealed", f"{any_sealed}{_raise()} END IF; RETURN NULL;")
        + f'CREATE TRIGGER "{table}_sealed_truncate" BEFORE TRUNCATE ON {table}'
        " FOR EACH STATEMENT EXECUTE FUNCTION touchstone_any_sealed()"
    )
    return triggers


def _function(name: str, body: str) -> str:
    return (
        f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS"
        f" $$ BEGIN {body} END $$; "
    )


def _raise(message: str = _SEALED) -> str:
    return f"RAISE EXCEPTION '{message}' USING ERRCODE = 'integrity_constraint_violation';"
