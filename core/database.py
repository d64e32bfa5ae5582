"""The state of the database: whether it exists, answers and has the tables of this version."""

from __future__ import annotations

from pathlib import Path

from django.db import DatabaseError, Error, connection
from django.db.migrations.executor import MigrationExecutor


class UnusableDatabaseError(Exception):
    """The database cannot be used; the message says why and what to do, in a sentence or two."""


def is_migrated() -> bool:
    """Return whether the database has every migration of the code."""
    return not _missing_migrations(MigrationExecutor(connection))


def database_file() -> Path:
    """Return the file of an embedded database."""
    return Path(str(connection.settings_dict["NAME"]))


def require_database() -> None:
    """Raise UnusableDatabaseError unless commands can work with the database."""
    file = database_file() if connection.vendor == "sqlite" else None
    # SQLite would create an empty one.
    if file is not None and not file.exists():
        raise UnusableDatabaseError(_no_tables(file))
    try:
        executor = MigrationExecutor(connection)
    except DatabaseError as error:
        raise UnusableDatabaseError(describe_failure(error)) from error
    if not executor.loader.applied_migrations:
        raise UnusableDatabaseError(_no_tables(file))
    missing = _missing_migrations(executor)
    if missing:
        raise UnusableDatabaseError(
            f"The database is older than this version of Touchstone: it lacks {missing:,}"
            f" {'migration' if missing == 1 else 'migrations'}. `manage.py migrate_once` applies"
            " what is missing."
        )


def describe_failure(error: Error) -> str:
    """Return the driver's message in one line, and the setting that names the database."""
    reason = str(error).strip().partition("\n")[0].rstrip(".") or type(error).__name__
    variable = "TOUCHSTONE_HOME" if connection.vendor == "sqlite" else "TOUCHSTONE_DATABASE_URL"
    return f"The database cannot be used: {reason}. {variable} says which it is."


def _missing_migrations(executor: MigrationExecutor) -> int:
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _no_tables(file: Path | None) -> str:
    if file is not None:
        return (
            f"There is no database in {file.parent} yet. `make run` makes one; where the site has"
            " another home folder, set TOUCHSTONE_HOME as it does."
        )
    return (
        "The database has no tables yet. `manage.py migrate_once` makes them; where the site has"
        " another database, set TOUCHSTONE_DATABASE_URL as it does."
    )
