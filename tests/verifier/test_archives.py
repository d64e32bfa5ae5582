"""Model files that are damaged: each is refused with a sentence, whichever bytes are wrong."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from verifier.archives import ModelFileError, read_archive, write_archive


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    path = tmp_path / "a.model"
    numbers = np.arange(3_000) ** 2 % 977
    write_archive(path, head={"format": "test", "version": 1}, arrays={"numbers": numbers})
    return path


def test_an_archive_is_read_as_written(stored: Path) -> None:
    head, arrays = read_archive(stored, kind="test", version=1)
    assert head == {"format": "test", "version": 1}
    assert arrays["numbers"][5] == 25


def test_flipped_bytes_are_refused_or_change_nothing(stored: Path) -> None:
    whole = stored.read_bytes()
    _, before = read_archive(stored, kind="test", version=1)
    refused = 0
    for place in range(0, len(whole), 7):
        for flipped in (0xFF, 0x01, 0x08):
            damaged = bytearray(whole)
            damaged[place] ^= flipped
            stored.write_bytes(damaged)
            try:
                _, arrays = read_archive(stored, kind="test", version=1)
            except ModelFileError:
                refused += 1
            else:
                for name in arrays.keys() & before.keys():
                    assert (arrays[name] == before[name]).all()
    assert refused > 100


@pytest.mark.parametrize(("offset", "value"), [(8, 1), (10, 99)])
def test_encrypted_and_unknown_compression_are_refused(
    stored: Path, offset: int, value: int
) -> None:
    """Set the flag of encryption, or another compression, in every entry of the directory."""
    damaged = bytearray(stored.read_bytes())
    place = damaged.find(b"PK\x01\x02")
    while place >= 0:
        damaged[place + offset] = value
        local = int.from_bytes(damaged[place + 42 : place + 46], "little")
        damaged[local + offset - 2] = value
        place = damaged.find(b"PK\x01\x02", place + 1)
    stored.write_bytes(damaged)
    with pytest.raises(ModelFileError, match="The file cannot be read as a model"):
        read_archive(stored, kind="test", version=1)
