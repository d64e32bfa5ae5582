"""Importing datasets: as they were, whole or not at all."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import pytest
from django.db import connection

from campaigns.models import Campaign
from core import append_only
from jobs.runs import LocalRun
from releases.dataset.rows import records_of
from releases.importing.running import read_dataset
from releases.importing.staging import ImportRefusedError
from releases.messages import fault_text
from releases.models import ImportedRecord, Release, ReleaseItem
from releases.selectors.releases import shown_claim
from releases.storage.folders import folder_of
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.importing.files import PARTS, bring, import_files
from tests.releases.world import make_release
from wiki.models import Corpus, Redirect

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.usefixtures("home")]


@pytest.mark.parametrize("format_name", ["feverous", "public", "internal"])
def test_export_import_export_is_identical(desk: Desk, format_name: str) -> None:
    first = folder_of(make_release(desk.campaign)) / format_name
    release = import_files(desk, {part: first / f"{part}.jsonl" for part in PARTS}, format_name)
    again = folder_of(release) / format_name
    for part in PARTS:
        assert (again / f"{part}.jsonl").read_bytes() == (first / f"{part}.jsonl").read_bytes()
    assert release.origin == Release.Origin.IMPORTED
    assert release.items.filter(is_unresolved=True).count() == 0
    assert {item.split for item in release.items.all()} == set(PARTS)


def test_evidence_of_pages_that_are_not_here_is_kept_as_unresolved(
    desk: Desk, tmp_path: Path
) -> None:
    source = folder_of(make_release(desk.campaign)) / "feverous" / "train.jsonl"
    header, first, two = source.read_text(encoding="utf-8").splitlines()[:3]
    title = json.loads(first)["evidence"][0]["content"][0].partition("_")[0]
    path = tmp_path / "train.jsonl"
    path.write_text("\n".join([header, first.replace(title, "Nowhere"), two]) + "\n")
    release = import_files(desk, {"train": path})
    unresolved = release.items.get(is_unresolved=True)
    assert unresolved.record_id == json.loads(first)["id"]
    shown = shown_claim(ReleaseItem.objects.get(pk=unresolved.pk))
    assert shown.sets[0][0].element is None
    assert shown.sets[0][0].piece.page == "Nowhere"
    assert (folder_of(release) / "feverous" / "train.jsonl").read_bytes() == path.read_bytes()
    assert [record.id for record in records_of(release)] == sorted(
        json.loads(line)["id"] for line in (first, two)
    )


def test_evidence_is_found_behind_redirects(desk: Desk, tmp_path: Path) -> None:
    source = folder_of(make_release(desk.campaign)) / "feverous" / "train.jsonl"
    header, first = source.read_text(encoding="utf-8").splitlines()[:2]
    title = json.loads(first)["evidence"][0]["content"][0].partition("_")[0]
    # The corpus is sealed already.
    with append_only.lifted(connection, ["wiki_redirect"]):
        corpus = Corpus.objects.get(campaigns=desk.campaign)
        Redirect.objects.create(corpus=corpus, title="Old name", target=title)
    path = tmp_path / "train.jsonl"
    path.write_text("\n".join([header, first.replace(f"{title}_", "Old name_")]) + "\n")
    item = import_files(desk, {"train": path}).items.get()
    (piece, *_), *_ = shown_claim(item).sets
    assert not item.is_unresolved
    assert (piece.piece.page, piece.title) == ("Old name", title)
    assert piece.element is not None


def test_an_element_that_its_page_does_not_have_is_shown_without_its_text(
    desk: Desk, tmp_path: Path
) -> None:
    source = folder_of(make_release(desk.campaign)) / "feverous" / "train.jsonl"
    header, first = source.read_text(encoding="utf-8").splitlines()[:2]
    line = json.loads(first)
    title = line["evidence"][0]["content"][0].partition("_")[0]
    element = f"{title}_sentence_999"
    line["evidence"] = [{"content": [element], "context": {element: []}}]
    path = tmp_path / "train.jsonl"
    path.write_text(f"{header}\n{json.dumps(line)}\n")
    item = import_files(desk, {"train": path}).items.get()
    (piece,) = shown_claim(item).sets[0]
    assert not item.is_unresolved
    assert (piece.title, piece.element) == (title, None)


def test_long_lines_are_not_all_read_at_once(desk: Desk, tmp_path: Path) -> None:
    source = folder_of(make_release(desk.campaign)) / "feverous" / "train.jsonl"
    header, first = source.read_text(encoding="utf-8").splitlines()[:2]
    lines = [json.loads(first) | {"id": number, "more": "x" * 2**20} for number in range(40)]
    path = tmp_path / "train.jsonl"
    path.write_text("\n".join([header, *map(json.dumps, lines)]))
    asked, files = bring(desk, {"train": path})
    release = read_dataset(dataset_import=asked, files=files, run=LocalRun(clock=lambda: NOW))
    tracemalloc.start()
    try:
        assert [record.id for record in records_of(release)] == list(range(40))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < path.stat().st_size / 2


def test_one_fault_and_nothing_is_imported(desk: Desk, tmp_path: Path) -> None:
    folder = folder_of(make_release(desk.campaign)) / "feverous"
    good = folder / "train.jsonl"
    lines = good.read_text(encoding="utf-8").splitlines()
    bad = tmp_path / "dev.jsonl"
    bad.write_text("\n".join([lines[0], lines[1], "{broken", lines[2].replace("SUPP", "X")]))
    with pytest.raises(ImportRefusedError) as refused:
        import_files(desk, {"train": good, "dev": bad})
    told = [f"{name}: {fault_text(fault)}" for name, fault in refused.value.faults]
    assert any(one.startswith("dev.jsonl: Line 2: The id ") for one in told)
    assert any(one.startswith("dev.jsonl: Line 3: This is not JSON") for one in told)
    assert Campaign.objects.filter(name="Imported").count() == 0
    assert ImportedRecord.objects.count() == 0
