"""Every environment variable that Touchstone reads, declared once.

Settings read through this module and nowhere else; `docs/settings.md` and `.env.example` are
written from the same declarations, and a test keeps them true.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

PROJECT_ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Variable:
    """One environment variable: its default, whom it concerns, what it does."""

    name: str
    default: str
    help: str
    required_in_production: bool = False
    example: str = ""


VARIABLES: dict[str, Variable] = {
    variable.name: variable
    for variable in (
        Variable(
            "TOUCHSTONE_SECRET_KEY",
            "",
            "Signs sessions, reset links and invitations. Embedded, one is made on first start"
            " and kept in the home folder.",
            required_in_production=True,
            example="a-long-random-text",
        ),
        Variable(
            "TOUCHSTONE_ALLOWED_HOSTS",
            "",
            "Host names that this site answers to, separated by commas.",
            required_in_production=True,
            example="touchstone.example.org",
        ),
        Variable(
            "TOUCHSTONE_DATABASE_URL",
            "",
            "The database. Embedded, an SQLite file in the home folder.",
            required_in_production=True,
            example="postgres://touchstone:secret@postgres:5432/touchstone",
        ),
        Variable(
            "TOUCHSTONE_REDIS_URL",
            "",
            "The broker that rings the workers, and the cache. Embedded, a folder serves instead.",
            required_in_production=True,
            example="redis://redis:6379/0",
        ),
        Variable(
            "TOUCHSTONE_ELASTICSEARCH_URL",
            "",
            "The search cluster. Embedded, an index in the home folder serves instead.",
            required_in_production=True,
            example="http://elasticsearch:9200",
        ),
        Variable(
            "TOUCHSTONE_ELASTICSEARCH_PREFIX",
            "touchstone",
            "What the names of our indices start with, where several sites share a cluster.",
        ),
        Variable(
            "TOUCHSTONE_ELASTICSEARCH_SHARDS",
            "1",
            "Shards of an index; the next rebuild of a corpus applies it. One for each two"
            " million articles or so.",
        ),
        Variable(
            "TOUCHSTONE_ELASTICSEARCH_REPLICAS",
            "0",
            "Copies of each shard on other nodes. With one, a node may fail.",
        ),
        Variable(
            "TOUCHSTONE_POSTGRES_PASSWORD",
            "",
            "Password of the PostgreSQL that `docker/compose.yaml` starts; only Compose reads it."
            " Letters and digits, since it becomes part of a URL.",
            example="another-long-random-text",
        ),
        Variable(
            "TOUCHSTONE_HOME",
            "var",
            "Folder for what Touchstone keeps on disk: the embedded database, broker and"
            " index, releases and uploads. Relative to the project.",
        ),
        Variable(
            "TOUCHSTONE_STATIC_FOLDER",
            "",
            "Folder of the collected static files. Empty: `static` in the home folder.",
        ),
        Variable(
            "TOUCHSTONE_IMPORT_FOLDER",
            "",
            "Folder from which managers may import dumps by path. Empty: `imports` in the"
            " home folder.",
        ),
        Variable(
            "TOUCHSTONE_DEMO",
            "no",
            "Whether this is a demonstration: the log-in page then lists the demo log-ins."
            " `make run` sets it.",
        ),
        Variable(
            "TOUCHSTONE_EMAIL_URL",
            "",
            "The mail server. Empty: no mail is sent, and administrators copy links instead.",
            example="smtp+tls://user:secret@mail.example.org:587",
        ),
        Variable(
            "TOUCHSTONE_EMAIL_FROM",
            "Touchstone <noreply@localhost>",
            "The sender of mails.",
            example="Touchstone <noreply@touchstone.example.org>",
        ),
        Variable(
            "TOUCHSTONE_TRUSTED_ORIGINS",
            "",
            "Origins whose forms are accepted, separated by commas, where a proxy changes the"
            " scheme or port.",
            example="https://touchstone.example.org",
        ),
        Variable(
            "TOUCHSTONE_BEHIND_PROXY",
            "no",
            "Whether a proxy in front sets `X-Forwarded-Proto` and `X-Forwarded-For`.",
        ),
        Variable(
            "TOUCHSTONE_PROXIES",
            "1",
            "How many proxies stand in front, each of which adds an entry to `X-Forwarded-For`."
            " Log-ins are limited by the address that connected to the first.",
        ),
        Variable(
            "TOUCHSTONE_METRICS_TOKEN",
            "",
            "Bearer token that `/metrics` asks for. Empty: only administrators may read it.",
        ),
        Variable(
            "TOUCHSTONE_LOG_LEVEL",
            "INFO",
            "The least severe message that is logged: DEBUG, INFO, WARNING or ERROR.",
        ),
        Variable(
            "TOUCHSTONE_LOG_FORMAT",
            "json",
            "`json`, one object a line, or `text` for people. `make run` sets `text`.",
        ),
        Variable(
            "TOUCHSTONE_WEB_BIND",
            "127.0.0.1:8000",
            "Address and port on which the web server listens in production. Embedded, `make run`"
            " chooses.",
        ),
        Variable(
            "TOUCHSTONE_WEB_PROCESSES",
            "2",
            "Web processes in production. Embedded, always one: SQLite has one writer.",
        ),
        Variable(
            "TOUCHSTONE_WEB_THREADS",
            "8",
            "Threads in each web process.",
        ),
        Variable(
            "TOUCHSTONE_WEB_ARRIVAL_SECONDS",
            "20",
            "How long a client may take to send a request; for a body of more than 1 MiB, how long"
            " it may be silent.",
        ),
        Variable(
            "TOUCHSTONE_WORKER_PROCESSES",
            "2",
            "Processes of one worker in production. Embedded, always one.",
        ),
        Variable(
            "TOUCHSTONE_INVITATION_DAYS",
            "14",
            "Days after which an invitation link expires.",
        ),
        Variable(
            "TOUCHSTONE_LEASE_MINUTES",
            "120",
            "Minutes for which a highlight or a claim is kept for a person after the last sign"
            " from their desk. Then the next person may get it.",
        ),
        Variable(
            "TOUCHSTONE_PAUSE_HOURS",
            "24",
            "Hours for which a claim is kept for a verifier who pauses.",
        ),
        Variable(
            "TOUCHSTONE_CORRECTION_HOURS",
            "24",
            "Hours for which people may correct a verification after submitting it.",
        ),
        Variable(
            "TOUCHSTONE_BREAK_REMINDER_MINUTES",
            "60",
            "Minutes of work without a break after which people are reminded to take one.",
        ),
        Variable(
            "TOUCHSTONE_JOB_HEARTBEAT_SECONDS",
            "5",
            "How often a running job says that it is alive. A job silent for six times as long"
            " is taken from its worker and tried again.",
        ),
    )
}

environ.Env.read_env(PROJECT_ROOT / ".env")


def text(name: str) -> str:
    """The variable's value, or its declared default where it is unset or empty."""
    variable = VARIABLES[name]
    return os.environ.get(name, "").strip() or variable.default


