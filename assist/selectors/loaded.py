"""The model in use, loaded when it is first needed and kept for the process.

A file is used only if its checksum is the one that the training stored.
"""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from uuid import UUID

from assist import storage
from assist.models import ModelVersion
from assist.selectors.versions import unfinished_version, version_in_use
from verifier.archives import ModelFileError
from verifier.combination import ClaimVerifier
from verifier.reader.joint import JointModel
from verifier.reader.model import ReaderNotInstalledError, load_reader
from verifier.retrieval.retriever import SentenceRanker
from verifier.tables.model import load_model
from verifier.text.model import TextJudge, load_text_model


class NoModelError(Exception):
    """No model can be used; `code` says why (`assist.messages.model_problem`)."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


_lock = Lock()
_kept: dict[tuple[UUID, str], ClaimVerifier] = {}


def verifier_in_use() -> tuple[ModelVersion, ClaimVerifier]:
    """Return the version in use and its models. Raise NoModelError if there are none."""
    version = version_in_use()
    if version is None:
        raise NoModelError("training" if unfinished_version() is not None else "none")
    key = (version.public_id, repr(sorted(version.files.items())))
    with _lock:
        if key not in _kept:
            verifier = load_version(version)
            # Of one version only: memory is for the one in use.
            _kept.clear()
            _kept[key] = verifier
        return version, _kept[key]


def load_version(version: ModelVersion) -> ClaimVerifier:
    """Load the models of a version. Raise NoModelError if its files cannot be used."""
    folder = storage.folder_of(version)
    for name, facts in version.files.items():
        try:
            is_unchanged = storage.checksum_of(folder / name) == facts["sha256"]
        except OSError as error:
            raise NoModelError("missing") from error
        if not is_unchanged:
            raise NoModelError("changed")
    try:
        tables = folder / storage.TABLES_MODEL
        text, ranker = _text_judge(version, folder)
        return ClaimVerifier(
            text,
            load_model(tables) if storage.TABLES_MODEL in version.files else None,
            ranker,
        )
    except ReaderNotInstalledError as error:
        raise NoModelError("not_installed") from error
    except ModelFileError as error:
        raise NoModelError("unreadable") from error


def _text_judge(version: ModelVersion, folder: Path) -> tuple[TextJudge, SentenceRanker | None]:
    """Return the counted model, or it together with the reader of the version."""
    counted = load_text_model(folder / storage.TEXT_MODEL)
    if storage.READER_MODEL not in version.files:
        return counted, None
    joint = JointModel(counted, load_reader(folder / storage.READER_MODEL))
    return joint, joint
