"""The environment variables that Touchstone reads, each declared once.

Settings read the environment only through this module. `docs/settings.md` and `.env.example` are
generated from the same declarations, and a test keeps them up to date.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

from config import faults
from config.faults import Check
from core.file_limits import DEFAULT_FILE_LIMITS

PROJECT_ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Variable:
    """An environment variable: its default, its description, and a check of its values."""

    name: str
    default: str
    help: str
    required_in_production: bool = False
    example: str = ""
    check: Check = faults.no_check


VARIABLES: dict[str, Variable] = {
    variable.name: variable
    for variable in (
        Variable(
            "TOUCHSTONE_SECRET_KEY",
            "",
            "Signs sessions, reset links and invitations; at least 32 random characters. Embedded,"
            " one is created at the first start and stored in the home folder.",
            required_in_production=True,
            example="a-long-random-text",
            check=faults.secret_key,
        ),
        Variable(
            "TOUCHSTONE_ALLOWED_HOSTS",
            "",
            "Host names of this site, separated by commas.",
            required_in_production=True,
            example="touchstone.example.org",
            check=faults.host_names,
        ),
        Variable(
            "TOUCHSTONE_DATABASE_URL",
            "",
            "URL of the database. Embedded: an SQLite file in the home folder.",
            required_in_production=True,
            example="postgres://touchstone:secret@postgres:5432/touchstone",
            check=faults.url(
                "postgres", "postgresql", needs_host=False, needs_path="the database's name"
            ),
        ),
        Variable(
            "TOUCHSTONE_REDIS_URL",
            "",
            "URL of the broker, which notifies the workers, and the cache. Embedded: a folder.",
            required_in_production=True,
            example="redis://redis:6379/0",
            check=faults.redis_url,
        ),
        Variable(
            "TOUCHSTONE_ELASTICSEARCH_URL",
            "",
            "URL of the search cluster. Embedded: an index in the home folder.",
            required_in_production=True,
            example="http://elasticsearch:9200",
            check=faults.url("http", "https"),
        ),
        Variable(
            "TOUCHSTONE_ELASTICSEARCH_PREFIX",
            "touchstone",
            "Prefix of the names of indexes, if several sites share a cluster.",
            check=faults.index_prefix,
        ),
        Variable(
            "TOUCHSTONE_ELASTICSEARCH_SHARDS",
            "1",
            "Shards of an index, applied by the next rebuild of a corpus. Use about one for every"
            " two million articles.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_ELASTICSEARCH_REPLICAS",
            "0",
            "Copies of each shard on other nodes. With one, a node may fail.",
            check=faults.whole_number(least=0),
        ),
        Variable(
            "TOUCHSTONE_POSTGRES_PASSWORD",
            "",
            "Password of the PostgreSQL that `docker/compose.yaml` starts; only Compose reads it."
            " Use letters and digits, because it becomes part of a URL.",
            example="another-long-random-text",
        ),
        Variable(
            "TOUCHSTONE_HOME",
            "var",
            "Folder for the data on disk: the embedded database, broker and index, releases and"
            " uploads. Relative to the project.",
            check=faults.folder_in(PROJECT_ROOT),
        ),
        Variable(
            "TOUCHSTONE_STATIC_FOLDER",
            "",
            "Folder for the collected static files. Empty: `static` in the home folder.",
            check=faults.folder_in(PROJECT_ROOT),
        ),
        Variable(
            "TOUCHSTONE_IMPORT_FOLDER",
            "",
            "Folder from which managers can import dumps. Empty: `imports` in the home folder.",
            check=faults.folder_in(PROJECT_ROOT),
        ),
        Variable(
            "TOUCHSTONE_DEMO",
            "no",
            "Whether this is a demonstration: the login page then lists the demo accounts."
            " `make run` sets it; production refuses it, because their password is public.",
            check=faults.yes_or_no,
        ),
        Variable(
            "TOUCHSTONE_EMAIL_URL",
            "",
            "URL of the mail server. Empty: no e-mail is sent, and administrators copy links.",
            example="smtp+tls://user:secret@mail.example.org:587",
            check=faults.email_url,
        ),
        Variable(
            "TOUCHSTONE_EMAIL_FROM",
            "Touchstone <noreply@localhost>",
            "The sender of e-mails.",
            example="Touchstone <noreply@touchstone.example.org>",
            check=faults.sender,
        ),
        Variable(
            "TOUCHSTONE_TRUSTED_ORIGINS",
            "",
            "Origins whose forms are accepted, separated by commas, if a proxy changes the scheme"
            " or port.",
            example="https://touchstone.example.org",
            check=faults.origins,
        ),
        Variable(
            "TOUCHSTONE_BEHIND_PROXY",
            "no",
            "Whether a proxy sets `X-Forwarded-Proto` and `X-Forwarded-For`.",
            check=faults.yes_or_no,
        ),
        Variable(
            "TOUCHSTONE_PROXIES",
            "1",
            "Number of proxies, each of which adds an entry to `X-Forwarded-For`. Logins are"
            " limited by the address that connected to the first proxy.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_METRICS_TOKEN",
            "",
            "Bearer token for `/metrics`. Empty: only administrators can read it.",
        ),
        Variable(
            "TOUCHSTONE_LOG_LEVEL",
            "INFO",
            "Lowest level of messages that are logged: DEBUG, INFO, WARNING or ERROR.",
            check=faults.one_of("DEBUG", "INFO", "WARNING", "ERROR"),
        ),
        Variable(
            "TOUCHSTONE_LOG_FORMAT",
            "json",
            "`json`, with one object per line, or `text` for people. `make run` sets `text`.",
            check=faults.one_of("json", "text"),
        ),
        Variable(
            "TOUCHSTONE_WEB_BIND",
            "127.0.0.1:8000",
            "Address and port of the web server in production. Embedded, `make run` sets them.",
            check=faults.host_and_port,
        ),
        Variable(
            "TOUCHSTONE_WEB_PROCESSES",
            "2",
            "Web processes in production. Embedded, always one: SQLite has one writer.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_WEB_THREADS",
            "8",
            "Threads in each web process.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_WEB_ARRIVAL_SECONDS",
            "20",
            "Seconds that a client may take to send a request; for a body of more than 1 MiB, the"
            " longest pause.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_WORKER_PROCESSES",
            "2",
            "Processes of a worker in production. Embedded, always one.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_INVITATION_DAYS",
            "14",
            "Days after which an invitation link expires.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_LEASE_MINUTES",
            "120",
            "Minutes for which a highlight or a claim is reserved for a person after the last"
            " activity at their desk. Then the next person may get it.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_PAUSE_HOURS",
            "24",
            "Hours for which a claim is reserved for a verifier who pauses.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_CORRECTION_HOURS",
            "24",
            "Hours for which people may correct a verification after submitting it.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_BREAK_REMINDER_MINUTES",
            "60",
            "Minutes of work without a break after which people are reminded to take one.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_SKIPS_AN_HOUR",
            "20",
            "Highlights and claims that a person may skip within an hour. Beyond it they are told"
            " to ask their manager, who can undo skips.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_SKIPS_A_DAY",
            "80",
            "Highlights and claims that a person may skip within a day.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_REPORTS_AN_HOUR",
            "15",
            "Claims that a person may report within an hour.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_REPORTS_A_DAY",
            "60",
            "Claims that a person may report within a day.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_PAUSES_AN_HOUR",
            "6",
            "Pauses that a person may make within an hour; each keeps a claim from the others.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_PAUSES_A_DAY",
            "12",
            "Pauses that a person may make within a day.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_LOG_ENTRIES",
            "20000",
            "Log entries that are recorded of one person’s work on one highlight or claim. Later"
            " ones are left out, and managers see that.",
            check=faults.whole_number(most=1_000_000),
        ),
        Variable(
            "TOUCHSTONE_LOG_MEGABYTES",
            "10",
            "Megabytes of log that are recorded of one person’s work on one highlight or claim.",
            check=faults.whole_number(most=1000),
        ),
        Variable(
            "TOUCHSTONE_ODD_BATCH_MINUTES",
            "30",
            "Minutes of activity that a desk reports at once, after which the log is marked for the"
            " managers. Connected desks report every 30 seconds.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_FILE_SECONDS",
            str(DEFAULT_FILE_LIMITS.seconds),
            "Seconds of processor time that reading an uploaded or imported file may take without"
            " another page or line. Then the file is refused.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_FILE_MEGABYTES",
            str(DEFAULT_FILE_LIMITS.megabytes),
            "Megabytes of memory of the program that reads an uploaded or imported file.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_FILE_GIGABYTES",
            str(DEFAULT_FILE_LIMITS.gigabytes),
            "The largest size of a compressed file when it is unpacked, in gigabytes. All of"
            " English Wikipedia has about 100.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_FILE_RATIO",
            str(DEFAULT_FILE_LIMITS.ratio),
            "The largest size of a compressed file when it is unpacked, as a multiple of its size."
            " Dumps have about 5. Every file may have a gigabyte.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_FILE_LINES",
            str(DEFAULT_FILE_LIMITS.lines),
            "The largest number of lines of a file, or of rows of a database.",
            check=faults.whole_number(most=10**12),
        ),
        Variable(
            "TOUCHSTONE_FILE_ELEMENTS",
            str(DEFAULT_FILE_LIMITS.elements),
            "The largest number of XML tags in a page of a dump, or of values in a line of JSON.",
            check=faults.whole_number(most=10**9),
        ),
        Variable(
            "TOUCHSTONE_WITHHELD_SCORES_A_DAY",
            "5",
            "The number of files of predictions that a person may have scored within a day on parts"
            " whose labels are withheld. More would give labels away.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_WITHHELD_FEWEST_CLAIMS",
            "100",
            "The smallest number of claims with withheld labels for which a score is shown.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_REPORTS_HOUR",
            "2",
            "The hour of the day, in UTC, from which the nightly reports on agreement, bias and the"
            " dataset are made: 0 to 23.",
            check=faults.whole_number(most=23, least=0),
        ),
        Variable(
            "TOUCHSTONE_JOB_HEARTBEAT_SECONDS",
            "5",
            "Seconds between the heartbeats of a running job. After six missed heartbeats, the job"
            " is taken from its worker and tried again.",
            check=faults.whole_number(),
        ),
    )
}

environ.Env.read_env(PROJECT_ROOT / ".env")


class SettingsError(ImproperlyConfigured):
    """Touchstone cannot start with these settings. The message has a sentence for each error."""

    def __init__(self, sentences: Sequence[str]) -> None:
        super().__init__("\n".join([*sentences, "docs/settings.md describes every setting."]))


def text(name: str) -> str:
    """Return the variable's value, or its default if it is unset or empty."""
    variable = VARIABLES[name]
    return os.environ.get(name, "").strip() or variable.default


