"""All that people receive while they verify claims, item by item, through the test client."""

from __future__ import annotations

import contextlib
import json
import re
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from annotation.models import Assignment, Attempt
from annotation.services.verifying import queue
from tests.annotation.verifying_world import PAGE, Desk, judgement, submit_confirmed

# Times, and secrets that are new in every answer.
_VOLATILE = re.compile(
    r"\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d:\d\d)?|csrfmiddlewaretoken\" value=\"\w+\""
    r"|nonce-[\w+/=-]+|nonce=\"[^\"]+\"|X-CSRFToken[^}]*"
)
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# The last is the number of one's own requests in this minute.
_NO_HEADERS = {"Date", "Expires", "Set-Cookie", "Vary", "RateLimit"}


@dataclass(slots=True)
class Received:
    """All that a person received with one item, and what it was."""

    kind: str
    person: int
    claim: int
    texts: list[str] = field(default_factory=list)
    numbers: list[float] = field(default_factory=list)
    # Whether others verify the claim again, whether an expert does.
    is_duplicated: bool = False
    is_for_expert: bool = False

    def add(self, response: HttpResponseBase) -> None:
        body = b"" if response.streaming else response.content  # type: ignore[attr-defined]
        text = _VOLATILE.sub("", body.decode())
        headers = {name: value for name, value in response.items() if name not in _NO_HEADERS}
        told = " ".join(
            f"{name}={_VOLATILE.sub('', _ID.sub('', value))}" for name, value in headers.items()
        )
        self.texts.append(f"{_ID.sub('', text)} {told}")
        self.numbers += [
            response.status_code,
            len(text),
            len(_ID.findall(text)),
            text.count("<"),
            text.count(" "),
            len(headers),
            sum(map(len, headers.values())),
        ]

    def add_id(self, public_id: UUID) -> None:
        self.numbers += list(public_id.bytes[:6])


def receive_item(
    client: Client, desk: Desk, place: int, before: Received | None
) -> Received | None:
    """Take, read, confirm and submit one item by requests; None if there is no more."""
    taken = client.post(reverse("verify", args=[desk.campaign.public_id]))
    found = re.search(_ID, taken.headers["Location"])
    if found is None:
        return None
    attempt = Attempt.objects.select_related("assignment").get(public_id=found[0])
    assert attempt.assignment is not None
    item = Received(attempt.assignment.kind, attempt.annotator_id, attempt.at_claim)
    item.add(taken)
    item.add_id(attempt.public_id)

    def address(name: str) -> str:
        return reverse(name, args=[attempt.public_id])

    def send(name: str, body: Any) -> HttpResponseBase:
        return client.post(address(name), json.dumps(body), content_type="application/json")

    item.add(client.get(address("verifying-desk")))
    item.add(client.get(address("verify-suggestions")))
    item.add(client.get(address("api:attempt-detail")))
    given = {
        "verdict": "supported",
        "tags": {"challenge": "other"},
        "sets": [[{"page": PAGE, "address": "sentence_1"}]],
        "answer": "",
        "note": "",
    }
    item.add(send("verify-confirm", given))
    progress = client.get(address("desk-progress"))
    item.add(progress)
    waiting = re.search(r"(\d+) waiting", progress.content.decode())
    left = float(waiting[1]) if waiting else -1.0
    # How the number that waits has changed since the item before.
    item.numbers += [left, left - before.numbers[-2] if before else 0.0]
    item.add(send("verify-submit", given))
    item.numbers += [left, float(place)]
    return item


def receive_everything(desk: Desk, clients: list[Client], expert: User) -> list[Received]:
    """Let everybody verify in turns; return what they received, with their own lists."""
    received: list[Received] = []
    rows: list[Received] = []
    last: dict[int, Received] = {}
    busy = list(range(len(clients)))
    place = 0
    while busy:
        for number in list(busy):
            item = receive_item(clients[number], desk, place, last.get(number))
            if item is None:
                busy.remove(number)
                continue
            last[number] = item
            received.append(item)
            place += 1
        # The expert is at it, too.
        with contextlib.suppress(queue.NothingToVerifyError):
            taken = queue.take_claim(campaign=desk.campaign, annotator=expert, now=timezone.now())
            submit_confirmed(attempt=taken.attempt, judgement=judgement(), now=timezone.now())
    for client, person in zip(clients, desk.verifiers, strict=True):
        rows += rows_in_own_list(client, desk, person)
    slots = Assignment.with_checks.filter(campaign=desk.campaign)
    again = set(slots.filter(kind="duplicate").values_list("claim", flat=True))
    of_experts = set(slots.filter(kind="expert").values_list("claim", flat=True))
    for item in received:
        item.is_duplicated, item.is_for_expert = item.claim in again, item.claim in of_experts
    return attach_rows(received, rows)


def rows_in_own_list(client: Client, desk: Desk, person: User) -> list[Received]:
    """Return the lines of a person's own list, the oldest first."""
    texts: list[str] = []
    page = 1
    while True:
        address = reverse("my-verifications", args=[desk.campaign.public_id])
        html = client.get(f"{address}?page={page}").content.decode()
        texts += re.findall(r"<tr>.*?</tr>", html.split("<tbody>")[1].split("</tbody>")[0], re.S)
        if f"page={page + 1}" not in html:
            break
        page += 1
    mine = Attempt.objects.filter(annotator=person, assignment__campaign=desk.campaign).order_by(
        "pk"
    )
    claims = list(mine.values_list("assignment__kind", "claim"))
    assert len(texts) == len(claims)
    rows = []
    for (kind, claim), text in zip(claims, reversed(texts), strict=True):
        told = _ID.sub("", _VOLATILE.sub("", text))
        rows.append(Received(kind, person.pk, claim, [told], [float(len(told))]))
    return rows


def attach_rows(received: list[Received], rows: list[Received]) -> list[Received]:
    """Return the items with the line that its person's list has of each."""
    lines = {(row.person, row.claim): row for row in rows}
    assert len(lines) == len(received)
    for item in received:
        row = lines[item.person, item.claim]
        item.texts += row.texts
        item.numbers += row.numbers
    return received
