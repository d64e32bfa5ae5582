"""Releases are checked with the official tools, in a process of their own, where they are there."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from jobs.runs import LocalRun
from releases.check import official
from releases.check.faults import CheckError
from releases.check.official import check_officially
from releases.dataset.rules.choices import Compression
from releases.formats.base import OfficialTool
from releases.formats.feverous.claims import FeverousFormat
from releases.formats.feverous.official_check import OfficialCheckError, check
from releases.models import Release
from releases.services import building, releases
from releases.storage.folders import folder_of
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.refusals import refused
from tests.releases.world import choices_of, files_in, make_release, new_release

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]


def test_a_release_is_checked_with_the_official_tools_and_says_so(
    desk: Desk, settings: Settings, tmp_path: Path
) -> None:
    settings.CHECK_WITH_OFFICIAL_TOOLS = True
    release = make_release(desk.campaign, choices_of(desk.campaign, compression=Compression.ZSTD))
    release.refresh_from_db()
    assert release.checked_with == ["feverous 0.54"]
    # Its bytes are the same where the tools are not installed.
    settings.CHECK_WITH_OFFICIAL_TOOLS = False
    again = tmp_path / "again"
    building.build_release(release=release, folder=again, run=LocalRun(clock=lambda: NOW))
    for path in files_in(again):
        assert path.read_bytes() == (folder_of(release) / path.relative_to(again)).read_bytes()


CORRUPTIONS = [
    ("dev.jsonl", '"claim":', '"clam":', "0 of 3 claims can be read"),
    ("dev.jsonl", '"label":"SUPPORTS"', '"label":"Supported"', "The label 'Supported'"),
    ("train.jsonl", "_sentence_", "_sentence_7", "there is no “"),
    ("test.jsonl", "{", "{{", "This is not JSON"),
]


@pytest.mark.parametrize(("file", "old", "new", "message"), CORRUPTIONS)
def test_what_the_official_tools_do_not_take_is_refused(
    desk: Desk, file: str, old: str, new: str, message: str
) -> None:
    release = make_release(desk.campaign)
    path = folder_of(release) / "feverous" / file
    header, claims = path.read_text(encoding="utf-8").split("\n", 1)
    assert old in claims
    path.write_text(f"{header}\n{claims.replace(old, new)}", encoding="utf-8")
    with refused(OfficialCheckError, message):
        check(folder_of(release))


def test_a_page_that_is_missing_is_found_by_the_official_reader(desk: Desk) -> None:
    release = make_release(desk.campaign)
    folder = folder_of(release)
    lines = (folder / "feverous" / "dev.jsonl").read_text(encoding="utf-8").splitlines()
    changed = lines[1].replace(json.loads(lines[1])["evidence"][0]["content"][0][:4], "Lost")
    (folder / "feverous" / "dev.jsonl").write_text("\n".join([lines[0], changed]) + "\n")
    with refused(OfficialCheckError, "there is no “Lost"):
        check(folder)


def test_a_release_that_the_official_tools_refuse_is_never_offered(
    desk: Desk, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CHECK_WITH_OFFICIAL_TOOLS = True
    # A tool of another study, which knows nothing of this folder.
    monkeypatch.setattr(FeverousFormat, "official", OfficialTool("pytest", "this_is_no_module"))
    release = new_release(desk.campaign)
    with refused(building.BuildError, r"pytest: .*No module named this_is_no_module"):
        releases.build(release=release, run=LocalRun(clock=lambda: NOW))
    release.refresh_from_db()
    assert release.state == Release.State.FAILED


def test_a_tool_that_is_not_installed_is_not_asked(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    missing = OfficialTool("no-such-package", "releases.formats.feverous.official_check")
    monkeypatch.setattr(FeverousFormat, "official", missing)
    assert check_officially(tmp_path, ["feverous", "public"]) == []
    with pytest.raises(CommandError, match="no-such-package is not installed here"):
        call_command(
            "release", desk.campaign.name, "--out", str(tmp_path / "a"), "--check-official"
        )
    assert not Release.objects.exists()


def test_the_command_demands_the_official_check(
    desk: Desk, settings: Settings, tmp_path: Path
) -> None:
    settings.CHECK_WITH_OFFICIAL_TOOLS = True
    told = StringIO()
    name = desk.campaign.name
    call_command("release", name, "--out", str(tmp_path / "a"), "--check-official", stdout=told)
    assert "also checked with feverous 0.54" in told.getvalue()


def test_cancelling_ends_the_check(desk: Desk) -> None:
    release = make_release(desk.campaign)

    class Cancelled(Exception):
        pass

    def on_progress() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        check_officially(folder_of(release), ["feverous"], on_progress)


def test_a_tool_that_cannot_be_loaded_is_as_if_it_were_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As Python does where a library that the tool needs is missing.
    broken = tmp_path / "feverous"
    broken.mkdir()
    (broken / "__init__.py").write_text("raise ImportError('no jsonlines')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert official.check_officially(tmp_path, ["feverous"]) == []
    monkeypatch.setenv("PYTHONPATH", "")
    with refused(CheckError, "feverous: "):
        official.check_officially(tmp_path, ["feverous"])
