"""The model in use: loaded once, and refused where its file is not what was trained."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from assist import storage
from assist.models import ModelVersion
from assist.selectors.loaded import NoModelError, verifier_in_use
from tests.assist.world import store_version
from tests.people import NOW


def test_without_a_version_there_is_none(db: None) -> None:
    with pytest.raises(NoModelError) as refused:
        verifier_in_use()
    assert refused.value.code == "none"


def test_a_model_is_loaded_once(version: ModelVersion) -> None:
    _, first = verifier_in_use()
    # Nothing is read again: the file may even be gone.
    (storage.folder_of(version) / storage.TEXT_MODEL).unlink()
    assert verifier_in_use() == (version, first)


def test_another_version_in_use_is_loaded(version: ModelVersion, model_files: Path) -> None:
    _, first = verifier_in_use()
    ModelVersion.objects.update(is_in_use=False)
    other = store_version(model_files, number=2)
    in_use, second = verifier_in_use()
    assert in_use == other
    assert second is not first


def test_a_missing_file_is_refused(version: ModelVersion) -> None:
    (storage.folder_of(version) / storage.TEXT_MODEL).unlink()
    with pytest.raises(NoModelError) as refused:
        verifier_in_use()
    assert refused.value.code == "missing"


def test_a_changed_file_is_refused(version: ModelVersion) -> None:
    path = storage.folder_of(version) / storage.TEXT_MODEL
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    with pytest.raises(NoModelError) as refused:
        verifier_in_use()
    assert refused.value.code == "changed"


@pytest.mark.parametrize("kind", ["another version", "no archive"])
def test_a_foreign_file_with_the_right_checksum_is_refused(
    kind: str, version: ModelVersion
) -> None:
    folder = storage.folder_of(version)
    path = folder / storage.TEXT_MODEL
    if kind == "no archive":
        path.write_bytes(b"PK\x03\x04 no archive")
    else:
        with np.load(path) as stored:
            arrays = {name: stored[name] for name in stored.files}
        head = json.loads(arrays.pop("head").tobytes())
        packed = np.frombuffer(json.dumps(head | {"version": 999}).encode(), dtype=np.uint8)
        with path.open("wb") as file:
            np.savez_compressed(file, head=packed, **arrays)
    ModelVersion.objects.filter(pk=version.pk).update(
        files=storage.describe_files(folder), finished_at=NOW
    )
    with pytest.raises(NoModelError) as refused:
        verifier_in_use()
    assert refused.value.code == "unreadable"
