"""A fault of a value is the rest of a sentence and never repeats a secret."""

from __future__ import annotations

import pytest

from config import faults
from config.environment import VARIABLES
from config.variables import PROJECT_ROOT


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
        ("TOUCHSTONE_WEBHOOK_NETWORKS", "10.2.0.0/16, fd00:1::/32,127.0.0.1"),
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


NUMBER = "must be a whole number from 1 to 1,000,000, not"
HOSTS = "must contain host names without scheme, port or path, not"
ORIGINS = "must contain origins such as https://touchstone.example.org, not"
ADDRESS = "must be an address and a port, such as 127.0.0.1:8000, not"
SENDER = "must be an address such as Touchstone <noreply@example.org>, not"
PREFIX = "must have lower-case letters, digits, - and _ only, not"
A_FILE = PROJECT_ROOT / "manage.py"
NO_FOLDER = f"must be a folder, but {A_FILE} is a file"
NETWORKS = "must contain networks such as 10.2.0.0/16, not"
FAULTS = [
    ("TOUCHSTONE_WEBHOOK_NETWORKS", "10.2.0.0/16,lan", f"{NETWORKS} 'lan'"),
    ("TOUCHSTONE_WEBHOOK_HTTP", "maybe", "must be yes or no, not 'maybe'"),
    ("TOUCHSTONE_WEBHOOK_NETWORKS", "10.2.3.4/16", f"{NETWORKS} '10.2.3.4/16'"),
    ("TOUCHSTONE_SECRET_KEY", "hunter2", "must be a random text of at least 32 characters"),
    ("TOUCHSTONE_SECRET_KEY", "a" * 60, "must be a random text of at least 32 characters"),
    ("TOUCHSTONE_ALLOWED_HOSTS", "example.org:8000", f"{HOSTS} 'example.org:8000'"),
    ("TOUCHSTONE_ALLOWED_HOSTS", "a.org, http://b.org", f"{HOSTS} 'http://b.org'"),
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
    (
        "TOUCHSTONE_DATABASE_URL",
        "postgres://me:hunter2@[::1/touchstone",
        "must be a URL with a valid port",
    ),
    ("TOUCHSTONE_REDIS_URL", "127.0.0.1:6379", "must start with redis:// or rediss://"),
    ("TOUCHSTONE_REDIS_URL", "redis:///0", "must have a host after redis://"),
    ("TOUCHSTONE_REDIS_URL", "redis://redis/cache", "must end with a database's number"),
    ("TOUCHSTONE_REDIS_URL", "redis://redis:0x1/0", "must be a URL with a valid port"),
    ("TOUCHSTONE_ELASTICSEARCH_URL", "search:9200", "must start with http:// or https://"),
    ("TOUCHSTONE_ELASTICSEARCH_URL", "https://", "must have a host after https://"),
    ("TOUCHSTONE_ELASTICSEARCH_PREFIX", "My Site", f"{PREFIX} 'My Site'"),
    ("TOUCHSTONE_ELASTICSEARCH_PREFIX", "_all", f"{PREFIX} '_all'"),
    ("TOUCHSTONE_ELASTICSEARCH_REPLICAS", "-1", NUMBER.replace("1 to", "0 to") + " '-1'"),
    ("TOUCHSTONE_HOME", str(A_FILE), NO_FOLDER),
    ("TOUCHSTONE_STATIC_FOLDER", f"{A_FILE}/static", NO_FOLDER),
    # Relative to the project.
    ("TOUCHSTONE_IMPORT_FOLDER", "manage.py/imports", NO_FOLDER),
    ("TOUCHSTONE_DEMO", "perhaps", "must be yes or no, not 'perhaps'"),
    ("TOUCHSTONE_EMAIL_URL", "smtp://mail:abc", "must be a URL with a valid port"),
    ("TOUCHSTONE_EMAIL_URL", "smtp+tls://", "must have a host after smtp+tls://"),
    ("TOUCHSTONE_EMAIL_FROM", "Touchstone", f"{SENDER} 'Touchstone'"),
    ("TOUCHSTONE_EMAIL_FROM", "a@b\nBcc: c@d", f"{SENDER} 'a@b\\nBcc: c@d'"),
    (
        "TOUCHSTONE_TRUSTED_ORIGINS",
        "touchstone.example.org",
        f"{ORIGINS} 'touchstone.example.org'",
    ),
    ("TOUCHSTONE_BEHIND_PROXY", "nginx", "must be yes or no, not 'nginx'"),
    ("TOUCHSTONE_LOG_LEVEL", "info", "must be one of DEBUG, INFO, WARNING, ERROR, not 'info'"),
    ("TOUCHSTONE_LOG_FORMAT", "xml", "must be one of json, text, not 'xml'"),
    ("TOUCHSTONE_WEB_BIND", "8000", f"{ADDRESS} '8000'"),
    ("TOUCHSTONE_WEB_BIND", "127.0.0.1:99999", f"{ADDRESS} '127.0.0.1:99999'"),
    ("TOUCHSTONE_WEB_BIND", "[::1", f"{ADDRESS} '[::1'"),
    ("TOUCHSTONE_LOG_ENTRIES", "1000001", f"{NUMBER} '1000001'"),
    ("TOUCHSTONE_LOG_MEGABYTES", "1001", "must be a whole number from 1 to 1,000, not '1001'"),
    # Later it would be a time that no calendar has.
    ("TOUCHSTONE_PAUSE_HOURS", "99999999999", f"{NUMBER} '99999999999'"),
    ("TOUCHSTONE_LEASE_MINUTES", "9" * 5000, f"{NUMBER} one with 5,000 characters"),
]
# What can hold any text.
FREE = {"TOUCHSTONE_POSTGRES_PASSWORD", "TOUCHSTONE_METRICS_TOKEN"}


@pytest.mark.parametrize(("name", "value", "fault"), FAULTS)
def test_unusable_value_has_its_fault(name: str, value: str, fault: str) -> None:
    assert VARIABLES[name].check(value) == fault


def test_every_variable_is_tried_with_an_unusable_value() -> None:
    numbers = {name for name, variable in VARIABLES.items() if variable.default.isdecimal()}
    assert {name for name, _value, _fault in FAULTS} | numbers | FREE == set(VARIABLES)


@pytest.mark.parametrize("name", sorted(VARIABLES))
@pytest.mark.parametrize("value", ["many", "-1", "1.5", "²", "9" * 5000, "://"])
def test_no_value_breaks_a_check(name: str, value: str) -> None:
    fault = VARIABLES[name].check(value)
    assert fault == "" or fault.startswith("must ")
    assert "\n" not in fault
    assert len(fault) < 6000


def test_items_are_split_at_commas() -> None:
    assert faults.split_items(" a , b,, c ") == ["a", "b", "c"]
