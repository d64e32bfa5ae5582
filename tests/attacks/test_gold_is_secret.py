"""No address tells people what gold there is, before they have got it and its feedback."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast as as_type

import pytest
from django.db import transaction
from django.http import HttpResponseBase, StreamingHttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from annotation.models import Gold, TaskName
from annotation.services.calibration import gold
from tests.annotation.verifying_world import element, judgement, submit_confirmed
from tests.people import Cast
from tests.permissions.matrix import MATRIX
from tests.permissions.world import arguments_by_address
from wiki.models import Page

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]

# The claim of gold that nobody has got, why it is gold, and what the managers noted in its answer.
CLAIM, WHY, NOTE = "Zyzzyva weevils cross the Aare.", "Because of quillons.", "Note of quoins."
SECRETS = (CLAIM, WHY, NOTE, "quillons", "quoins")


def make_secret_gold(cast: Cast, page: Page) -> None:
    """Make gold of each use that nobody has got."""
    answer = judgement([element("sentence_0", page.title)], note=NOTE)
    for number, (use, phase) in enumerate(
        [(Gold.Use.PHASE, "verify_2"), (Gold.Use.PRACTICE, ""), (Gold.Use.SILENT, "")]
    ):
        made = gold.make_claim_gold(
            campaign=cast.campaign,
            text=CLAIM.replace("Aare", f"Aare {number} times") if number else CLAIM,
            description=gold.GoldDescription(use=use, phase=phase, why=WHY),
            actor=cast.manager,
            now=timezone.now(),
        )
        attempt = gold.answer_gold(gold=made, actor=cast.manager, now=timezone.now())
        submit_confirmed(attempt=attempt, judgement=answer, now=timezone.now())


def body_of(response: HttpResponseBase) -> str:
    if response.streaming:
        content = b"".join(as_type("StreamingHttpResponse", response))
    else:
        content = response.content  # type: ignore[attr-defined]
    return content.decode(errors="replace")


def told_by(client: Client, urls: dict[str, str]) -> list[str]:
    """Return the addresses whose answers have something of the secrets."""
    told = []
    for name, url in urls.items():
        with transaction.atomic():
            response = client.get(url)
            if any(secret in body_of(response) for secret in SECRETS):
                told.append(name)
            transaction.set_rollback(True)
    return told


@pytest.fixture
def urls(cast: Cast) -> dict[str, str]:
    """Return every address, and those that name something also with what belongs to gold."""
    arguments = arguments_by_address(cast)
    make_secret_gold(cast, Page.objects.get(title="Aare"))
    found = {name: reverse(name, kwargs=arguments.get(name, {})) for name in MATRIX}
    for made in Gold.objects.filter(why=WHY).select_related("answer__verification", "claim"):
        assert made.answer is not None and made.claim is not None
        of_gold = {
            "attempt_id": made.answer.public_id,
            "verification_id": made.answer.verification.public_id,
            "claim_id": made.claim.public_id,
            "gold_id": made.public_id,
        }
        for name in MATRIX:
            known = arguments.get(name, {})
            if shared := of_gold.keys() & known.keys():
                changed = known | {key: of_gold[key] for key in shared}
                found[f"{name}, {made.use}"] = reverse(name, kwargs=changed)
    return found


@pytest.mark.parametrize("role", ["annotator", "researcher", "stranger"])
def test_no_address_tells_what_gold_there_is(
    role: str, cast: Cast, urls: dict[str, str], log_in: LogIn
) -> None:
    assert Gold.objects.filter(task=TaskName.VERIFY, why=WHY).count() == 3
    person: User = getattr(cast, role)
    assert any(", " in name and url.startswith("/api/") for name, url in urls.items())
    assert told_by(log_in(person), urls) == []


def test_managers_are_told_so_that_the_test_above_looks_where_it_stands(
    cast: Cast, urls: dict[str, str], log_in: LogIn
) -> None:
    of_gold = {name: url for name, url in urls.items() if "gold" in name.split(",")[0]}
    told = told_by(log_in(cast.manager), of_gold)
    assert {"campaign-gold", "gold-export", "gold-edit, silent", "gold-edit, phase"} <= set(told)
