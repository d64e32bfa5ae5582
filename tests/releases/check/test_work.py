"""The check of all work: it finds people in what people wrote, and nowhere else."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from accounts.models import User
from accounts.roles import Role
from annotation.rules.logs.acts import DeskAct
from annotation.services.logs import interactions
from annotation.services.verifying import queue
from campaigns.models import Membership
from releases.check.faults import CheckError
from releases.formats.own.work_lines import VerificationLine
from releases.models import Release
from releases.storage.folders import folder_of
from tests.annotation.verifying_world import Desk, element, judgement, submit_confirmed
from tests.people import NOW
from tests.releases.refusals import refused
from tests.releases.world import make_release, write
from tests.releases.written import check, rewrite

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]
# After all work.
LATER = NOW + timedelta(days=1)


def join(desk: Desk, name: str) -> None:
    person = User.objects.create(username=name, name=name, email=f"{name}@example.org")
    Membership.objects.create(
        campaign=desk.campaign, user=person, role=Role.RESEARCHER, joined_at=NOW
    )


def verify_with(desk: Desk, *acts: tuple[str, dict[str, object]]) -> str:
    """Verify a new claim with these acts in its log, and return its key."""
    write(desk, 1)
    taken = queue.take_claim(campaign=desk.campaign, annotator=desk.verifier, now=NOW)
    interactions.record_interactions(
        attempt=taken.attempt,
        stream=taken.attempt.public_id,
        acts=[DeskAct(number, kind, NOW, body) for number, (kind, body) in enumerate(acts, 1)],
        now=NOW,
    )
    claim = taken.assignment.claim
    sets = [element("sentence_0", claim.from_highlight.page.title)]
    submit_confirmed(attempt=taken.attempt, judgement=judgement(sets), now=NOW)
    return str(claim.public_id)


def bodies(release: Release, claim: str, *kinds: str) -> list[dict[str, object]]:
    lines = Path(folder_of(release) / "internal" / "verifications.jsonl").read_bytes().splitlines()
    read = [msgspec.json.decode(line, type=VerificationLine) for line in lines]
    line = next(line for line in read if line.claim == claim)
    return [act.body for act in line.acts if act.kind in kinds]


@pytest.mark.parametrize("name", ["expert", "verify", "submitted", "1001", "supported", "click"])
def test_people_may_be_called_like_a_word_of_the_files(desk: Desk, name: str) -> None:
    join(desk, name)
    assert make_release(desk.campaign, now=LATER).state == Release.State.READY


def test_what_no_desk_says_is_in_no_file(desk: Desk) -> None:
    claim = verify_with(
        desk,
        ("heartbeat", {"x": "mara@example.org"}),
        ("page_opened", {"title": "mail@example.org", "how": {"a@b.org": "Verifier 0"}}),
        ("verdict_chosen", {"verdict": "Ask Verifier 0", "way": "click", "value": "Verifier 0"}),
        ("results_shown", {"query": "Aare", "first": 1, "results": ["Aare", "who@is.this"]}),
    )
    release = make_release(desk.campaign, now=LATER)
    assert bodies(
        release, claim, "heartbeat", "page_opened", "verdict_chosen", "results_shown"
    ) == [
        {},
        {"title": "[left out]"},
        {"verdict": "[left out]", "way": "click"},
        {"query": "Aare", "first": 1, "results": ["Aare", "[left out]"]},
    ]
    for path in folder_of(release).rglob("*.jsonl"):
        text = path.read_text(encoding="utf-8")
        assert all(word not in text for word in ("@", "Verifier 0")), path


def test_a_search_to_which_somebody_went_back_is_left_out_too(desk: Desk) -> None:
    claim = verify_with(
        desk,
        ("searched", {"query": "Verifier 0", "kind": "full"}),
        ("went_back", {"to": "Verifier 0"}),
    )
    release = make_release(desk.campaign, now=LATER)
    assert bodies(release, claim, "searched", "went_back") == [
        {"query": "[left out]", "kind": "full"},
        {"to": "[left out]"},
    ]


@pytest.mark.parametrize(("file", "key"), [("verifications", '"claim":"'), ("writing", '"text":"')])
def test_a_claim_that_names_somebody_is_found(desk: Desk, file: str, key: str) -> None:
    release = make_release(desk.campaign, now=LATER)
    path = f"internal/{file}.jsonl"
    text = (folder_of(release) / path).read_text(encoding="utf-8")
    claim = next(
        version["claim"] if file == "verifications" else version["text"]
        for line in map(msgspec.json.decode, text.splitlines())
        for version in line.get("versions") or line["claims"][0]["versions"]
    )
    rewrite(release, path, f"{key}{claim}", f"{key}Verifier 0 says")
    with refused(CheckError, "says who somebody is"):
        check(release)
