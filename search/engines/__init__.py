"""The search engines. `get_engine()` returns the one that the settings name."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from django.conf import settings

from search.engines.base import Engine

# Imported when first used: each costs a good part of a second, and one is enough.
_HOMES = {
    "tantivy": "search.engines.tantivy_engine",
    "elasticsearch": "search.engines.elastic_engine",
}
NAMES = tuple(_HOMES)


def get_engine(name: str | None = None) -> Engine:
    """Return the engine with this name, by default the site's."""
    wanted: str = name or settings.SEARCH_ENGINE
    if wanted == "elasticsearch":
        return _elastic(
            settings.ELASTICSEARCH_URL,
            settings.ELASTICSEARCH_PREFIX,
            settings.ELASTICSEARCH_SHARDS,
            settings.ELASTICSEARCH_REPLICAS,
        )
    return _tantivy(str(settings.SEARCH_FOLDER))


def is_site_engine(engine: Engine) -> bool:
    """Return whether this is the engine that the site searches with."""
    name: str = settings.SEARCH_ENGINE
    return engine.name == name


@cache
def _tantivy(folder: str) -> Engine:
    engine: Engine = import_module(_HOMES["tantivy"]).TantivyEngine(folder)
    return engine


@cache
def _elastic(url: str, prefix: str, shards: int, replicas: int) -> Engine:
    module = import_module(_HOMES["elasticsearch"])
    engine: Engine = module.ElasticEngine(url, prefix=prefix, shards=shards, replicas=replicas)
    return engine
