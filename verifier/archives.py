"""Model files: one NumPy archive of arrays with a head in JSON, without pickles."""

from __future__ import annotations

import json
import os
import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Arrays = dict[str, NDArray[np.generic]]

# No model of ours comes near; a file that unpacks to more is not one.
MOST_BYTES = 400_000_000
# Of a damaged archive. An encrypted one, and an unknown compression, are RuntimeErrors.
_DAMAGES = (
    *(OSError, EOFError, KeyError, ValueError, RuntimeError, MemoryError, OverflowError),
    *(zipfile.BadZipFile, zlib.error, struct.error),
)


class ModelFileError(ValueError):
    """A file is not a model that this version can read."""


def write_archive(
    path: Path, *, head: Mapping[str, Any], arrays: Mapping[str, Any], compress: bool = True
) -> None:
    """Store arrays and their head in one file; a file that is there is replaced at the end."""
    packed = np.frombuffer(json.dumps(head, sort_keys=True).encode(), dtype=np.uint8)
    partial = path.with_name(f"{path.name}.partial")
    with partial.open("wb") as file:
        save = np.savez_compressed if compress else np.savez
        save(file, allow_pickle=False, head=packed, **arrays)
    os.replace(partial, path)


def read_archive(path: Path, *, kind: str, version: int) -> tuple[dict[str, Any], Arrays]:
    """Read a model's head and arrays.

    Raise ModelFileError if the file is damaged, of another kind, or from another version.
    """
    try:
        with zipfile.ZipFile(path) as packed:
            if sum(entry.file_size for entry in packed.infolist()) > MOST_BYTES:
                raise ModelFileError("The file is too large for a model.")
        with np.load(path, allow_pickle=False) as stored:
            arrays: Arrays = {name: stored[name] for name in stored.files}
        head = json.loads(arrays.pop("head").tobytes())
    except ModelFileError:
        raise
    except _DAMAGES as error:
        raise ModelFileError(f"The file cannot be read as a model: {error}") from error
    if not isinstance(head, dict) or head.get("format") != kind:
        raise ModelFileError("The file is a model of another kind, or none.")
    if head.get("version") != version:
        raise ModelFileError("The model is from another version.")
    return head, arrays
