"""Decisions at the bench by the API."""

from __future__ import annotations

import pytest

from accounts.models import User
from accounts.roles import Role
from annotation.models import Adjudication
from campaigns.models import Membership
from tests.annotation.api.clients import client_of, get, plain, post, refusal
from tests.annotation.disagreeing import FIRST, disagree
from tests.annotation.verifying_world import Desk

pytestmark = pytest.mark.django_db


def test_disagreement_is_decided_at_the_bench(desk: Desk) -> None:
    claim = disagree(desk)
    manager, at = client_of(desk.manager), f"campaigns/{desk.campaign.public_id}"
    [listed] = get(manager, f"{at}/disagreements").json()["results"]
    assert (listed["claim"], listed["verdicts"]) == (
        str(claim.public_id),
        ["refuted", "supported"],
    )
    opened = post(manager, f"{at}/claims/{claim.public_id}/bench").json()
    desk_at = f"attempts/{opened['attempt']}"
    bench = get(manager, f"{desk_at}/bench").json()
    assert [one["label"] for one in bench["verifications"]] == ["A", "B"]
    assert str(desk.verifier.public_id) not in str(bench)
    judged = plain(FIRST)
    ruling = {"judgement": judged, "seen": bench["seen"], "replaces": bench["replaces"]}
    decide = f"{desk_at}/bench/decide"
    assert refusal(post(manager, decide, ruling)) == (422, "cause")
    ruling["cause"] = Adjudication.Cause.values[0]
    assert refusal(post(manager, decide, ruling)) == (409, "not_confirmed")
    assert refusal(post(manager, decide, {**ruling, "seen": "x"})) == (409, "bench_changed")
    submission = {"confirmation": "x", "judgement": judged}
    assert refusal(post(manager, f"{desk_at}/submit", submission)) == (404, "not_found")
    assert not Adjudication.objects.exists()
    assert post(manager, f"{desk_at}/confirm", judged).status_code == 200
    decided = post(manager, decide, ruling)
    assert decided.status_code == 200, decided.content
    assert decided.json()["verdict"] == "supported"
    assert Adjudication.objects.get().adjudicator_id == desk.manager.pk
    assert get(manager, f"{at}/disagreements").json()["results"] == []
    assert len(get(manager, f"{at}/disagreements", state="decided").json()["results"]) == 1
    writer = User.objects.get(pk=desk.writer.pk)
    Membership.objects.filter(user=writer).update(role=Role.MANAGER, writes_claims=False)
    response = post(client_of(writer), f"{at}/claims/{claim.public_id}/bench")
    assert refusal(response) == (409, "not_yours")
