"""Files of all work: every verification and version, all writing, with logs; read back alike."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from annotation.models import (
    Attempt,
    Claim,
    Highlight,
    InteractionKind,
    Skip,
    Suspension,
    Verification,
)
from annotation.rules.logs.acts import DeskAct
from annotation.services.logs.interactions import record_interactions, record_server_acts
from annotation.services.review import suspensions, undoing
from annotation.services.verifying import machine_work, queue, reopening
from annotation.services.writing import highlights
from annotation.services.writing.claims import submit_claims
from jobs.runs import LocalRun
from releases.dataset.rules.names import LEFT_OUT
from releases.formats.own.work_lines import SuggestionLine, VerificationLine, WritingLine
from releases.models import Release, ReleaseItem
from releases.services.building import build_release
from releases.storage.folders import folder_of
from tests.annotation.machines import add_machine, take_as_machine, verify_as_machine
from tests.annotation.verifying_world import Desk, element, judgement, submit_confirmed
from tests.annotation.world import written_for
from tests.people import NOW
from tests.releases.world import make_release, write

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]
AFTER = NOW + timedelta(days=1)
LATER = NOW + timedelta(hours=2)


Line = TypeVar("Line", VerificationLine, WritingLine)


def read(release: Release, name: str, kind: type[Line]) -> list[Line]:
    """Return the lines of a file, which are the same when they are written again."""
    data = (folder_of(release) / "internal" / f"{name}.jsonl").read_bytes()
    lines = [msgspec.json.decode(line, type=kind) for line in data.splitlines()]
    encoder = msgspec.json.Encoder(order="deterministic")
    assert encoder.encode_lines(lines) == data
    return lines


def verifications(release: Release) -> list[VerificationLine]:
    return read(release, "verifications", VerificationLine)


def writing(release: Release) -> list[WritingLine]:
    return read(release, "writing", WritingLine)


def test_every_verification_is_written_with_its_log(desk: Desk) -> None:
    release = make_release(desk.campaign, now=AFTER)
    lines = verifications(release)
    assert len(lines) == Verification.objects.filter(campaign=desk.campaign).count() == 30
    used = [line for line in lines if line.used]
    assert {line.id for line in used} == set(
        ReleaseItem.objects.filter(release=release).values_list("record_id", flat=True)
    )
    first = used[0]
    assert (first.purpose, first.slot, first.void, first.simulated) == (
        "verify",
        "ordinary",
        False,
        False,
    )
    assert [version.number for version in first.versions] == [1]
    assert first.versions[0].evidence[0][0].page
    assert [act.kind for act in first.acts][:: len(first.acts) - 1] == ["started", "submitted"]
    # People are the hashes of the other internal lines.
    names = {line.verifier for line in lines}
    assert names.isdisjoint({desk.verifier.username, str(desk.verifier)})
    internal = (folder_of(release) / "internal" / "train.jsonl").read_text()
    assert all(name in internal for name in {line.verifier for line in used if line.id})


def test_machines_are_marked_and_change_nothing_of_the_rest(desk: Desk) -> None:
    before = verifications(make_release(desk.campaign, now=AFTER))
    assert {(line.annotator_kind, line.unconfirmed) for line in before} == {("person", False)}
    # The name of a model may be in a claim.
    name = Claim.objects.filter(campaign=desk.campaign).order_by("pk")[0].text.split()[0]
    machine = add_machine(desk, name)
    marks = [True, False]
    for confirms in marks:
        wrong = judgement(verdict="refuted", answer="yes")
        verify_as_machine(desk, machine, wrong, confirms=confirms)
    release = make_release(desk.campaign, now=AFTER)
    lines = verifications(release)
    of_machine = [line for line in lines if line.annotator_kind == "machine"]
    assert [(line.purpose, line.slot, line.used, line.unconfirmed) for line in of_machine] == [
        ("machine", "", False, not confirms) for confirms in marks
    ]
    (verifier,) = {line.verifier for line in of_machine}
    assert name not in verifier
    people = [line for line in lines if line.annotator_kind == "person"]
    counted = [(line.claim, line.used, line.versions) for line in people]
    assert counted == [(line.claim, line.used, line.versions) for line in before]
    assert verifier not in (folder_of(release) / "internal" / "train.jsonl").read_text()


def test_a_skip_by_a_machine_leaves_no_claim_out(desk: Desk) -> None:
    counts = make_release(desk.campaign, now=AFTER).frozen.claims
    attempt = take_as_machine(desk, add_machine(desk))
    machine_work.skip_claim(attempt=attempt, reason="other", text="x", now=NOW)
    assert make_release(desk.campaign, now=AFTER).frozen.claims == counts


def test_a_superseded_version_is_there_too(desk: Desk) -> None:
    stored = Verification.objects.filter(campaign=desk.campaign).latest("submitted_at")
    at = stored.submitted_at
    attempt = reopening.reopen_verification(
        verification=stored, actor=stored.annotator, now=at + timedelta(minutes=1)
    )
    page = stored.claim.from_highlight.page.title
    changed = judgement([element("sentence_1", page)], verdict="refuted", answer="yes")
    submit_confirmed(attempt=attempt, judgement=changed, now=at + timedelta(minutes=2))
    line = next(
        line
        for line in verifications(make_release(desk.campaign, now=AFTER))
        if line.claim == str(stored.claim.public_id)
    )
    assert [(version.number, version.verdict) for version in line.versions][1] == (2, "refuted")
    assert [act.kind for act in line.acts].count("submitted") == 2


def test_writing_is_written_with_warnings_and_times(desk: Desk) -> None:
    release = make_release(desk.campaign, now=AFTER)
    lines = writing(release)
    done = [line for line in lines if line.outcome == "submitted"]
    assert len(done) == 10
    assert sum(len(line.claims) for line in done) == Claim.objects.count() == 30
    first = done[0]
    assert [claim.slot for claim in first.claims] == ["type_1", "type_2", "type_3"]
    assert all(claim.versions[0].text for claim in first.claims)
    overridden = [body for line in done for body in line.warnings_overridden]
    assert overridden
    assert all({"check", "code", "slot"} <= body.keys() for body in overridden)
    keys = {claim.claim for line in done for claim in line.claims}
    assert keys == {line.claim for line in verifications(release)}


def test_questions_to_the_verifier_are_written_with_their_arm_and_without_names(
    desk: Desk,
) -> None:
    taken = highlights.take_highlight(campaign=desk.campaign, annotator=desk.writer, now=NOW)
    Highlight.objects.filter(pk=taken.highlight.pk).update(feedback="shown")
    address = "somebody@example.org"
    place = {"slot": "type_1", "place": 1}
    acts = [
        (InteractionKind.FEEDBACK_ASKED, {**place, "text": "A river has a bridge."}),
        (InteractionKind.FEEDBACK_SHOWN, {**place, "page_rank": 1, "linked_cells": ["cell_0_1_0"]}),
        (InteractionKind.FEEDBACK_ASKED, {**place, "text": f"Write to {address}."}),
        (InteractionKind.FEEDBACK_SHOWN, {**place, "problem": "none"}),
    ]
    record_server_acts(attempt=taken.attempt, acts=acts, now=NOW)
    lines = writing(make_release(desk.campaign, now=AFTER))
    assert {line.feedback for line in lines if line.outcome == "submitted"} == {""}
    [line] = [line for line in lines if line.feedback]
    assert (line.outcome, line.feedback) == ("open", "shown")
    assert [body["text"] for body in line.feedback_asked] == ["A river has a bridge.", LEFT_OUT]
    assert line.feedback_shown == [acts[1][1], acts[3][1]]


def test_what_happens_later_does_not_change_a_release(desk: Desk, tmp_path: Path) -> None:
    taken = highlights.take_highlight(campaign=desk.campaign, annotator=desk.writer, now=NOW)
    highlights.skip_highlight(attempt=taken.attempt, reason="no_claims", now=LATER)
    release = make_release(desk.campaign, now=AFTER)
    undoing.undo_skip(skip=Skip.objects.get(), actor=desk.manager, now=LATER)
    assert Attempt.objects.get(pk=taken.attempt.pk).outcome == Attempt.Outcome.UNDONE
    build_release(release=release, folder=tmp_path / "again", run=LocalRun())
    for name in ("verifications.jsonl", "writing.jsonl", "writing.schema.json"):
        first = (folder_of(release) / "internal" / name).read_bytes()
        assert (tmp_path / "again" / "internal" / name).read_bytes() == first
    assert [line.outcome for line in writing(release)].count("skipped") == 1


def test_claims_submitted_after_the_freeze_are_not_in_a_rebuilt_release(
    desk: Desk, tmp_path: Path
) -> None:
    taken = highlights.take_highlight(campaign=desk.campaign, annotator=desk.writer, now=NOW)
    release = make_release(desk.campaign, now=AFTER)
    submit_claims(
        attempt=taken.attempt, claims=written_for(taken.highlight), now=AFTER + timedelta(hours=1)
    )
    build_release(release=release, folder=tmp_path / "again", run=LocalRun())
    first = (folder_of(release) / "internal" / "writing.jsonl").read_bytes()
    assert (tmp_path / "again" / "internal" / "writing.jsonl").read_bytes() == first
    assert [line.claims for line in writing(release) if line.outcome == "open"] == [[]]


def test_what_was_void_at_the_freeze_stays_void_in_a_rebuilt_release(
    desk: Desk, tmp_path: Path
) -> None:
    *_, last = Verification.objects.filter(annotator=desk.verifier).order_by("submitted_at")
    made = suspensions.set_aside(
        campaign=desk.campaign,
        person=desk.verifier,
        task=Suspension.Work.VERIFY,
        since=last.submitted_at,
        reason="Clicked through.",
        actor=desk.manager,
        now=AFTER - timedelta(hours=1),
    )
    release = make_release(desk.campaign, now=AFTER)
    undone_at = AFTER + timedelta(hours=1)
    suspensions.undo_suspension(suspension=made, actor=desk.manager, now=undone_at)
    build_release(release=release, folder=tmp_path / "again", run=LocalRun())
    first = (folder_of(release) / "internal" / "verifications.jsonl").read_bytes()
    assert (tmp_path / "again" / "internal" / "verifications.jsonl").read_bytes() == first
    lines = verifications(release)
    assert [line.claim for line in lines if line.void] == [str(last.claim.public_id)]


def test_an_unreleased_claim_that_names_somebody_is_left_out(desk: Desk) -> None:
    claim = Claim.objects.filter(campaign=desk.campaign).earliest("pk")
    Claim.objects.filter(pk=claim.pk).update(state=Claim.State.WITHDRAWN)
    # In this claim only; with it in another, there would be no release.
    desk.verifier.name = " ".join(claim.text.split()[:4])
    desk.verifier.save(update_fields=["name"])
    release = make_release(desk.campaign, now=AFTER)
    lines = [line for line in verifications(release) if line.claim == str(claim.public_id)]
    assert {line.id for line in lines} == {None}
    assert not any(line.used for line in lines)
    assert {version.claim for line in lines for version in line.versions} == {LEFT_OUT}
    texts = {
        written.claim: written.versions[0].text
        for line in writing(release)
        for written in line.claims
    }
    assert [key for key, text in texts.items() if text == LEFT_OUT] == [str(claim.public_id)]


def test_a_line_tells_of_the_arm_and_of_suggestions(desk: Desk) -> None:
    write(desk, 1)
    taken = queue.take_claim(campaign=desk.campaign, annotator=desk.verifier, now=NOW)
    page = taken.assignment.claim.from_highlight.page.title
    acts: list[tuple[str, dict[str, object]]] = [
        ("suggestion_shown", {"provider": "linear 2", "verdict": None, "count": 3}),
        ("suggestion_shown", {"provider": "linear 1", "verdict": None, "count": 1}),
        ("suggestion_opened", {"provider": "linear 2"}),
        ("suggestion_used", {"provider": "linear 2", "page": page, "address": "sentence_0"}),
        ("suggestion_used", {"provider": "linear 2", "page": page, "address": "sentence_1"}),
    ]
    record_interactions(
        attempt=taken.attempt,
        stream=taken.attempt.public_id,
        acts=[DeskAct(number, kind, NOW, body) for number, (kind, body) in enumerate(acts, 1)],
        now=NOW,
    )
    given = judgement([element("sentence_0", page)])
    submit_confirmed(attempt=taken.attempt, judgement=given, now=NOW)
    Claim.objects.filter(pk=taken.assignment.claim_id).update(arm=Claim.Arm.ASSISTED)
    lines = verifications(make_release(desk.campaign, now=AFTER))
    assisted = [line for line in lines if line.suggestions]
    assert [line.claim for line in assisted] == [str(taken.assignment.claim.public_id)]
    assert assisted[0].suggestions == [
        SuggestionLine("linear 1", shown=1, opened=0, used=0),
        SuggestionLine("linear 2", shown=1, opened=1, used=2),
    ]
    assert assisted[0].arm == "assisted"
    arms = Claim.objects.filter(campaign=desk.campaign).values_list("public_id", "arm")
    assert {line.claim: line.arm for line in lines}.items() <= {
        str(public_id): arm for public_id, arm in arms
    }.items()
