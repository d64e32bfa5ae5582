"""The file of table programs: what people confirmed or corrected until the release was frozen."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from django.db.models import F

from annotation.models import VerificationVersion
from jobs.runs import LocalRun
from quality.models import ProgramReading
from releases.formats.own.work_lines import ProgramLine
from releases.models import Release, ReleaseItem
from releases.services.building import build_release
from releases.storage.folders import folder_of
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.world import make_release
from wiki.models import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]
AFTER = NOW + timedelta(days=1)
PROGRAM = 'exists(is(rows, #1, "north"))'


def read(desk: Desk, place: int = 0, **changes: object) -> ProgramReading:
    """Store what the manager made of a program for a claim that was verified."""
    versions = VerificationVersion.objects.filter(
        verification__campaign=desk.campaign, number=F("verification__number")
    )
    version = versions.order_by("pk")[place]
    given = {
        "claim": version.verification.claim,
        "claim_version": version.claim_version,
        "page": Page.objects.filter(corpus=desk.campaign.corpus).order_by("pk")[0],
        "table": "table_0",
        "table_digest": "0" * 32,
        "state": "corrected",
        "program": PROGRAM,
        "english": "There is a row where column 1 is “north”.",
        "cells": ["cell_0_1_0"],
        "result": True,
        "verdict": "supported",
        "suggested": "only(rows)",
        "model_number": 3,
        "read_at": NOW + timedelta(hours=3),
        "read_by": desk.manager,
    }
    return ProgramReading.objects.create(**(given | changes))


def lines_in(folder: Path) -> list[ProgramLine]:
    data = (folder / "internal" / "programs.jsonl").read_bytes()
    lines = [msgspec.json.decode(line, type=ProgramLine) for line in data.splitlines()]
    assert msgspec.json.Encoder(order="deterministic").encode_lines(lines) == data
    return lines


def test_confirmed_and_corrected_programs_are_written_with_a_schema(desk: Desk) -> None:
    made = [read(desk), read(desk, 1, state="confirmed", suggested=PROGRAM)]
    read(desk, 2, state="rejected", suggested=PROGRAM)
    release = make_release(desk.campaign, now=AFTER)
    assert release.state == Release.State.READY
    folder = folder_of(release)
    lines = lines_in(folder)
    numbers = dict(ReleaseItem.objects.filter(release=release).values_list("claim", "record_id"))
    assert [line.id for line in lines] == sorted(numbers[each.claim_id] for each in made)
    line = next(line for line in lines if line.state == "corrected")
    assert (line.claim, line.text) == (str(made[0].claim.public_id), made[0].claim_version.text)
    assert (line.page, line.revision, line.table) == (
        made[0].page.title,
        made[0].page.revision,
        "table_0",
    )
    assert (line.program, line.english, line.cells) == (
        PROGRAM,
        made[0].english,
        ["cell_0_1_0"],
    )
    assert (line.result, line.verdict, line.suggested, line.model) == (
        True,
        "supported",
        "only(rows)",
        3,
    )
    assert line.read_at.endswith("Z")
    # Nobody is named.
    assert line.reader not in (str(desk.manager.pk), desk.manager.name, desk.manager.username)
    schema = msgspec.json.decode((folder / "internal" / "programs.schema.json").read_bytes())
    assert "program" in schema["properties"]
    entries = {each["path"]: each.get("records") for each in (release.manifest or {})["files"]}
    assert entries["internal/programs.jsonl"] == 2


def test_without_programs_there_is_no_file(desk: Desk) -> None:
    read(desk, state="rejected", suggested=PROGRAM)
    folder = folder_of(make_release(desk.campaign, now=AFTER))
    assert not (folder / "internal" / "programs.jsonl").exists()
    assert not (folder / "internal" / "programs.schema.json").exists()


def test_what_happens_later_does_not_change_a_release(desk: Desk, tmp_path: Path) -> None:
    old = read(desk, superseded_at=NOW + timedelta(hours=4))
    kept = read(desk, state="confirmed", suggested=PROGRAM)
    release = make_release(desk.campaign, now=AFTER)
    ProgramReading.objects.filter(pk=kept.pk).update(superseded_at=AFTER + timedelta(hours=1))
    read(desk, program="only(rows)", suggested="", read_at=AFTER + timedelta(hours=1))
    build_release(release=release, folder=tmp_path / "again", run=LocalRun())
    first = (folder_of(release) / "internal" / "programs.jsonl").read_bytes()
    assert (tmp_path / "again" / "internal" / "programs.jsonl").read_bytes() == first
    assert old.state == "corrected"
    assert [line.state for line in lines_in(folder_of(release))] == ["confirmed"]


def test_programs_about_another_text_or_with_names_are_left_out(desk: Desk) -> None:
    read(desk)
    version = VerificationVersion.objects.filter(verification__campaign=desk.campaign)
    other = version.order_by("pk")[5].claim_version
    read(desk, 1, claim_version=other)
    read(desk, 2, program='exists(is(rows, #1, "Verifier 0"))')
    read(desk, 3, english="There is a row where column 1 is “mara@example.org”.")
    release = make_release(desk.campaign, now=AFTER)
    assert release.state == Release.State.READY
    assert [line.program for line in lines_in(folder_of(release))] == [PROGRAM]
