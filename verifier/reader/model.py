"""A trained reader: its file, and its probabilities by ONNX Runtime on one thread."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from verifier.archives import ModelFileError, read_archive, write_archive
from verifier.reader.tokens import BrokenTokenizerError, PairTokenizer
from verifier.text.model import LABELS, softmax

FORMAT = "touchstone-reader"
VERSION = 1
_REMEMBERED = 256
_NOT_INSTALLED = "The packages of the reader are not installed."
_SESSION_ERRORS = "The graph of the reader cannot be used."


class ReaderNotInstalledError(ModelFileError):
    """The packages that run a reader are not installed."""


class PairReader:
    """The probabilities of the labels of a pair."""

    def __init__(self, graph: bytes, tokenizer: bytes, facts: Mapping[str, Any]) -> None:
        self.facts = dict(facts)
        self._session = _session(graph)
        try:
            self._tokenizer = PairTokenizer(tokenizer)
        except ImportError as error:
            raise ReaderNotInstalledError(_NOT_INSTALLED) from error
        except BrokenTokenizerError as error:
            raise ModelFileError(f"The tokenizer cannot be read: {error}") from error
        # Ranking reads the sentences that are judged after it.
        self._remembered = lru_cache(maxsize=_REMEMBERED)(self._read)

    def probabilities(self, claim: str, evidence: str) -> dict[str, float]:
        """Return the probabilities of the labels. Pairs are read one by one.

        In a batch, the rounding of one pair would depend on the others.
        """
        return dict(zip(LABELS, self._remembered(claim, evidence), strict=True))

    def _read(self, claim: str, evidence: str) -> tuple[float, ...]:
        [(tokens, segments)] = self._tokenizer.encode([(claim, evidence)])
        inputs = {"tokens": np.array(tokens), "segments": np.array(segments)}
        [scores] = self._session.run(["scores"], inputs)
        return tuple(map(float, softmax(np.asarray(scores[0], dtype=np.float64))))


def _session(graph: bytes) -> Any:
    try:
        import onnxruntime
    except ImportError as error:
        raise ReaderNotInstalledError(_NOT_INSTALLED) from error
    options = onnxruntime.SessionOptions()
    # A web process serves several people; each request has a core of its own at most.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
    except Exception as error:
        # Each fault has an exception of its own, all directly under Exception.
        raise ModelFileError(_SESSION_ERRORS) from error
    if [one.name for one in session.get_inputs()] != ["tokens", "segments"]:
        raise ModelFileError(_SESSION_ERRORS)
    return session


def save_reader(path: Path, *, graph: bytes, tokenizer: bytes, facts: Mapping[str, Any]) -> None:
    """Store a reader in one file."""
    write_archive(
        path,
        head={"format": FORMAT, "version": VERSION, "labels": LABELS, "facts": dict(facts)},
        arrays={
            "graph": np.frombuffer(graph, dtype=np.uint8),
            "tokenizer": np.frombuffer(tokenizer, dtype=np.uint8),
        },
    )


def load_reader(path: Path) -> PairReader:
    """Load a reader; raise ModelFileError if it is damaged, foreign or from another version."""
    head, arrays = read_archive(path, kind=FORMAT, version=VERSION)
    facts = head.get("facts")
    if head.get("labels") != list(LABELS) or not isinstance(facts, dict):
        raise ModelFileError("The reader has other labels.")
    try:
        graph, tokenizer = arrays["graph"].tobytes(), arrays["tokenizer"].tobytes()
    except KeyError as error:
        raise ModelFileError("The file lacks a part of the reader.") from error
    return PairReader(graph, tokenizer, facts)
