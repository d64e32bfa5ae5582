"""Requests to the verification desk, as its scripts send them, and what a refusal must be."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.test import Client
from django.urls import reverse

from annotation.models import (
    Evidence,
    Verification,
)
from annotation.services.verifying.queue import TakenClaim
from tests.annotation.verifying_world import PAGE, Desk, unsealed
from tests.annotation.world import make_article

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response


S1 = {"page": PAGE, "address": "sentence_1"}
CELL = {"page": PAGE, "address": "cell_0_2_1"}


def address(taken: TakenClaim, name: str) -> str:
    return reverse(name, args=[taken.attempt.public_id])


def post(client: Client, taken: TakenClaim, name: str, body: object) -> Response:
    return client.post(address(taken, name), json.dumps(body), content_type="application/json")


def given(**changes: Any) -> dict[str, Any]:
    """Return a judgement: supported by a sentence, unless told otherwise."""
    usual = {"verdict": "supported", "tags": {"challenge": "other"}, "sets": [[S1]]}
    return {**usual, "answer": "", "note": "", **changes}


def way_on(desk: Desk) -> dict[str, str]:
    """Return the home page for those who stop, and the address that hands out the next claim."""
    return {"next": "/", "take": f"/campaigns/{desk.campaign.public_id}/verify/"}


def refused(response: Response, status: int, error: str) -> dict[str, Any]:
    """Assert a clear answer, with nothing written, and return it."""
    answer: dict[str, Any] = json.loads(response.content)
    assert (response.status_code, answer["error"]) == (status, error)
    assert answer["message"]
    assert not Verification.objects.exists()
    assert not Evidence.objects.exists()
    return answer


def make_flagged_page(desk: Desk) -> dict[str, str]:
    """Make a page with a box about missing references; return its first sentence."""
    corpus = desk.campaign.corpus
    assert corpus is not None
    with unsealed(corpus):
        make_article("Lake Doubt", corpus, is_flagged=True)
    return {"page": "Lake Doubt", "address": "sentence_1"}
