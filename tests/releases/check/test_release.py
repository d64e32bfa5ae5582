"""A release that was damaged, however little, does not pass its check."""

from __future__ import annotations

import copy
import json
import re
import shutil

import pytest

from jobs.runs import LocalRun
from releases.check.faults import CheckError
from releases.dataset.rows import records_of
from releases.models import Release
from releases.selectors import facts
from releases.services import building, releases
from releases.storage.folders import folder_of
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.refusals import refused
from tests.releases.world import choices_of, make_release, new_release
from tests.releases.written import check, rewrite

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]

CORRUPTIONS = [
    ("feverous/dev.jsonl", "_sentence_", "_sentence_9", "has no sentence_9"),
    ("feverous/dev.jsonl", '"label":"', '"label":"X', "The label 'X"),
    ("feverous/train.jsonl", '"id":', '"ident":', "“id” is missing"),
    ("feverous/test.jsonl", '"content":[', '"content":["Nile_sentence_0",', "“context”"),
    ("public/train.jsonl", '"claim":"', '"claim":7,"x":"', "“claim” does not fit the JSON Schema"),
    ("public/train.jsonl", '"split":"', '"secret":1,"split":"', "does not fit the JSON Schema"),
    ("internal/dev.jsonl", '"answer":"', '"answer":"mara@example.org', "who somebody is"),
    ("internal/dev.jsonl", '"query":"', '"query":"Verifier 0","x":"', "who somebody is"),
    ("public/dev.jsonl", "}\n", "}\n{", "This is not JSON"),
]


def test_a_corrupted_release_is_caught(desk: Desk) -> None:
    release = make_release(desk.campaign)
    check(release)
    assert release.manifest is not None
    files = copy.deepcopy(release.manifest["files"])
    for path, old, new, message in CORRUPTIONS:
        file = folder_of(release) / path
        whole = file.read_bytes()
        rewrite(release, path, old, new)
        with refused(CheckError, re.escape(message)):
            check(release)
        file.write_bytes(whole)
        release.manifest["files"] = copy.deepcopy(files)


def test_a_claim_that_stands_twice_is_caught(desk: Desk) -> None:
    release = make_release(desk.campaign)
    for name in ("feverous", "public", "internal"):
        path = folder_of(release) / name / "dev.jsonl"
        *_, second, third = path.read_text(encoding="utf-8").splitlines()
        rewrite(release, f"{name}/dev.jsonl", f"{third}\n", f"{second}\n")
    with refused(CheckError, r"claim \d+ is there twice"):
        check(release)


def test_a_claim_that_stands_in_two_parts_is_caught(desk: Desk) -> None:
    release = make_release(desk.campaign)
    for name in ("feverous", "public", "internal"):
        other = (folder_of(release) / name / "train.jsonl").read_text(encoding="utf-8")
        path = folder_of(release) / name / "dev.jsonl"
        *_, last = path.read_text(encoding="utf-8").splitlines()
        *_, moved = other.splitlines()
        rewrite(release, f"{name}/dev.jsonl", f"{last}\n", f"{moved}\n")
    with refused(CheckError, r"claim \d+ is in “dev”, too"):
        check(release)


def test_a_file_without_labels_must_have_every_claim_once(desk: Desk) -> None:
    choices = choices_of(desk.campaign, withheld=("test",), formats=("feverous", "public"))
    release = make_release(desk.campaign, choices)
    check(release)
    assert release.manifest is not None
    files = copy.deepcopy(release.manifest["files"])
    train = (folder_of(release) / "public" / "train.jsonl").read_text(encoding="utf-8")
    other = json.loads(train.splitlines()[0])["id"]
    for path, message in (
        ("public/test_unlabelled.jsonl", "it holds 2 claims, not 3"),
        ("feverous/test_unlabelled.jsonl", "it holds 2 claims, not 3"),
    ):
        file = folder_of(release) / path
        whole = file.read_text(encoding="utf-8")
        last = whole.splitlines()[-1]
        rewrite(release, path, f"{last}\n", "")
        with refused(CheckError, message):
            check(release)
        file.write_text(whole, encoding="utf-8")
        release.manifest["files"] = copy.deepcopy(files)
    path = "public/test_unlabelled.jsonl"
    whole = (folder_of(release) / path).read_text(encoding="utf-8")
    first, second, _ = (json.loads(line)["id"] for line in whole.splitlines())
    for wrong in (first, other):
        rewrite(release, path, f'"id":{second},', f'"id":{wrong},')
        with refused(CheckError, f"claim {wrong} is there twice"):
            check(release)
        (folder_of(release) / path).write_text(whole, encoding="utf-8")


