"""A fault of a value is the rest of a sentence and never repeats a secret."""

from __future__ import annotations

import pytest

from config import faults
from config.environment import VARIABLES


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TOUCHSTONE_ALLOWED_HOSTS", "touchstone.example.org, .example.org,*,[::1],127.0.0.1"),
        ("TOUCHSTONE_DATABASE_URL", "postgresql://me:p%40ss@db.example.org/touchstone"),
        # PostgreSQL on a socket in a folder.
        ("TOUCHSTONE_DATABASE_URL", "postgres://postgres@//run/postgres/touchstone"),
        ("TOUCHSTONE_REDIS_URL", "rediss://:secret@redis.example.org:6380/1"),
        ("TOUCHSTONE_ELASTICSEARCH_URL", "https://elastic:secret@search.example.org:9200"),
        ("TOUCHSTONE_TRUSTED_ORIGINS", "https://a.example.org,http://b.example.org:8080"),
        ("TOUCHSTONE_WEB_BIND", "[::1]:8000"),
        ("TOUCHSTONE_ELASTICSEARCH_REPLICAS", "0"),
        ("TOUCHSTONE_EMAIL_URL", "smtp+tls://user:secret@mail.example.org:587"),
        ("TOUCHSTONE_EMAIL_URL", "consolemail://"),
    ],
)
def test_usable_value_has_no_fault(name: str, value: str) -> None:
    assert VARIABLES[name].check(value) == ""


def test_defaults_and_examples_have_no_fault_but_the_key_that_everybody_knows() -> None:
    faulty = {
        variable.name
        for variable in VARIABLES.values()
        for value in (variable.default, variable.example)
        if value and variable.check(value)
    }
    assert faulty == {"TOUCHSTONE_SECRET_KEY"}


def test_every_number_and_every_flag_is_checked() -> None:
    for variable in VARIABLES.values():
        if variable.default.isdecimal() or variable.default in {"yes", "no"}:
            assert variable.check("many"), variable.name


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        (
            "TOUCHSTONE_SECRET_KEY",
            "a" * 60,
            "must be a random text of at least 32 characters",
        ),
        (
            "TOUCHSTONE_ALLOWED_HOSTS",
            "example.org:8000",
            "must contain host names without scheme, port or path, not 'example.org:8000'",
        ),
        (
            "TOUCHSTONE_DATABASE_URL",
            "mysql://me:hunter2@db/touchstone",
            "must start with postgres:// or postgresql://",
        ),
        (
            "TOUCHSTONE_DATABASE_URL",
            "postgres://me:hunter2@db:5432",
            "must end with the database's name",
        ),
        (
            "TOUCHSTONE_DATABASE_URL",
            "postgres://me:hunter2@db:many/touchstone",
            "must be a URL with a valid port",
        ),
        ("TOUCHSTONE_REDIS_URL", "redis:///0", "must have a host after redis://"),
        ("TOUCHSTONE_ELASTICSEARCH_URL", "search:9200", "must start with http:// or https://"),
        (
            "TOUCHSTONE_TRUSTED_ORIGINS",
            "touchstone.example.org",
            "must contain origins such as https://touchstone.example.org,"
            " not 'touchstone.example.org'",
        ),
        (
            "TOUCHSTONE_WEB_BIND",
            "8000",
            "must be an address and a port, such as 127.0.0.1:8000, not '8000'",
        ),
    ],
)
def test_unusable_value_has_its_fault(name: str, value: str, fault: str) -> None:
    assert VARIABLES[name].check(value) == fault


def test_items_are_split_at_commas() -> None:
    assert faults.split_items(" a , b,, c ") == ["a", "b", "c"]
