"""Building a release from a campaign: what is in it, where, and that it is always the same."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import DatabaseError, connection, transaction

from annotation.models import Claim, Verification
from campaigns.services import guidelines
from jobs.runs import LocalRun
from releases.dataset import freezing
from releases.dataset.rules.choices import Compression, IncludedPages
from releases.dataset.rules.splits import RequestedPart
from releases.formats.feverous.official_tools import (
    AnnotationProcessor,
    FeverousDB,
    WikiPage,
    feverous_evaluation,
)
from releases.models import Release, ReleaseItem
from releases.services import building, releases
from releases.storage.folders import folder_of
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.refusals import refused
from tests.releases.world import choices_of, files_in, make_release, new_release
from tests.releases.written import lines
from wiki.models import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]


@pytest.mark.postgres
def test_a_release_has_its_claims_files_and_papers(desk: Desk) -> None:
    release = make_release(desk.campaign)
    manifest = release.manifest
    assert manifest is not None
    assert release.state == Release.State.READY
    assert manifest["code_version"] == settings.VERSION
    assert manifest["counts"]["claims"] == 30
    assert manifest["counts"]["by_part"] == {"dev": 3, "test": 3, "train": 24}
    assert manifest["counts"]["by_verdict"] == dict.fromkeys(
        ("not_enough_information", "refuted", "supported"), 10
    )
    assert set(manifest["counts"]["by_evidence_kind"]) == {"cells", "sentences", "several"}
    assert len(manifest["counts"]["by_challenge"]) == 6
    folder = folder_of(release)
    assert {str(path.relative_to(folder)) for path in files_in(folder)} == {
        "attribution.csv",
        "README.md",
        "croissant.json",
        "datasheet.html",
        "feverous/dev.jsonl",
        "feverous/pages.db",
        "feverous/pages.jsonl",
        "feverous/test.jsonl",
        "feverous/train.jsonl",
        "internal/dev.jsonl",
        "internal/schema.json",
        "internal/test.jsonl",
        "internal/train.jsonl",
        "internal/verifications.jsonl",
        "internal/verifications.schema.json",
        "internal/writing.jsonl",
        "internal/writing.schema.json",
        "manifest.json",
        "public/dev.jsonl",
        "public/schema.json",
        "splits.tex",
        "public/test.jsonl",
        "public/train.jsonl",
    }
    assert json.loads((folder / "manifest.json").read_bytes()) == manifest
    assert Verification.objects.filter(locked_by=Verification.Lock.RELEASED).count() == 30


def test_the_official_tools_load_it_and_gold_scores_full(desk: Desk, tmp_path: Path) -> None:
    release = make_release(desk.campaign)
    folder = folder_of(release) / "feverous"
    for part in ("dev", "test"):
        read = list(AnnotationProcessor(str(folder / f"{part}.jsonl")))
        assert len(read) == 3
        predicted = lines(folder / f"{part}.jsonl")
        for line in predicted[1:]:
            smallest = min((one["content"] for one in line["evidence"]), key=len)
            line |= {"predicted_label": line["label"], "predicted_evidence": smallest}
        path = tmp_path / "predicted.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in predicted))
        assert feverous_evaluation(str(path)) == [1.0, 1.0, 1.0, 1.0, 1.0]
    with FeverousDB(str(folder / "pages.db")) as database:
        for annotation in AnnotationProcessor(str(folder / "train.jsonl")):
            for title, element in zip(
                annotation.flat_titles, annotation.flat_evidence, strict=True
            ):
                page = WikiPage(title, database.get_doc_json(title))
                assert element.removeprefix(f"{title}_") in page.get_ids()


@pytest.mark.postgres
def test_internal_lines_tell_all_and_name_nobody(desk: Desk) -> None:
    release = make_release(desk.campaign)
    folder = folder_of(release)
    line = lines(folder / "internal" / "train.jsonl")[0]
    claim = Claim.objects.get(release_items__record_id=line["id"])
    provenance = line["provenance"]
    assert provenance["slot"] == claim.slot
    assert provenance["intended_verdict"] == claim.verdict
    assert provenance["prescribed"] == claim.prescribed
    assert provenance["highlight"]["page"] == claim.from_highlight.page.title
    assert provenance["guidelines"] == {"claim": 1, "verification": 1}
    assert re.fullmatch(r"[0-9a-f]{16}", provenance["author"])
    assert provenance["author"] != provenance["verifier"]
    # The browser's clock was an hour slow; seconds are since the first act all the same.
    assert [(act["kind"], act["seconds"]) for act in line["acts"]] == [
        ("started", 0.0),
        ("searched", 0.0),
        ("page_opened", 3.0),
        ("element_selected", 18.0),
        ("submitted", 18.0),
    ]
    everything = b"".join(path.read_bytes() for path in files_in(folder))
    for person in ("writer0", "verifier0", "Verifier 0", "example.org", "I am sure"):
        assert person.encode() not in everything
    public = lines(folder / "public" / "train.jsonl")[0]
    assert set(public) == {"id", "claim", "verdict", "evidence", "tags", "split"}
    assert public["evidence"][0][0]["text"]


@pytest.mark.parametrize("compression", Compression)
def test_built_twice_it_is_the_same_byte_for_byte(
    desk: Desk, compression: Compression, tmp_path: Path
) -> None:
    release = make_release(desk.campaign, choices_of(desk.campaign, compression=compression))
    again = tmp_path / "again"
    building.build_release(release=release, folder=again, run=LocalRun(clock=lambda: NOW))
    first = folder_of(release)
    names = [path.relative_to(first) for path in files_in(first)]
    assert names == [path.relative_to(again) for path in files_in(again)]
    for name in names:
        assert (first / name).read_bytes() == (again / name).read_bytes(), name


class Killed(Exception):
    """The worker is gone."""


class MortalRun(LocalRun):
    """A run whose worker is killed in the middle of its nth step."""

    def __init__(self, steps: int) -> None:
        super().__init__(clock=lambda: NOW)
        self.steps = steps

    @contextmanager
    def step(self) -> Iterator[dict[str, Any]]:
        with super().step() as checkpoint:
            yield checkpoint
            self.steps -= 1
            if self.steps < 0:
                raise Killed


def test_however_often_its_worker_is_killed_the_bytes_are_the_same(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(freezing, "_ITEMS_A_STEP", 7)
    release = new_release(desk.campaign)
    deaths = 0
    while release.state != Release.State.READY:
        # Each attempt gets one step further than none.
        release = Release.objects.get(pk=release.pk)
        try:
            releases.build(release=release, run=MortalRun(steps=1))
        except Killed:
            deaths += 1
    assert deaths >= 8
    assert ReleaseItem.objects.filter(release=release).count() == 30
    again = tmp_path / "again"
    building.build_release(release=release, folder=again, run=LocalRun(clock=lambda: NOW))
    for path in files_in(again):
        assert path.read_bytes() == (folder_of(release) / path.relative_to(again)).read_bytes()


def test_a_plan_that_is_lost_is_not_replaced_by_another(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(freezing, "_ITEMS_A_STEP", 7)
    release = new_release(desk.campaign)
    with pytest.raises(Killed):
        releases.build(release=release, run=MortalRun(steps=1))
    shutil.rmtree(folder_of(release))
    with refused(building.BuildError, "The selection for this release was lost"):
        releases.build(release=release, run=LocalRun(clock=lambda: NOW))
    assert ReleaseItem.objects.filter(release=release).count() == 7
    assert make_release(desk.campaign).items.count() == 30


def test_a_release_may_hold_every_page_of_the_corpus(desk: Desk) -> None:
    titles = Page.objects.filter(corpus=desk.campaign.corpus).order_by("title")
    release = make_release(desk.campaign, choices_of(desk.campaign, pages=IncludedPages.CORPUS))
    assert release.manifest is not None
    assert titles.count() > release.manifest["counts"]["pages"]
    written = lines(folder_of(release) / "feverous" / "pages.jsonl")
    assert [page["title"] for page in written] == list(titles.values_list("title", flat=True))
    with FeverousDB(str(folder_of(release) / "feverous" / "pages.db")) as database:
        assert len(database.get_doc_ids()) == titles.count()


def test_items_of_a_release_never_change(desk: Desk) -> None:
    make_release(desk.campaign)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        ReleaseItem.objects.update(split="dev")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        connection.cursor().execute("DELETE FROM releases_releaseitem")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"formats": ()}, "Choose a format."),
        ({"formats": ("csv",)}, "There is no format “csv”."),
        (
            {"formats": ("fever",)},
            "“FEVER” does not go with .* Its evidence is more than sentences.",
        ),
        ({"withheld": ("exam",)}, "There is no part “exam”."),
        ({"parts": (RequestedPart("a"), RequestedPart("b"))}, "“b” needs a share or a size"),
        ({"parts": (RequestedPart("../up"),)}, "“../up” cannot be a part"),
        ({"parts": (RequestedPart("a/b"),)}, "“a/b” cannot be a part"),
        ({"parts": (RequestedPart(""),)}, "“” cannot be a part"),
        ({"parts": (RequestedPart("pages"),)}, "“pages” cannot be a part"),
        ({"parts": (RequestedPart("test_unlabelled"),)}, "cannot be a part"),
        (
            {"parts": (RequestedPart("a"), RequestedPart("A", size=1))},
            "Two parts have the same name",
        ),
    ],
)
def test_choices_that_cannot_be_meant_are_refused(
    desk: Desk, changes: dict[str, Any], message: str
) -> None:
    with refused(releases.ChoicesRefusedError, message):
        new_release(desk.campaign, choices_of(desk.campaign, **changes))
    assert not Release.objects.exists()


def test_parts_by_size_and_several_formats(desk: Desk) -> None:
    parts = (RequestedPart("learn"), RequestedPart("exam", size=6))
    release = make_release(desk.campaign, choices_of(desk.campaign, parts=parts))
    splits = Counter(ReleaseItem.objects.values_list("split", flat=True))
    assert splits == {"learn": 24, "exam": 6}
    assert (folder_of(release) / "feverous" / "exam.jsonl").exists()


def test_the_datasheet_has_every_version_of_the_guidelines_in_full(
    desk: Desk, tmp_path: Path
) -> None:
    guidelines.publish_guidelines(
        campaign=desk.campaign,
        text="# Rules\n\nBe *exact*.",
        note="Shorter",
        actor=None,
        now=NOW - timedelta(hours=1),
    )
    release = make_release(desk.campaign)
    sheet = (folder_of(release) / "datasheet.html").read_text(encoding="utf-8")
    assert ": Shorter</summary>" in sheet
    assert "<em>exact</em>" in sheet
    versions = desk.campaign.guidelines.order_by("number")
    assert sheet.count("<summary>Version ") == versions.count() == 2
    # What is published later changes nothing: a release has the same bytes for good.
    guidelines.publish_guidelines(
        campaign=desk.campaign, text="Later.", note="", actor=None, now=NOW + timedelta(days=1)
    )
    building.build_release(release=release, folder=tmp_path, run=LocalRun(clock=lambda: NOW))
    assert (tmp_path / "datasheet.html").read_text(encoding="utf-8") == sheet
