"""The tiny encoder, installed for a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verifier.reader.small_encoder import install_small_encoder
from tests.verifier.text.examples import examples


@pytest.fixture
def encoder_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of an encoder that knows the words of the examples."""
    site = tmp_path / "site"
    texts = [text for pair in examples() for text in (pair.claim, pair.text)]
    folder = install_small_encoder(site, texts)
    monkeypatch.syspath_prepend(str(site))
    return folder
