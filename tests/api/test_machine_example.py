"""The example of a machine against a server: it works through a campaign beside people."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from pytest_django.live_server_helper import LiveServer
from touchstone_client import ApiError, Touchstone

from annotation.models import Attempt, Skip, Verification
from campaigns.services import machines
from tests.annotation.verifying_world import PAGE, Desk, make_desk, verified_by, verify
from tests.people import NOW

EXAMPLE = Path(django_settings.PROJECT_ROOT) / "clients/python/examples/machine.py"
pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture
def example() -> dict[str, Any]:
    cache.clear()
    return runpy.run_path(str(EXAMPLE))


@pytest.fixture
def desk() -> Desk:
    return make_desk(protocol=verified_by(1))


def token_of(desk: Desk) -> str:
    added = machines.add_machine(
        campaign=desk.campaign, name="Site’s verifier", actor=desk.manager, now=NOW
    )
    return added.secret


def checked(label: str, abstention: dict[str, str] | None = None) -> dict[str, Any]:
    """Return an answer of the site's verifier, as the API gives it."""
    opinion = {"label": label, "probability": 0.9, "is_deciding": True}
    sentence = {"page": PAGE, "address": "sentence_1", "opinion": opinion}
    cell = {"address": "cell_0_1_1", "text": "1", "is_touched": True}
    table = {"page": PAGE, "rows": [[cell, cell | {"is_touched": False}]], "opinion": opinion}
    return {
        "label": label,
        "abstention": abstention,
        "sentences": [sentence, sentence | {"opinion": opinion | {"is_deciding": False}}],
        "tables": [table, table | {"opinion": None}],
    }


def test_the_example_works_through_a_campaign(
    live_server: LiveServer,
    desk: Desk,
    example: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for _ in range(3):
        verify(desk)
    answers = iter(
        [checked("REFUTES"), checked("SUPPORTS", {"code": "unsure"}), checked("SUPPORTS")]
    )
    monkeypatch.setattr(Touchstone, "check", lambda self, corpus, claim: next(answers))
    with Touchstone(live_server.url, token_of(desk)) as touchstone:
        assert example["work"](touchstone, str(desk.campaign.public_id)) == (2, 1)
        # There is nothing more, and it says so.
        assert example["work"](touchstone, str(desk.campaign.public_id)) == (0, 0)
    found = Verification.objects.filter(purpose=Attempt.Purpose.MACHINE).order_by("pk")
    assert [(one.verdict, one.is_unconfirmed) for one in found] == [
        ("refuted", False),
        ("supported", False),
    ]
    version = found[0].versions.get()
    (evidence_set,) = version.evidence_sets.all()
    addresses = evidence_set.evidence.order_by("position").values_list("address", flat=True)
    assert list(addresses) == ["sentence_1", "cell_0_1_1"]
    assert Skip.objects.get().attempt.purpose == Attempt.Purpose.MACHINE


def test_a_refused_judgement_is_skipped_and_other_refusals_stop_the_program(
    live_server: LiveServer, desk: Desk, example: dict[str, Any]
) -> None:
    verify(desk)
    judged = {"verdict": "perhaps", "tags": {}, "sets": []}
    campaign = str(desk.campaign.public_id)
    with Touchstone(live_server.url, token_of(desk)) as touchstone:
        assert example["work"](touchstone, campaign, lambda *_: judged) == (0, 1)
    with Touchstone(live_server.url, "tst_wrong") as touchstone, pytest.raises(ApiError):
        example["work"](touchstone, campaign)
    assert not Verification.objects.filter(purpose=Attempt.Purpose.MACHINE).exists()


def test_without_a_model_the_site_says_so(
    live_server: LiveServer, desk: Desk, example: dict[str, Any], tmp_path: Path
) -> None:
    verify(desk)
    touchstone = Touchstone(live_server.url, token_of(desk))
    with touchstone, pytest.raises(ApiError) as refused:
        example["work"](touchstone, str(desk.campaign.public_id))
    # A machine may ask where annotators may not.
    assert (refused.value.status, refused.value.code) == (503, "no_model")
