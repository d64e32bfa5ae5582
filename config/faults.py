"""Checks of environment variables: each returns the fault of a value, or "".

A fault is the rest of a sentence that begins with the variable's name. It repeats the value only
if that cannot be a secret.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from email.utils import parseaddr
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

import environ

Check = Callable[[str], str]

_HOST_NAME = re.compile(r"\*|\.?[\w-]+(\.[\w-]+)*\.?|\[[0-9a-fA-F:.]+\]")
# Django generates keys of 50 characters.
_SHORTEST_KEY = 32
_LONGEST_NUMBER = 20
_INDEX_PREFIX = re.compile(r"[a-z0-9][a-z0-9_-]{0,99}")


def split_items(value: str) -> list[str]:
    """Return the items of a comma-separated value."""
    return [item.strip() for item in value.split(",") if item.strip()]


def no_check(value: str) -> str:
    return ""


def whole_number(*, least: int = 1, most: int = 1_000_000) -> Check:
    """Return a check for whole numbers; a million of any unit of time is still a time."""

    def check(value: str) -> str:
        # Longer ones are not read at all: Python refuses thousands of digits.
        is_short = len(value) <= _LONGEST_NUMBER
        if value.isdecimal() and is_short and least <= int(value) <= most:
            return ""
        said = repr(value) if is_short else f"one with {len(value):,} characters"
        return f"must be a whole number from {least:,} to {most:,}, not {said}"

    return check


def yes_or_no(value: str) -> str:
    return "" if is_yes(value) or is_no(value) else f"must be yes or no, not {value.lower()!r}"


def is_yes(value: str) -> bool:
    return value.lower() in {"1", "yes", "true", "on"}


def is_no(value: str) -> bool:
    return value.lower() in {"0", "no", "false", "off"}


def one_of(*choices: str) -> Check:
    def check(value: str) -> str:
        if value in choices:
            return ""
        return f"must be one of {', '.join(choices)}, not {value!r}"

    return check


def secret_key(value: str) -> str:
    if len(value) >= _SHORTEST_KEY and len(set(value)) >= 5:
        return ""
    return f"must be a random text of at least {_SHORTEST_KEY} characters"


def host_names(value: str) -> str:
    for item in split_items(value):
        if not _HOST_NAME.fullmatch(item):
            return f"must contain host names without scheme, port or path, not {item!r}"
    return ""


def origins(value: str) -> str:
    for item in split_items(value):
        parts = _split(item)
        if parts is None or parts.scheme not in {"http", "https"} or not parts.hostname:
            return f"must contain origins such as https://touchstone.example.org, not {item!r}"
    return ""


def networks(value: str) -> str:
    for item in split_items(value):
        try:
            ip_network(item)
        except ValueError:
            return f"must contain networks such as 10.2.0.0/16, not {item!r}"
    return ""


def host_and_port(value: str) -> str:
    parts = _split(f"//{value}")
    if parts is not None and parts.hostname and parts.port and not parts.path:
        return ""
    return f"must be an address and a port, such as 127.0.0.1:8000, not {value!r}"


def url(*schemes: str, needs_host: bool = True, needs_path: str = "") -> Check:
    """Return a check for URLs with one of these schemes.

    `needs_path` describes the required path, if any.
    """
    beginnings = [f"{scheme}://" for scheme in schemes]

    def check(value: str) -> str:
        if not value.startswith(tuple(beginnings)):
            return f"must start with {' or '.join(beginnings)}"
        parts = _split(value)
        if parts is None:
            return "must be a URL with a valid port"
        if needs_host and not parts.hostname:
            return f"must have a host after {parts.scheme}://"
        if needs_path and not parts.path.strip("/"):
            return f"must end with {needs_path}"
        return ""

    return check


def redis_url(value: str) -> str:
    """Return the fault of a URL of Redis, whose path is the number of a database."""
    fault = url("redis", "rediss")(value)
    path = urlsplit(value).path.strip("/") if not fault else ""
    return fault or ("" if not path or path.isdecimal() else "must end with a database's number")


def email_url(value: str) -> str:
    """Return the fault of a URL of a mail server, which only `smtp` needs a host for."""
    needs_host = value.startswith("smtp")
    return url(*environ.Env.EMAIL_SCHEMES, needs_host=needs_host)(value)


def sender(value: str) -> str:
    name, _at, host = parseaddr(value)[1].rpartition("@")
    if name and _HOST_NAME.fullmatch(host) and "\n" not in value:
        return ""
    return f"must be an address such as Touchstone <noreply@example.org>, not {value!r}"


def index_prefix(value: str) -> str:
    if _INDEX_PREFIX.fullmatch(value):
        return ""
    return f"must have lower-case letters, digits, - and _ only, not {value!r}"


def folder_in(root: Path) -> Check:
    """Return a check for folders relative to this one: one may be missing, but not be a file."""

    def check(value: str) -> str:
        path = root / value
        try:
            parent = next((place for place in (path, *path.parents) if place.exists()), root)
        except OSError as error:
            return f"must be a folder ({error.strerror})"
        return "" if parent.is_dir() else f"must be a folder, but {parent} is a file"

    return check


def _split(value: str) -> SplitResult | None:
    """Return the parts of a URL, or None if it is not valid."""
    try:
        parts = urlsplit(value)
        _ = parts.port  # only checked when read
    except ValueError:
        return None
    return parts
