"""The lock of an index: a job and a command never write to it at the same time."""

from __future__ import annotations

import fcntl
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _

from search.errors import SearchError
from wiki.models import Corpus


class IndexBusyError(SearchError):
    """Another job or command is writing to this index."""

    def __init__(self) -> None:
        super().__init__(_("Another job is working on the search index of this corpus."))


@contextmanager
def hold_index(corpus: Corpus) -> Iterator[None]:
    """Hold the corpus' index for the duration of the block. Raises IndexBusyError.

    The lock ends with the process or the database session that holds it, however that ends.
    """
    if connection.vendor == "postgresql":
        with _held_in_postgres(corpus):
            yield
    else:
        with _held_in_folder(corpus):
            yield


@contextmanager
def _held_in_postgres(corpus: Corpus) -> Iterator[None]:
    name = hashlib.blake2b(b"search" + corpus.public_id.bytes, digest_size=7).digest()
    number = int.from_bytes(name, "big")
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [number])
        if not cursor.fetchone()[0]:
            raise IndexBusyError
    try:
        yield
    finally:
        # A session that was lost has released it already.
        if connection.is_usable():
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [number])


@contextmanager
def _held_in_folder(corpus: Corpus) -> Iterator[None]:
    folder = Path(settings.SEARCH_FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{corpus.public_id.hex}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise IndexBusyError from error
        yield
