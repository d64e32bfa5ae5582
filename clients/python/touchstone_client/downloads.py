"""Downloads of releases: into the folder of the recipes, resumed, compared with their checksums."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path, PurePosixPath

import httpx

from touchstone_client.answers import ReleaseFile
from touchstone_client.errors import ChecksumError, UnreachableError, UnsafePathError
from touchstone_client.requests import TRIES, Connection

# Called with the bytes that are there, and of how many.
Listener = Callable[[int, int], None]
_PIECE = 1 << 20


def download(
    connection: Connection, base: str, files: tuple[ReleaseFile, ...], folder: Path, hear: Listener
) -> None:
    """Download the files of a release, those that are there already aside."""
    places = [(file, place_of(file.path, folder)) for file in files]
    total, before = sum(file.size for file in files), 0
    for file, place in places:
        done = before

        def heard(size: int, done: int = done) -> None:
            hear(done + size, total)

        if not (place.is_file() and digest_of(place) == file.sha256):
            _fetch(connection, f"{base}/files/{file.path}", file, place, heard)
        before += file.size
        hear(before, total)


def place_of(path: str, folder: Path) -> Path:
    """Return where a file belongs; raise UnsafePathError outside the folder."""
    parts = PurePosixPath(path)
    is_odd = "\\" in path or ":" in path or "\0" in path
    if not path or is_odd or parts.is_absolute() or ".." in parts.parts:
        raise UnsafePathError(f"The release has a file with an unsafe path: {path!r}")
    return folder / parts


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _fetch(
    connection: Connection,
    address: str,
    file: ReleaseFile,
    place: Path,
    hear: Callable[[int], None],
) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    part = place.with_name(place.name + ".part")
    for number in range(1, TRIES + 1):
        try:
            _append(connection, address, file, part, hear)
            break
        except httpx.TransportError as error:
            # What has arrived stays: the next try goes on behind it.
            if number == TRIES:
                raise UnreachableError(f"{file.path} was cut off: {error}") from error
    if digest_of(part) != file.sha256:
        part.unlink()
        raise ChecksumError(f"{file.path} is not what the release lists. Download it again.")
    part.replace(place)


def _append(
    connection: Connection,
    address: str,
    file: ReleaseFile,
    part: Path,
    hear: Callable[[int], None],
) -> None:
    start = part.stat().st_size if part.exists() else 0
    if start > file.size:
        part.unlink()
        start = 0
    if start == file.size:
        part.touch()
        return
    with connection.stream(address, start=start) as response:
        # A server that sends all of it again is taken at its word.
        resumed = response.status_code == 206
        size = start if resumed else 0
        with part.open("ab" if resumed else "wb") as target:
            for piece in response.iter_bytes(_PIECE):
                target.write(piece)
                size += len(piece)
                hear(size)
