"""The private parts of a release: withheld labels, names of people, its secret."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from annotation.models import Claim
from annotation.rules.logs.acts import DeskAct
from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.judgements import Judgement
from annotation.services.logs import interactions
from annotation.services.verifying import queue
from jobs.runs import LocalRun
from releases.check.faults import CheckError
from releases.dataset.rows import records_of
from releases.dataset.rules.splits import RequestedPart
from releases.models import Release
from releases.services import building, releases
from releases.storage.folders import folder_of
from tests.annotation.verifying_world import Desk, submit_confirmed
from tests.people import NOW
from tests.releases.refusals import refused
from tests.releases.world import choices_of, files_in, make_release, write
from tests.releases.written import check, lines, rewrite

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]


def test_withheld_labels_are_in_the_internal_file_only(desk: Desk) -> None:
    release = make_release(desk.campaign, choices_of(desk.campaign, withheld=("test",)))
    folder = folder_of(release)
    assert not (folder / "feverous" / "test.jsonl").exists()
    assert lines(folder / "feverous" / "test_unlabelled.jsonl")[0] == {"claim": ""}
    assert lines(folder / "feverous" / "test_unlabelled.jsonl")[1].keys() == {"claim"}
    assert lines(folder / "public" / "test_unlabelled.jsonl")[0].keys() == {"id", "claim", "split"}
    assert "verdict" in lines(folder / "internal" / "test.jsonl")[0]


def test_pages_of_withheld_evidence_are_not_told(desk: Desk) -> None:
    parts = (RequestedPart("train"), RequestedPart("test", size=6))
    wanted = choices_of(desk.campaign, parts=parts, withheld=("test",))
    release = make_release(desk.campaign, wanted)
    pages = {
        part: {page for record in records_of(release, part) for page in record.pages}
        for part in ("train", "test")
    }
    # Each highlight stands on a page of its own, and so does its evidence.
    assert len(pages["test"]) == 2
    assert not pages["train"] & pages["test"]
    folder = folder_of(release)
    assert {line["title"] for line in lines(folder / "feverous/pages.jsonl")} == pages["train"]
    with (folder / "attribution.csv").open(encoding="utf-8") as file:
        assert {row["title"] for row in csv.DictReader(file)} == pages["train"]
    database = (folder / "feverous/pages.db").read_bytes()
    assert not [page for page in pages["test"] if page.encode() in database]


def test_the_secret_of_a_release_is_in_none_of_its_files(desk: Desk) -> None:
    release = make_release(desk.campaign)
    for path in files_in(folder_of(release)):
        assert release.salt.encode() not in path.read_bytes(), path


def test_people_may_be_called_like_a_page_that_is_looked_for(desk: Desk) -> None:
    highlight = Claim.objects.order_by("pk")[0].highlight
    assert highlight is not None
    desk.verifiers[0].name = highlight.page.title
    desk.verifiers[0].save(update_fields=["name"])
    release = make_release(desk.campaign)
    assert release.manifest is not None
    assert "internal/train.jsonl" in {one["path"] for one in release.manifest["files"]}
    # But not like what they type besides.
    desk.verifiers[0].name = "Why then?"
    desk.verifiers[0].save(update_fields=["name"])
    rewrite(release, "internal/train.jsonl", '"query":"', '"query":"why then?","x":"')
    with refused(CheckError, "it says who somebody is"):
        check(release)


def test_searches_that_name_somebody_are_left_out_and_counted(desk: Desk, tmp_path: Path) -> None:
    write(desk, 1)
    taken = queue.take_claim(campaign=desk.campaign, annotator=desk.verifiers[0], now=NOW)
    interactions.record_interactions(
        attempt=taken.attempt,
        stream=taken.attempt.public_id,
        acts=[DeskAct(1, "searched", NOW, {"query": "Ask Verifier 0 about it"})],
        now=NOW,
    )
    page = taken.assignment.claim.from_highlight.page.title
    submit_confirmed(
        attempt=taken.attempt,
        judgement=Judgement(
            verdict="supported",
            tags={"challenge": "other"},
            sets=[[ElementReference(page, "sentence_0")]],
        ),
        now=NOW,
    )
    release = make_release(desk.campaign)
    assert release.manifest is not None
    assert release.manifest["searches_left_out"] == 1
    everything = b"".join(path.read_bytes() for path in files_in(folder_of(release)))
    assert b"about it" not in everything
    # In the log of its claim, in both formats, and among all verifications.
    assert everything.count(b"[left out]") == 3
    # Whatever people are called later on, it is the same release.
    desk.verifiers[0].name = "Vera"
    desk.verifiers[0].save(update_fields=["name"])
    again = tmp_path / "again"
    building.build_release(release=release, folder=again, run=LocalRun(clock=lambda: NOW))
    for path in files_in(again):
        assert path.read_bytes() == (folder_of(release) / path.relative_to(again)).read_bytes()


def test_a_release_is_checked_for_what_people_were_called_when_it_was_frozen(
    desk: Desk, tmp_path: Path
) -> None:
    release = make_release(desk.campaign)
    # Words of every third claim.
    desk.verifiers[0].name = "the first bridge"
    desk.verifiers[0].save(update_fields=["name"])
    building.build_release(release=release, folder=tmp_path, run=LocalRun(clock=lambda: NOW))
    assert (tmp_path / "manifest.json").exists()
    # What somebody was called then is still found.
    release.frozen_counts |= {"people": ["the first bridge"]}
    desk.verifiers[0].name = "Vera"
    desk.verifiers[0].save(update_fields=["name"])
    with refused(building.BuildError, "says who somebody is"):
        building.build_release(release=release, folder=tmp_path, run=LocalRun(clock=lambda: NOW))


def test_a_claim_that_names_somebody_is_refused(desk: Desk) -> None:
    desk.verifiers[0].name = "Ada Reusser"
    desk.verifiers[0].save(update_fields=["name"])
    release = make_release(desk.campaign)
    rewrite(release, "public/dev.jsonl", '"claim":"', '"claim":"As ada reusser says, ')
    with refused(CheckError, r"“As ada reusser says, .*” says who somebody is"):
        check(release)


@pytest.mark.parametrize("note", ["Thanks to Verifier 0!", "Ask mara@example.org."])
def test_a_note_that_names_somebody_is_refused(desk: Desk, note: str) -> None:
    with refused(releases.ChoicesRefusedError, "“What is new” names somebody"):
        releases.create_release(
            campaign=desk.campaign,
            choices=choices_of(desk.campaign),
            note=note,
            by=None,
            now=NOW,
        )
    assert not Release.objects.exists()


def test_counts_of_withheld_labels_are_in_no_paper(desk: Desk) -> None:
    parts = (RequestedPart("train"), RequestedPart("test", size=6))
    release = make_release(
        desk.campaign, choices_of(desk.campaign, parts=parts, withheld=("test",))
    )
    manifest = release.manifest
    assert manifest is not None
    published = Counter(record.verdict for record in records_of(release, "train"))
    counts = manifest["counts"]
    assert counts["by_part"] == {"test": 6, "train": 24}
    assert counts["by_verdict"] == dict(published)
    assert counts["by_part_and_verdict"] == {"train": dict(published)}
    assert sum(counts["by_challenge"].values()) == 24
    assert sum(counts["by_evidence_kind"].values()) == 24
    # All verdicts together minus the published ones would be the withheld ones.
    for name in ("verdicts", "evidence_kinds", "challenges", "slots", "sets"):
        assert sum(manifest["statistics"][name].values()) == 24
    sheet = (folder_of(release) / "datasheet.html").read_text(encoding="utf-8")
    assert "The labels of “test” are withheld: no count by verdict" in sheet
    for paper in ("README.md", "croissant.json"):
        text = (folder_of(release) / paper).read_text(encoding="utf-8")
        assert not any(verdict in text for verdict in published)
