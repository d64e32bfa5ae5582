"""Checks of environment variables: each returns the fault of a value, or "".

A fault is the rest of a sentence that begins with the variable's name. It repeats the value only
if that cannot be a secret.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import SplitResult, urlsplit

Check = Callable[[str], str]

_HOST_NAME = re.compile(r"\*|\.?[\w-]+(\.[\w-]+)*\.?|\[[0-9a-fA-F:.]+\]")
# Django generates keys of 50 characters.
_SHORTEST_KEY = 32


def split_items(value: str) -> list[str]:
    """Return the items of a comma-separated value."""
    return [item.strip() for item in value.split(",") if item.strip()]


def no_check(value: str) -> str:
    return ""


def whole_number(*, least: int = 1, most: int | None = None) -> Check:
    def check(value: str) -> str:
        if value.isdecimal() and int(value) >= least and (most is None or int(value) <= most):
            return ""
        if most is not None:
            return f"must be a whole number from {least:,} to {most:,}, not {value!r}"
        return f"must be a whole number, {least} or greater, not {value!r}"

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


def _split(value: str) -> SplitResult | None:
    """Return the parts of a URL, or None if it is not valid."""
    try:
        parts = urlsplit(value)
        _ = parts.port  # only checked when read
    except ValueError:
        return None
    return parts
