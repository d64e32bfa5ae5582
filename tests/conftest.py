"""Fixtures that every test may use. Servers start when a test first asks for them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, TypeVar

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client, TransactionTestCase
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from tests import servers
from tests.examples import IS_LONG

if TYPE_CHECKING:
    from accounts.models import User
    from tests.people import Cast
    from tests.servers.elasticsearch import ElasticsearchServer

# Playwright runs an event loop in the main thread, which Django takes for asynchronous code.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

# Tests run on all processors already; threads of NumPy and scikit-learn would wait for each other.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# On a busy machine, examples take long for no reason of theirs.
PATIENT = [HealthCheck.too_slow]
hypothesis_settings.register_profile(
    "test",
    derandomize=True,
    max_examples=60,
    deadline=None,
    database=None,
    suppress_health_check=PATIENT,
)
hypothesis_settings.register_profile(
    "long", max_examples=2000, deadline=None, suppress_health_check=PATIENT
)
hypothesis_settings.load_profile("long" if IS_LONG else "test")

T = TypeVar("T")
FLUSH = "_fixture_teardown"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Group tests by costly server, so that one process runs them; mark those of PostgreSQL."""
    for item in items:
        for fixture, group in {"elasticsearch_url": "elasticsearch", "browser": "browser"}.items():
            if fixture in getattr(item, "fixturenames", ()):
                item.add_marker(getattr(pytest.mark, group))
                item.add_marker(pytest.mark.xdist_group(group))
    if connection.vendor == "postgresql":
        return
    elsewhere = [item for item in items if item.get_closest_marker("postgres_only")]
    if elsewhere:
        items[:] = [item for item in items if item not in elsewhere]
        config.hook.pytest_deselected(items=elsewhere)


@pytest.fixture(scope="session", autouse=True)
def whole_home() -> None:
    """Create the home folder as `migrate` does, for tests without a database too."""
    from config import home_folder

    home_folder.make_home()


@pytest.fixture(scope="session", autouse=True)
def collected_static() -> None:
    """Collect static files as production serves them: hashed, compressed, through the manifest."""
    call_command("collectstatic", verbosity=0, interactive=False)


@pytest.fixture(scope="session", autouse=True)
def flush_without_guards() -> Iterator[None]:
    """Let the flush after a transactional test empty the append-only tables too."""
    from core import append_only

    flush = getattr(TransactionTestCase, FLUSH)

    def flush_unguarded(test: TransactionTestCase) -> None:
        with append_only.lifted(connection):
            flush(test)

    setattr(TransactionTestCase, FLUSH, flush_unguarded)
    yield
    setattr(TransactionTestCase, FLUSH, flush)


def _started(server: Callable[[], AbstractContextManager[T]]) -> Iterator[T]:
    """Yield the running server; if it cannot start, fail in CI and skip elsewhere."""
    manager = server()
    try:
        running = manager.__enter__()
    except servers.ServerUnavailable as error:
        servers.refuse(str(error))
    try:
        yield running
    finally:
        manager.__exit__(None, None, None)


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    from tests.servers.redis import redis_server

    yield from _started(redis_server)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    from tests.servers.postgres import postgres_server

    yield from _started(postgres_server)


@pytest.fixture(scope="session")
def elasticsearch() -> Iterator[ElasticsearchServer]:
    from tests.servers.elasticsearch import elasticsearch_server

    yield from _started(elasticsearch_server)


@pytest.fixture(scope="session")
def elasticsearch_url(elasticsearch: ElasticsearchServer) -> str:
    return elasticsearch.url


@pytest.fixture
def site(transactional_db: None) -> Iterator[str]:
    """Yield the address of the running site, on this test's database."""
    from tests.servers.site import running_site

    with running_site() as address:
        yield address


@pytest.fixture
def cast(db: None) -> Cast:
    """Create one person a role, in one campaign."""
    from tests.people import make_cast

    return make_cast()


@pytest.fixture
def log_in() -> Callable[[User], Client]:
    """Return a function that logs a person in and returns their client."""

    def client_of(user: User) -> Client:
        client = Client()
        client.force_login(user, backend="accounts.backends.PeopleBackend")
        return client

    return client_of
