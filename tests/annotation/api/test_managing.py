"""The work of managers through the API: setting up, reading, gold, calibration, adjudication."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from accounts.models import User
from accounts.roles import Role
from annotation.models import Adjudication, Attempt, Candidacy, Claim, Gold, TaskName, Verification
from annotation.services.calibration import gold_files
from campaigns.models import Campaign, Membership
from campaigns.protocols import registry
from tests.annotation.api.clients import client_of, get, post, refusal
from tests.annotation.calibration_world import make_ground, verify_item, write_item
from tests.annotation.disagreeing import FIRST, disagree
from tests.annotation.verifying_world import Desk, make_desk, verified_by, verify
from tests.annotation.world import make_articles, seal
from tests.people import Cast

pytestmark = pytest.mark.django_db


def plain(judgement: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(judgement))


@pytest.fixture
def desk(db: None) -> Desk:
    return make_desk(protocol=verified_by(2))


def test_campaign_is_created_designed_and_opened(cast: Cast) -> None:
    manager = client_of(cast.administrator)
    made = post(manager, "campaigns", {"name": "Bridges"})
    assert made.status_code == 201, made.content
    assert refusal(post(manager, "campaigns", {"name": "Bridges"})) == (422, "name_refused")
    assert refusal(post(client_of(cast.annotator), "campaigns", {"name": "Mine"})) == (
        403,
        "permission_denied",
    )
    at = f"campaigns/{made.json()['id']}"
    assert refusal(post(manager, f"{at}/open")) == (409, "not_ready")
    assert refusal(post(manager, f"{at}/design/target", {"target": 3})) == (409, "no_design")
    corpus = make_articles(20)
    seal(corpus)
    body = {"design": registry.DEFAULT, "corpus": str(corpus.public_id), "target": 5}
    wrong = {**body, "pages": "titles", "page_names": ["Nowhere"]}
    assert refusal(post(manager, f"{at}/design", wrong)) == (422, "invalid")
    assert get(manager, f"{at}/design").json()["design"] == ""
    chosen = post(manager, f"{at}/design", body).json()
    assert (chosen["design"], chosen["target"]) == (registry.DEFAULT, 5)
    name = next(one["name"] for one in chosen["numbers"] if one["name"].endswith("items"))
    changed = post(manager, f"{at}/design/numbers", {"numbers": {name: 3}}).json()
    assert {one["name"]: one["value"] for one in changed["numbers"]}[name] == "3"
    assert refusal(post(manager, f"{at}/design/numbers", {"numbers": {"nothing": 1}})) == (
        422,
        "invalid",
    )
    drawn = post(manager, f"{at}/highlights/draw")
    assert drawn.status_code == 202
    assert get(manager, f"jobs/{drawn.json()['job']}").json()["state"] == "queued"
    assert refusal(post(manager, f"{at}/highlights/draw")) == (409, "already_queued")


def test_campaign_is_paused_and_closed(desk: Desk) -> None:
    manager, at = client_of(desk.manager), f"campaigns/{desk.campaign.public_id}"
    assert post(manager, f"{at}/pause").json()["state"] == "paused"
    assert refusal(post(manager, f"{at}/pause")) == (409, "wrong_state")
    assert post(manager, f"{at}/close").json()["state"] == "closed"
    assert refusal(post(client_of(desk.verifier), f"{at}/open")) == (403, "permission_denied")
    assert Campaign.objects.get(pk=desk.campaign.pk).state == Campaign.State.CLOSED


def test_managers_read_the_work_by_filters(desk: Desk) -> None:
    given = verify(desk)
    manager, at = client_of(desk.manager), f"campaigns/{desk.campaign.public_id}"
    every = get(manager, f"{at}/claims").json()["results"]
    assert len(every) == Claim.objects.count() == 3

    def ids(**filters: Any) -> set[str]:
        response = get(manager, f"{at}/claims", **filters)
        assert response.status_code == 200, response.content
        return {one["id"] for one in response.json()["results"]}

    verified = {str(given.claim.public_id)}
    assert ids(verified="true") == ids(verdict="supported") == verified
    assert ids(verifier=str(desk.verifier.public_id)) == verified
    assert len(ids(verified="false")) == 2
    assert ids(verdict="refuted") == ids(q="no such words") == ids(disagreement="verdict") == set()
    assert len(ids(author=str(desk.writer.public_id), state="live")) == 3
    assert refusal(get(manager, f"{at}/claims", arm="assisted")) == (400, "unknown_parameter")
    assert refusal(get(manager, f"{at}/claims", state="gold")) == (400, "invalid_parameter")
    record = get(manager, f"{at}/claims/{given.claim.public_id}").json()
    [shown] = record["verifications"]
    assert shown["person"]["id"] == str(desk.verifier.public_id)
    assert shown["latest"]["sets"]
    [listed] = get(manager, f"{at}/verifications", verdict="supported").json()["results"]
    assert listed["claim"] == str(given.claim.public_id)
    assert len(get(manager, f"{at}/highlights", state="written").json()["results"]) == 1


def test_verifiers_read_their_own_work_and_nothing_of_others(desk: Desk) -> None:
    mine, other = client_of(desk.verifier), client_of(desk.verifiers[1])
    at = f"campaigns/{desk.campaign.public_id}"
    taken = f"attempts/{post(mine, f'{at}/verify').json()['attempt']}"
    token = post(mine, f"{taken}/confirm", plain(FIRST)).json()["confirmation"]
    post(mine, f"{taken}/submit", {"confirmation": token, "judgement": plain(FIRST)})
    given = Verification.objects.get()
    [listed] = get(mine, f"{at}/verifications/mine").json()["results"]
    assert listed["verification"] == str(given.public_id)
    record = get(mine, f"verifications/{given.public_id}").json()
    # Whose claim it is stays unknown, and so does its id.
    assert (record["claim"], record["person"]) == (None, None)
    assert get(other, f"{at}/verifications/mine").json()["results"] == []
    assert refusal(get(other, f"verifications/{given.public_id}")) == (404, "not_found")
    assert refusal(post(other, f"verifications/{given.public_id}/reopen")) == (404, "not_found")
    for address in ("claims", "verifications", "highlights", "gold", "calibration", "reports"):
        assert refusal(get(mine, f"{at}/{address}")) == (403, "permission_denied")
    opened = post(mine, f"verifications/{given.public_id}/reopen").json()
    assert opened["is_correction"]
    assert opened["draft"]["body"]["verdict"] == "supported"


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


def test_gold_is_made_answered_and_withdrawn(desk: Desk) -> None:
    manager, at = client_of(desk.manager), f"campaigns/{desk.campaign.public_id}"
    body = {"use": "practice", "text": "A claim of gold."}
    assert refusal(post(manager, f"{at}/gold/claims", {**body, "phase": "nowhere"})) == (
        422,
        "gold_refused",
    )
    opened = post(manager, f"{at}/gold/claims", body)
    assert opened.status_code == 200, opened.content
    desk_at = f"attempts/{opened.json()['attempt']}"
    assert refusal(post(manager, f"{desk_at}/skip", {"reason": "other"})) == (409, "outside")
    token = post(manager, f"{desk_at}/confirm", plain(FIRST)).json()["confirmation"]
    sent = {"confirmation": token, "judgement": plain(FIRST)}
    assert post(manager, f"{desk_at}/submit", sent).status_code == 200
    [listed] = get(manager, f"{at}/gold", use="practice").json()["results"]
    assert listed["is_ready"]
    described = {"use": "practice", "why": "The page says so."}
    item = f"{at}/gold/{listed['id']}"
    assert post(manager, item, described).json()["why"] == "The page says so."
    lines = b"".join(get(manager, f"{at}/gold/export").streaming_content)
    assert lines == b"".join(gold_files.export_gold(desk.campaign))
    line = msgspec.json.decode(lines.splitlines()[0])
    line["claim"] = "Another claim of gold."
    assert post(manager, f"{at}/gold/import", {"lines": [line]}).json() == {"imported": 1}
    assert refusal(post(manager, f"{at}/gold/import", {"lines": [line]})) == (422, "gold_refused")
    assert Gold.objects.count() == 2
    assert post(manager, f"{item}/withdraw").json()["withdrawn_at"] is not None
    assert refusal(post(manager, f"{item}/open")) == (422, "gold_refused")


def test_candidates_are_calibrated_graded_and_approved(db: None) -> None:
    ground = make_ground()
    candidate, manager = client_of(ground.candidate), client_of(ground.manager)
    at = f"campaigns/{ground.campaign.public_id}"
    assert refusal(post(candidate, f"{at}/verify")) == (409, "not_approved")
    taken = post(candidate, f"{at}/calibration/verify").json()
    own = Attempt.objects.get(public_id=taken["attempt"])
    assert own.purpose == Attempt.Purpose.CALIBRATION
    assert post(candidate, f"{at}/calibration/write").json()["cards"]
    assert refusal(post(manager, f"{at}/calibration/write")) == (403, "permission_denied")
    for _ in range(2):
        verify_item(ground)
    response = post(candidate, f"{at}/calibration/verify")
    assert refusal(response) == (409, "no_item")
    assert response.json()["step"] == "feedback"
    for _ in range(2):
        write_item(ground)
    read = get(manager, f"{at}/calibration").json()
    row = next(
        one
        for one in read["candidates"]
        if one["person"]["id"] == str(ground.candidate.public_id) and one["task"] == "write"
    )
    phase = f"{at}/calibration/phases/{row['phases'][0]['id']}"
    items = get(manager, phase).json()["items"]
    assert all(one["is_missing"] for one in items)
    assert refusal(post(manager, f"{phase}/feedback")) == (409, "not_all_graded")
    for one in items:
        grade = {"claim": one["claim"], "keeps_guidelines": True, "tags_fit": True}
        assert post(manager, f"{phase}/grade", grade).status_code == 200
    # Others' grades come after one's own.
    blind = get(client_of(ground.other_manager), phase).json()["items"]
    assert [one["grades"] for one in blind] == [[]] * len(items)
    assert post(manager, f"{phase}/feedback").json()["state"] == "feedback"
    decision = {"person": row["person"]["id"], "task": "verify", "decision": "approved"}
    assert post(manager, f"{at}/calibration/decide", decision).status_code == 200
    approved = Candidacy.objects.get(person=ground.candidate, task=TaskName.VERIFY)
    assert approved.outcome == Candidacy.Outcome.APPROVED
    stranger = {**decision, "person": str(User.objects.create(username="x").public_id)}
    unknown = {**decision, "person": str(ground.campaign.public_id)}
    for body in (stranger, unknown):
        assert refusal(post(manager, f"{at}/calibration/decide", body)) == (422, "no_candidate")
    switched = post(manager, f"{at}/calibration", {"is_required": False}).json()
    assert switched["is_required"] is False
