"""Nothing that annotators receive tells silent gold or duplicates from ordinary work.

People verify claims through the test client. A classifier is trained on everything that they got
with each item: ids, order, lengths, markup, words, headers, numbers; only times are left out. With
cross-validation it guesses no better than by chance, and it finds a give-away that is planted.
There is so much gold that nobody runs out of it. Left out is the first and the last tenth of the
work: nothing is a duplicate before claims were verified, and duplicates are what is left in the
end, which thousands of claims make a matter of a few. Small samples move the figure by chance, so
it is that of three forests together, with an interval from drawing claims again and again.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any
from uuid import UUID

import numpy as np
import numpy.typing as npt
import pytest
from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_extraction.text import HashingVectorizer
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedGroupKFold, cross_val_predict

from accounts.models import User
from annotation.models import Attempt, Claim
from annotation.services.verifying import suggestions
from annotation.services.verifying.suggestions import SuggestedElement, Suggestion
from campaigns.models import Campaign
from campaigns.protocols.judging import Depth
from tests.annotation.bare_claims import write_bare_claims
from tests.annotation.silent_world import make_silent, mixed
from tests.annotation.verifying_world import PAGE, Desk, element, make_desk
from wiki.models import Page

# Lots depend on keys, so that the same keys make the same run every time.
pytestmark = [pytest.mark.django_db(transaction=True, reset_sequences=True), pytest.mark.slow]
LogIn = Callable[[User], Client]

CLAIMS, GOLD, PEOPLE = 240, 120, 6
BY_CHANCE = 0.55
DRAWN_AGAIN = 500
FORESTS = 3
Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
# Times, and secrets that are new in every answer.
_VOLATILE = re.compile(
    r"\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d:\d\d)?|csrfmiddlewaretoken\" value=\"\w+\""
    r"|nonce-[\w+/=-]+|nonce=\"[^\"]+\"|X-CSRFToken[^}]*"
)
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_NO_HEADERS = {"Date", "Expires", "Set-Cookie", "Vary"}


@dataclass(slots=True)
class Received:
    """All that a person received with one item, and what it was."""

    kind: str
    person: int
    claim: int
    texts: list[str] = field(default_factory=list)
    numbers: list[float] = field(default_factory=list)

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


def text_of(lot: random.Random) -> str:
    """Return a claim: gold and ordinary claims are written alike."""
    places = ["the harbour", "an old bridge", "the northern valley", "a mill", "three villages"]
    acts = ["passes", "was seen from", "reaches", "floods", "turns away from"]
    parts = " and ".join(lot.sample(places, lot.randint(1, 3)))
    return f"River {lot.randint(100, 999)} {lot.choice(acts)} {parts} in {lot.randint(1800, 1999)}."


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    lot = random.Random(19)
    monkeypatch.setattr(os, "urandom", lot.randbytes)
    often = mixed(
        Fraction(1, 4), duplicates=Fraction(1, 2), depths=(Depth(total=2, share=Fraction(1)),)
    )
    made = make_desk(highlights_written=0, verifiers=PEOPLE, protocol=often)
    Campaign.objects.filter(pk=made.campaign.pk).update(suggests_evidence=True)
    texts = [text_of(lot) for _ in range(CLAIMS)]
    write_bare_claims(made.campaign, Page.objects.get(title=PAGE), texts)
    for _ in range(GOLD):
        make_silent(made, 1, text=text_of(lot))
    return made


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


def receive_everything(desk: Desk, log_in: LogIn) -> list[Received]:
    """Let everybody verify in turns; return what they received, with their own lists."""
    received: list[Received] = []
    rows: list[Received] = []
    clients = [log_in(person) for person in desk.verifiers]
    last: dict[int, Received] = {}
    busy = list(range(PEOPLE))
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
    for client, person in zip(clients, desk.verifiers, strict=True):
        rows += rows_in_own_list(client, desk, person)
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
    mine = Attempt.objects.filter(annotator=person).order_by("pk")
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


@dataclass(frozen=True, slots=True)
class Area:
    """The area under the curve of a classifier, with its 95 % interval over claims."""

    value: float
    low: float
    high: float


def _guess(features: Floats, truth: Bools, claims: Integers, seed: int) -> Floats:
    """Return what a forest says about items of claims that it has not seen."""
    forest = RandomForestClassifier(
        n_estimators=60,
        min_samples_leaf=3,
        max_features=0.2,
        class_weight="balanced",
        random_state=seed,
    )
    folds = StratifiedGroupKFold(5, shuffle=True, random_state=seed)
    guessed: Floats = cross_val_predict(
        forest, features, truth, groups=claims, cv=folds, method="predict_proba"
    )
    return guessed[:, 1]


def measure(received: list[Received], kind: str) -> Area:
    """Return how well a classifier tells items of a kind from ordinary work."""
    chosen = [item for item in received if item.kind in (kind, "ordinary")]
    truth = np.array([item.kind == kind for item in chosen])
    words = HashingVectorizer(
        n_features=4096, token_pattern=r"[\w-]+|[^\w\s]", norm=None, alternate_sign=False
    ).transform(" ".join(item.texts) for item in chosen)
    features = np.hstack([words.toarray(), np.array([item.numbers for item in chosen])])
    # What is the same in everything tells nothing.
    features = features[:, features.std(axis=0) > 0]
    # Nobody learns from the same claim in the hands of others.
    claims = np.array([item.claim for item in chosen])
    guessed = np.mean([_guess(features, truth, claims, seed) for seed in range(FORESTS)], axis=0)
    lot = np.random.default_rng(19)
    places = {claim: np.flatnonzero(claims == claim) for claim in np.unique(claims)}
    areas = []
    for _ in range(DRAWN_AGAIN):
        drawn = lot.choice(list(places), len(places))
        again = np.concatenate([places[claim] for claim in drawn])
        areas.append(roc_auc_score(truth[again], guessed[again]))
    low, high = np.quantile(areas, (0.025, 0.975))
    return Area(float(roc_auc_score(truth, guessed)), float(low), float(high))


def test_nothing_received_tells_silent_gold_and_duplicates_from_ordinary_work(
    desk: Desk, log_in: LogIn
) -> None:
    suggested = Suggestion("test 1", [SuggestedElement(element("sentence_1"), 0.9)], "supported")
    suggestions.provide("test", lambda claim: suggested)
    try:
        received = receive_everything(desk, log_in)
    finally:
        suggestions.withdraw("test")
    kinds = [item.kind for item in received]
    assert kinds.count("ordinary") == CLAIMS
    assert kinds.count("duplicate") == CLAIMS // 2
    # A quarter of everybody's work, and there was more of it.
    assert kinds.count("silent") == pytest.approx(CLAIMS // 2, abs=PEOPLE)
    assert set(
        Claim.with_gold.filter(attempts__purpose="silent").values_list("arm", flat=True)
    ) == {
        "assisted",
        "unassisted",
    }
    tenth = len(received) // 10
    received = received[tenth:-tenth]
    for kind in ("silent", "duplicate"):
        found = measure(received, kind)
        # Public ids are random: with so few claims the figure itself moves by several hundredths.
        assert found.low <= BY_CHANCE, (kind, found)
    # One attribute too many in the page of the desk is found, and so is a byte in the answers.
    for item in received:
        if item.kind == "silent":
            item.texts[1] += " data-checked"
        if item.kind == "duplicate":
            item.numbers[1] += 1
    for kind in ("silent", "duplicate"):
        assert measure(received, kind).low >= 0.9
