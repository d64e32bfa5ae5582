"""Removing the search index of a corpus that is deleted."""

from __future__ import annotations

from search.engines import get_engine
from wiki.models import Corpus


def remove_index(*, corpus: Corpus) -> None:
    """Remove every build of the index; it does not matter if there is none."""
    get_engine().drop_index(corpus.public_id.hex)