def is_set(name: str) -> bool:
    """Whether someone chose a value, be it the default."""
    return bool(os.environ.get(VARIABLES[name].name, "").strip())


def items(name: str) -> list[str]:
    """A comma-separated variable as a list."""
    return [item.strip() for item in text(name).split(",") if item.strip()]


def flag(name: str) -> bool:
    """A yes-or-no variable."""
    value = text(name).lower()
    if value in {"1", "yes", "true", "on"}:
        return True
    if value in {"0", "no", "false", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} must be yes or no, not {value!r}.")


def choice(name: str, choices: Collection[str]) -> str:
    """One of a few words."""
    value = text(name)
    if value not in choices:
        known = ", ".join(choices)
        raise ImproperlyConfigured(f"{name} must be one of {known}, not {value!r}.")
    return value


def number(name: str, *, least: int = 1) -> int:
    """A whole number, by default one or more."""
    value = text(name)
    if not value.isdecimal() or int(value) < least:
        raise ImproperlyConfigured(f"{name} must be a whole number from {least} on, not {value!r}.")
    return int(value)


def folder(name: str) -> Path:
    """A folder, relative to the project."""
    return PROJECT_ROOT / text(name)


def missing(variables: Iterable[Variable]) -> list[Variable]:
    """The variables among these that have neither a value nor a default."""
    return [variable for variable in variables if not text(variable.name)]


def require_production() -> None:
    """Refuse to start, naming everything that is missing, not just the first."""
    absent = missing(v for v in VARIABLES.values() if v.required_in_production)
    if absent:
        lines = "\n".join(f"  {v.name}: {v.help} Example: {v.example}" for v in absent)
        raise ImproperlyConfigured(
            f"Touchstone cannot start in production. These variables are not set:\n{lines}\n"
            "Set them in the environment or in .env; .env.example has them all."
        )
