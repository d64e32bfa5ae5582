"""Migrations while other processes start, too: one process migrates, the others wait."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import OperationalError, connection

from config import preparation
from core import database

# Any number that nothing else in this database uses for a lock.
LOCK_NUMBER = 7_210_306_140
POLL_SECONDS = 0.5


class TooLongError(Exception):
    """The wait took too long."""


def _wait_until(condition: Callable[[], bool], *, seconds: float, what: str) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        left = deadline - time.monotonic()
        if left <= 0:
            raise TooLongError(f"{what} within {seconds:.0f} s.")
        time.sleep(min(POLL_SECONDS, left))


def _answers() -> bool:
    try:
        connection.ensure_connection()
    except OperationalError:
        connection.close()
        return False
    return True


def wait_for_database(*, seconds: float) -> None:
    """Wait until the database accepts connections."""
    _wait_until(_answers, seconds=seconds, what="The database did not answer")


def wait_for_migrations(*, seconds: float) -> None:
    """Wait until another process has migrated the database."""
    wait_for_database(seconds=seconds)
    _wait_until(database.is_migrated, seconds=seconds, what="The database was not migrated")


@contextmanager
def only_one(*, seconds: float) -> Iterator[None]:
    """Hold the lock for migrations, which is released with the connection, even by a crash."""
    if connection.vendor != "postgresql":
        with preparation.one_at_a_time():
            yield
        return

    def take() -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK_NUMBER])
            return bool(cursor.fetchone()[0])

    _wait_until(take, seconds=seconds, what="Another process did not finish migrating")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK_NUMBER])
