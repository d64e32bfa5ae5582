"""Downloads of releases."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import httpx
import pytest
from fake_site import Site, ok
from touchstone_client import ChecksumError, Touchstone, UnsafePathError

CONTENT = b'{"id": 1}\n' * 10


def release(*paths: str, content: bytes = CONTENT) -> httpx.Response:
    files = [
        {
            "path": path,
            "size": len(content),
            "sha256": hashlib.sha256(content).hexdigest(),
            "records": 10,
        }
        for path in paths
    ]
    return ok({"version": 1, "state": "ready", "note": "", "files": files})


def fetch(site: Site, folder: Path, **options: Any) -> None:
    with Touchstone("https://site.example", "t", transport=site) as touchstone:
        touchstone.download_release("c", 1, folder, **options)


def test_files_stand_at_the_paths_of_the_recipes(tmp_path: Path) -> None:
    whole = httpx.Response(200, content=CONTENT)
    site = Site(release("README.md", "public/train.jsonl"), whole, whole)
    heard: list[tuple[int, int]] = []
    fetch(site, tmp_path, hear=lambda done, total: heard.append((done, total)))
    assert (tmp_path / "public/train.jsonl").read_bytes() == CONTENT
    assert site.asked[2] == "GET /api/v1/campaigns/c/releases/1/files/public/train.jsonl"
    assert heard[-1] == (200, 200)
    assert sorted(heard) == heard
    assert list(tmp_path.rglob("*.part")) == []


def test_a_cut_off_download_goes_on_where_it_stopped(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.part").write_bytes(CONTENT[:30])
    site = Site(release("a.jsonl"), httpx.Response(206, content=CONTENT[30:]))
    fetch(site, tmp_path)
    assert site.requests[1].headers["Range"] == "bytes=30-"
    assert (tmp_path / "a.jsonl").read_bytes() == CONTENT


def test_a_server_that_sends_all_again_is_taken_at_its_word(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.part").write_bytes(b"x" * 30)
    fetch(Site(release("a.jsonl"), httpx.Response(200, content=CONTENT)), tmp_path)
    assert (tmp_path / "a.jsonl").read_bytes() == CONTENT


def test_what_is_there_already_is_not_fetched(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(CONTENT)
    site = Site(release("a.jsonl"))
    fetch(site, tmp_path)
    assert len(site.requests) == 1


def test_a_connection_that_breaks_is_opened_again(tmp_path: Path) -> None:
    broken = httpx.ReadError("cut off")
    fetch(Site(release("a.jsonl"), broken, httpx.Response(200, content=CONTENT)), tmp_path)
    assert (tmp_path / "a.jsonl").read_bytes() == CONTENT


def test_an_empty_file_is_written(tmp_path: Path) -> None:
    fetch(Site(release("empty.jsonl", content=b"")), tmp_path)
    assert (tmp_path / "empty.jsonl").read_bytes() == b""


def test_other_contents_are_refused_and_not_kept(tmp_path: Path) -> None:
    with pytest.raises(ChecksumError):
        fetch(Site(release("a.jsonl"), httpx.Response(200, content=b"other")), tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", ["../a", "/etc/a", "a/../../b", "a\\b", "C:a", "", "a\0"])
def test_no_file_is_written_outside_the_folder(tmp_path: Path, path: str) -> None:
    site = Site(release("fine.jsonl", path))
    with pytest.raises(UnsafePathError):
        fetch(site, tmp_path)
    assert len(site.requests) == 1
    assert list(tmp_path.iterdir()) == []
