"""Secrets in links and tokens, which must not be readable in a log.

The links of invitations and password resets grant access to whoever has them. A log sees addresses
in many forms: without their final slash, percent-encoded (also twice), inside a message of Django
or gunicorn, as a referrer, in a traceback. So what follows the beginning of such an address is
removed from every line, whatever wrote it; so is what follows the beginning of an API token, which
somebody may put into an address by mistake.
"""

from __future__ import annotations

import re

# The beginnings of the addresses, up to their secrets. A test compares them with the URL patterns.
SECRET_PATHS = ("join/", "take-part/", "password-reset/")
# The beginning of API tokens.
TOKEN_PREFIX = "tst_"  # noqa: S105
# The names of the arguments of URL patterns that are secrets.
SECRET_ARGUMENTS = frozenset({"token", "key", "secret"})
HIDDEN = "***"
# A part of an unknown address that may be a secret: somebody mistyped the rest of a link.
_LIKE_A_SECRET = re.compile(r"[\w~.%+=-]{20,}", re.ASCII)


def _in_any_encoding(text: str) -> str:
    """Return a pattern of a text whose letters may be percent-encoded, any number of times."""
    return "".join(f"(?:{re.escape(one)}|%(?:25)*{ord(one):02x})" for one in text)


def _prefix(path: str) -> str:
    return _in_any_encoding(path.removesuffix("/")) + f"(?:{_in_any_encoding('/')})+"


_SECRET_LINK = re.compile(
    rf"({'|'.join(map(_prefix, SECRET_PATHS))})[^\s\"'<>?#]+", re.IGNORECASE | re.ASCII
)
# A token, or enough of one to be its beginning; whole words such as "tst_new" are none.
_TOKEN = re.compile(rf"({_in_any_encoding(TOKEN_PREFIX)})[\w%-]{{12,}}", re.IGNORECASE | re.ASCII)


def hide_secrets(text: str) -> str:
    """Return a line of a log without the secrets of the links and the tokens in it."""
    return _TOKEN.sub(rf"\1{HIDDEN}", _SECRET_LINK.sub(rf"\1{HIDDEN}", text))


def hide_long_parts(path: str) -> str:
    """Return an unknown path without its parts that may be secrets."""
    return _LIKE_A_SECRET.sub(HIDDEN, path)
