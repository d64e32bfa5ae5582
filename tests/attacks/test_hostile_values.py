"""Texts that are no text, and times at the end of time: in every form, query and JSON body.

Whatever is sent, the answer is a refusal or a page, never an error of the server.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from urllib.parse import quote, urlencode

import lxml.html
import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.people import NOW, Cast
from tests.permissions.matrix import MATRIX
from tests.permissions.world import arguments_by_address
from wiki.models import Corpus

# UTF-8 of a lone surrogate, as no correct program writes it, and one escaped in JSON.
SURROGATE_BYTES = b"\xed\xa0\x80"
TEXTS: tuple[bytes, ...] = (
    SURROGATE_BYTES,
    b'{"text": "\\ud800", "sets": [["\\udfff"]]}',
    "\N{RIGHT-TO-LEFT OVERRIDE}\N{ZERO WIDTH SPACE}".encode(),
    b"\0",
    b"\xff\xfe",
)
DATES: tuple[bytes, ...] = (
    b"9999-12-31",
    b"0001-01-01",
    b"9999-12-31T23:59:59-14:00",
    b"0001-01-01T00:00:00+14:00",
    b"10000-01-01",
    b"-1-01-01",
)
NUMBERS: tuple[bytes, ...] = (b"99999999999999999999", b"-1", b"1e309", b"NaN")
VALUES = (*TEXTS, *DATES, *NUMBERS)
PARTICIPANTS = ("annotator", "manager", "researcher", "administrator")
# PostgreSQL refuses other texts, numbers and times than SQLite.
pytestmark = pytest.mark.postgres
# Who logs out is logged out for the rest of the test.
LEFT_OUT = {
    "accounts:log-out",
    # The tables of Django's admin are all made alike: two stand for them.
    *(
        name
        for name in MATRIX
        if name.startswith("admin:")
        and not name.startswith(("admin:accounts_user_", "admin:annotation_claim_"))
    ),
}


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def urls(cast: Cast) -> dict[str, str]:
    arguments = arguments_by_address(cast)
    # As in a real campaign that is open: another highlight is drawn for one that is skipped.
    Corpus.objects.update(sealed_at=NOW)
    return {
        name: reverse(name, kwargs=arguments.get(name, {}))
        for name in MATRIX
        if name not in LEFT_OUT
    }


def send(client: Client, method: str, url: str, body: bytes, content_type: str) -> int:
    with undone():
        if method == "get":
            answer = client.get(f"{url.split('?')[0]}?{body.decode('ascii')}")
        else:
            answer = client.generic("POST", url, body, content_type)
        return answer.status_code


def encoded(fields: list[tuple[str, bytes]]) -> bytes:
    return urlencode(fields).encode()


def parameter_names() -> list[str]:
    """Return every name that a view or a filter reads from a query."""
    root = Path(settings.PROJECT_ROOT)
    apps = [app for app in settings.INSTALLED_APPS if (root / app).is_dir()]
    assert {"annotation", "quality", "wiki"} <= set(apps)
    sources = [path.read_text() for app in apps for path in (root / app).rglob("*.py")]
    read = re.compile(r"GET(?:\.get|\.getlist)?[(\[]\s*\"(\w+)\"")
    found = {name for source in sources for name in read.findall(source)}
    return sorted({*found, "q", "state", "kind", "person", "action", "limit", "offset", "sort"})


@pytest.mark.parametrize("role", PARTICIPANTS)
def test_queries_are_answered(
    role: str, cast: Cast, urls: dict[str, str], log_in: Callable[[User], Client]
) -> None:
    client = log_in(cast.by_role()[role])
    names = parameter_names()
    assert {"page", "since", "until", "corpus", "title"} <= set(names)
    failed = []
    for name, rule in MATRIX.items():
        if rule.get is None or role not in rule.get or name in LEFT_OUT:
            continue
        for value in VALUES:
            status = send(client, "get", urls[name], encoded([(n, value) for n in names]), "")
            if status >= 500 and status != 503:
                failed.append(f"{name}: {value!r}: {status}")
    assert failed == []


@dataclass
class FoundForm:
    """A form of a page: the names of its open fields and files, and its other fields."""

    method: str
    address: str
    typed: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    fixed: list[tuple[str, bytes]] = field(default_factory=list)

    @property
    def key(self) -> tuple[str, ...]:
        return (self.method, self.address, *self.typed, *self.files)


def forms_in(html: bytes, url: str) -> list[FoundForm]:
    """Return the forms of a page."""
    if not html.strip():
        return []
    found = []
    for form in lxml.html.fromstring(html).iter("form"):
        here = FoundForm(form.get("method", "get").lower(), form.get("action") or url)
        typed, fixed = here.typed, here.fixed
        for entry in form.iter("input", "textarea", "select"):
            name, kind = entry.get("name"), entry.get("type", "text")
            if not name or kind == "submit":
                continue
            if kind == "file":
                here.files.append(name)
            elif entry.tag == "textarea" or (kind in TYPED_KINDS and entry.tag == "input"):
                typed.append(name)
            elif entry.tag == "select":
                values = [option.get("value", "") for option in entry.iter("option")]
                fixed.append((name, (values or [""])[-1].encode()))
            else:
                fixed.append((name, (entry.get("value") or "on").encode()))
        found.append(here)
    return found


def multipart(form: FoundForm, start: int) -> tuple[bytes, str]:
    """Return a body with a hostile value in every open field and every file, and its type."""
    values = cycle([*VALUES[start:], *VALUES[:start]])
    parts = [
        b'Content-Disposition: form-data; name="%s"\r\n\r\n%s' % (name.encode(), value)
        for name, value in [*form.fixed, *zip(form.typed, values, strict=False)]
    ]
    for name in form.files:
        # Without what would end the header: that is another form, not another file name.
        file_name = next(values).replace(b'"', b"").replace(b"\\", b"")
        parts.append(
            b'Content-Disposition: form-data; name="%s"; filename="%s.jsonl"\r\n'
            b"Content-Type: application/octet-stream\r\n\r\n%s"
            % (name.encode(), file_name, next(values) + b"\n")
        )
    boundary = b"a-boundary-of-this-test"
    body = b"".join(b"--" + boundary + b"\r\n" + part + b"\r\n" for part in parts)
    return body + b"--" + boundary + b"--\r\n", f"multipart/form-data; boundary={boundary.decode()}"


TYPED_KINDS = {"text", "search", "email", "number", "date", "datetime-local", "url", "password"}


# Dumps, parts of a dataset, gold and predictions; researchers send predictions only.
MANAGERS_FILES = {"upload", "file_1", "file_2", "file_3", "file"}
FILE_FIELDS: dict[str, set[str]] = {
    "annotator": set(),
    "manager": MANAGERS_FILES,
    "researcher": {"file"},
    "administrator": MANAGERS_FILES,
}


@pytest.mark.parametrize("role", PARTICIPANTS)
def test_forms_are_answered(
    role: str, cast: Cast, urls: dict[str, str], log_in: Callable[[User], Client]
) -> None:
    client = log_in(cast.by_role()[role])
    failed, sent, seen = [], 0, set[tuple[str, ...]]()
    files: set[str] = set()
    for name, rule in MATRIX.items():
        if rule.get is None or role not in rule.get or name in LEFT_OUT:
            continue
        with undone():
            page = client.get(urls[name])
        if not page.headers.get("Content-Type", "").startswith("text/html"):
            continue
        for form in forms_in(page.content, urls[name]):
            if "log-out" in form.address or not (form.typed or form.files) or form.key in seen:
                continue
            seen.add(form.key)
            files.update(form.files)
            for start in range(len(VALUES)):
                values = cycle([*VALUES[start:], *VALUES[:start]])
                fields = [*form.fixed, *zip(form.typed, values, strict=False)]
                body, kind = encoded(fields), "application/x-www-form-urlencoded"
                if form.files:
                    body, kind = multipart(form, start)
                status = send(client, form.method, form.address, body, kind)
                sent += 1
                if status >= 500 and status not in {503, 507}:
                    failed.append(f"{name}: {form.address}: {body!r}: {status}")
    assert failed == []
    assert sent > 50
    assert files == FILE_FIELDS[role]


JSON_BODIES = (
    b'"\\ud800"',
    b'{"text": "\\ud800"}',
    b'{"\\ud800": 1}',
    b'{"stream": "6f1b8a34-0000-4000-8000-000000000000", "acts": [{"sequence": 0, "kind":'
    b' "searched", "at": "9999-12-31T23:59:59-14:00", "body": {"query": "\\udc00", "kind":'
    b' "full"}}], "draft": {"revision": 0, "body": {"note": "\\ud800"}}}',
    b'{"stream": "6f1b8a34-0000-4000-8000-000000000000", "acts": [{"sequence": 0, "kind":'
    b' "searched", "at": "0001-01-01T00:00:00+14:00", "body": {"query": "x", "kind": "full"}}]}',
    b'{"verdict": "supported", "sets": [[{"page": "\\ud800", "address": "sentence_0"}]]}',
    b'{"key": "type_1", "claims": {"type_1": {"text": "\\ud800"}}}',
    b'{"elements": [["\\ud800", "sentence_0"]]}',
    b'{"text": "' + SURROGATE_BYTES + b'"}',
)


@pytest.mark.parametrize("role", PARTICIPANTS)
def test_json_is_answered(
    role: str, cast: Cast, urls: dict[str, str], log_in: Callable[[User], Client]
) -> None:
    client = log_in(cast.by_role()[role])
    failed = []
    for name, rule in MATRIX.items():
        if rule.post is None or role not in rule.post or name in LEFT_OUT:
            continue
        for body in JSON_BODIES:
            status = send(client, "post", urls[name], body, "application/json")
            if status >= 500:
                failed.append(f"{name}: {body!r}: {status}")
    assert failed == []


@pytest.mark.parametrize("value", VALUES)
def test_addresses_are_answered(value: bytes, cast: Cast, log_in: Callable[[User], Client]) -> None:
    client = log_in(cast.administrator)
    for start in ("/wiki/", "/join/", "/password-reset/MQ/", "/campaigns/", "/", "/static/"):
        for end in ("", "/"):
            answer = client.get(start + quote(value) + end)
            assert answer.status_code < 500, (start, value)
