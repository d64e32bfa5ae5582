"""Documents are read as they were stored, and equal documents have the same key."""

from __future__ import annotations

import hashlib

import pytest
import zstandard

from wiki import documents


def test_document_comes_back_as_it_went_in() -> None:
    document = {"title": "Île “quoted” \\ \n", "order": ["sentence_0"], "sentence_0": "日本 🙂"}
    packed = documents.pack(document)
    assert documents.unpack(packed.data) == document
    assert documents.unpack(memoryview(packed.data)) == document
    assert documents.pack(document) == packed


def test_key_is_the_hash_of_the_json() -> None:
    packed = documents.pack({"title": "Aare"})
    assert packed.digest == hashlib.sha256(b'{"title":"Aare"}').digest()
    assert packed.size == 16
    assert documents.unpack_text(packed.data) == b'{"title":"Aare"}'


def test_what_is_not_a_document_is_refused() -> None:
    with pytest.raises(zstandard.ZstdError):
        documents.unpack(b"not zstd")
