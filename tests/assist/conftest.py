"""A model that is trained once, and a corpus with an index."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_django import Settings

from assist.models import ModelVersion
from tests.assist.world import make_rivers, store_version, train_small_model
from wiki.models import Corpus


@pytest.fixture(autouse=True)
def own_folders(settings: Settings, tmp_path: Path) -> None:
    """Keep indices and models of a test apart from those of others."""
    settings.SEARCH_FOLDER = tmp_path / "index"
    settings.HOME = tmp_path / "home"
    settings.HOME.mkdir()


@pytest.fixture(scope="session")
def model_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a small model that knows about years."""
    folder = tmp_path_factory.mktemp("model")
    train_small_model(folder)
    return folder


@pytest.fixture
def version(db: None, model_files: Path) -> ModelVersion:
    """Return the version in use."""
    return store_version(model_files)


@pytest.fixture
def rivers(db: None) -> Corpus:
    return make_rivers()