def test_pages_that_lack_what_evidence_names_are_caught(desk: Desk) -> None:
    release = make_release(desk.campaign)
    check(release)
    path = "feverous/pages.jsonl"
    whole = (folder_of(release) / path).read_text(encoding="utf-8")
    record = next(
        record
        for record in records_of(release, "train")
        if any(piece.kind == "sentence" for piece in record.sets[0])
    )
    piece = next(piece for piece in record.sets[0] if piece.kind == "sentence")
    page = next(line for line in whole.splitlines() if json.loads(line)["title"] == piece.page)
    without = json.loads(page)
    without["order"].remove(piece.address)
    for wrong, message in (
        ("", f"{path}: “{piece.page}” is not there"),
        (f"{json.dumps(without)}\n", f"{path}: “{piece.page}” has no {piece.address}"),
        ("[]\n", f"{path}, line "),
    ):
        # No header in this file.
        (folder_of(release) / path).write_text(whole.replace(f"{page}\n", wrong), encoding="utf-8")
        rewrite(release, path, "", "")
        with refused(CheckError, re.escape(message)):
            check(release)


def test_formats_that_tell_of_different_claims_are_caught(desk: Desk) -> None:
    release = make_release(desk.campaign)
    claims = (folder_of(release) / "public" / "train.jsonl").read_text(encoding="utf-8")
    first, second, _ = claims.split("\n", 2)
    rewrite(release, "public/train.jsonl", f"{first}\n{second}\n", f"{second}\n{first}\n")
    with refused(CheckError, "they do not hold the same claims in the same order"):
        check(release)


def test_a_label_that_leaks_from_a_withheld_part_is_caught(desk: Desk) -> None:
    release = make_release(desk.campaign, choices_of(desk.campaign, withheld=("test",)))
    check(release)
    assert release.manifest is not None
    files = copy.deepcopy(release.manifest["files"])
    for path in ("public/test_unlabelled.jsonl", "feverous/test_unlabelled.jsonl"):
        file = folder_of(release) / path
        whole = file.read_bytes()
        rewrite(release, path, '{"', '{"label":"SUPPORTS","')
        with refused(CheckError, "it tells more than the claim"):
            check(release)
        file.write_bytes(whole)
        release.manifest["files"] = copy.deepcopy(files)
    # A labelled file that the manifest has, though it should not be there at all.
    entry = next(one for one in release.manifest["files"] if "internal/test" in one["path"])
    shutil.copy(folder_of(release) / entry["path"], folder_of(release) / "public" / "test.jsonl")
    release.manifest["files"].append(entry | {"path": "public/test.jsonl"})
    with refused(CheckError, "the labels of “test” are to be withheld"):
        check(release)


def test_a_changed_or_missing_file_is_caught_by_its_checksum(desk: Desk) -> None:
    release = make_release(desk.campaign)
    path = folder_of(release) / "feverous" / "pages.db"
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + b"x")
    with refused(CheckError, r"feverous/pages.db is not as it was written\."):
        check(release)
    path.unlink()
    with refused(CheckError, r"feverous/pages.db is not there\."):
        check(release)


def test_a_release_that_fails_its_check_is_never_offered(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = new_release(desk.campaign)
    # A page that lost its elements: what a broken import would look like.
    monkeypatch.setattr(facts, "elements_on", lambda corpus, titles: {})
    with refused(building.BuildError, "has no "):
        releases.build(release=release, run=LocalRun(clock=lambda: NOW))
    release.refresh_from_db()
    assert release.state == Release.State.FAILED
    assert release.manifest is None