def is_set(name: str) -> bool:
    """Return whether the variable is set, even to its default."""
    return bool(os.environ.get(VARIABLES[name].name, "").strip())


def items(name: str) -> list[str]:
    """Return a comma-separated variable as a list."""
    return faults.split_items(text(name))


def flag(name: str) -> bool:
    """Return a yes-or-no variable as a boolean."""
    return faults.is_yes(_checked(name))


def choice(name: str) -> str:
    """Return a variable with a few allowed values."""
    return _checked(name)


def number(name: str) -> int:
    """Return a variable as a whole number."""
    return int(_checked(name))


def folder(name: str) -> Path:
    """Return a variable as a folder, relative to the project."""
    return PROJECT_ROOT / text(name)


def is_production() -> bool:
    """Return whether this process uses the production settings."""
    return os.environ.get("DJANGO_SETTINGS_MODULE") == "config.settings.production"


def require_settings_module() -> None:
    """Raise SettingsError if DJANGO_SETTINGS_MODULE names no module: nothing could be read."""
    name = os.environ.get("DJANGO_SETTINGS_MODULE", "")
    try:
        is_found = not name or find_spec(name) is not None
    except (ImportError, ValueError):
        is_found = False
    if not is_found:
        raise SettingsError(
            [f"DJANGO_SETTINGS_MODULE must be config.settings.production, not {name!r}."]
        )


def require_valid(*, production: bool) -> None:
    """Raise SettingsError with everything that is missing or wrong."""
    require_settings_module()
    sentences = [
        sentence
        for variable in VARIABLES.values()
        # Variables that are required in production are not read elsewhere.
        if (production or not variable.required_in_production) and (sentence := _fault(variable))
    ]
    if production and faults.is_yes(text("TOUCHSTONE_DEMO")):
        sentences.append("TOUCHSTONE_DEMO must be no in production: the demo's password is public.")
    if sentences:
        raise SettingsError(sentences)


def _fault(variable: Variable) -> str:
    value = text(variable.name)
    if not value:
        missing = f"{variable.name} is not set (example: {variable.example})."
        return missing if variable.required_in_production else ""
    fault = variable.check(value)
    return f"{variable.name} {fault}." if fault else ""


def _checked(name: str) -> str:
    if fault := _fault(VARIABLES[name]):
        raise SettingsError([fault])
    return text(name)
