"""The environment variables that Touchstone reads, each declared once.

Settings read the environment only through this module. `docs/settings.md` and `.env.example` are
generated from the same declarations, and a test keeps them up to date. Those of a site and of files
are in `config.site_variables` and `config.file_variables`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

from config import faults
from config.file_variables import FILE_VARIABLES
from config.site_variables import SITE_VARIABLES
from config.variables import PROJECT_ROOT, Variable

VARIABLES: dict[str, Variable] = {
    variable.name: variable
    for variable in (
        *SITE_VARIABLES,
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
            "TOUCHSTONE_FEEDBACK_AN_HOUR",
            "60",
            "How often a person may ask the verifier about claims that they write, within an hour.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_FEEDBACK_A_DAY",
            "300",
            "How often a person may ask the verifier about claims that they write, within a day.",
            check=faults.whole_number(),
        ),
        Variable(
            "TOUCHSTONE_API_REQUESTS_A_MINUTE",
            "600",
            "Requests to the API that one person may send in a minute.",
            check=faults.whole_number(least=1, most=1_000_000),
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
        *FILE_VARIABLES,
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
            "TOUCHSTONE_WEBHOOK_NETWORKS",
            "",
            "Networks that webhooks may call besides the public Internet, separated by commas. All"
            " other private addresses are refused.",
            example="10.2.0.0/16,fd00:1::/32",
            check=faults.networks,
        ),
        Variable(
            "TOUCHSTONE_WEBHOOK_HTTP",
            "no",
            "Whether webhooks may have addresses without encryption (http://).",
            check=faults.yes_or_no,
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
