"""Corpora with an index, on one engine or on each."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_django import Settings

from tests.people import NOW
from wiki.models import Corpus
from wiki.services.demo import load_demo_corpus
from wiki.services.seals import count_incoming_links

ENGINES = [
    "tantivy",
    pytest.param(
        "elasticsearch",
        marks=[pytest.mark.elasticsearch, pytest.mark.xdist_group("elasticsearch")],
    ),
]


@pytest.fixture(autouse=True)
def index_folder(settings: Settings, tmp_path: Path) -> Path:
    """Return the folder for the indices of one test."""
    settings.SEARCH_FOLDER = tmp_path / "index"
    return tmp_path / "index"


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest, settings: Settings) -> str:
    """Return the name of the site's engine: the test runs once with each."""
    name: str = request.param
    settings.SEARCH_ENGINE = name
    if name == "elasticsearch":
        settings.ELASTICSEARCH_URL = request.getfixturevalue("elasticsearch_url")
        # Indices outlive a test; by another prefix they are not seen.
        settings.ELASTICSEARCH_PREFIX = f"test-{abs(hash(request.node.nodeid)):x}"
    return name


@pytest.fixture
def demo(db: None) -> Corpus:
    """Return the demo's encyclopedia, with its links counted as if it were sealed."""
    corpus = load_demo_corpus(now=NOW)
    count_incoming_links(corpus=corpus)
    return corpus
