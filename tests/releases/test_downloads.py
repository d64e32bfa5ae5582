"""The files of a release: one by one, and as an archive."""

from __future__ import annotations

import hashlib
import io
import shutil
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from campaigns.models import Campaign
from releases.storage.folders import folder_of
from tests.annotation.verifying_world import Desk
from tests.releases.world import address, make_release

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]


def test_every_listed_file_has_its_size_and_checksum(client: Client, desk: Desk) -> None:
    release = make_release(desk.campaign)
    page = client.get(address("release", desk, 1)).content.decode()
    manifest = (folder_of(release) / "manifest.json").read_bytes()
    assert hashlib.sha256(manifest).hexdigest() in page
    listed = page.count(">SHA-256<"), page.count('<code class="checksum">')
    # One link more is that of the archive.
    assert listed == (1, page.count(" download>") - 1)
    # Of the internal format not even its schema, which is of use to nobody else.
    assert "files/internal/" not in page
    schema = client.get(address("release-file", desk, 1, "internal/schema.json"))
    assert schema.status_code == 404


def test_a_lost_manifest_is_told_where_it_is_asked_for(client: Client, desk: Desk) -> None:
    release = make_release(desk.campaign)
    (folder_of(release) / "manifest.json").unlink()
    assert "manifest.json" in client.get(address("release", desk, 1)).content.decode()
    lost = client.get(address("release-file", desk, 1, "manifest.json"))
    assert (lost.status_code, b"is lost" in lost.content) == (404, True)


def test_a_campaign_with_an_odd_name_can_be_downloaded(client: Client, desk: Desk) -> None:
    Campaign.objects.filter(pk=desk.campaign.pk).update(name='Flüsse "2"\r\n/ \\ €: x')
    release = make_release(desk.campaign)
    response = client.get(address("release-file", desk, release.version, "public/train.jsonl"))
    named = 'attachment; filename="Fl-sse-2-x-1-public-train.jsonl"'
    assert response.headers["Content-Disposition"] == named


def body(response: Any) -> bytes:
    return b"".join(response.streaming_content)


def test_interrupted_downloads_can_be_resumed(client: Client, desk: Desk) -> None:
    release = make_release(desk.campaign)
    path = "feverous/train.jsonl"
    whole = (folder_of(release) / path).read_bytes()
    url = address("release-file", desk, 1, path)
    full = client.get(url)
    assert (full.status_code, body(full)) == (200, whole)
    assert full.headers["Accept-Ranges"] == "bytes"
    etag = full.headers["ETag"]
    rest = client.get(url, headers={"Range": "bytes=100-", "If-Range": etag})
    assert (rest.status_code, body(rest)) == (206, whole[100:])
    assert rest.headers["Content-Range"] == f"bytes 100-{len(whole) - 1}/{len(whole)}"
    some = client.get(url, headers={"Range": "bytes=5-9"})
    assert (body(some), some.headers["Content-Length"]) == (whole[5:10], "5")
    last = client.get(url, headers={"Range": "bytes=-7"})
    assert body(last) == whole[-7:]
    # Another file by now: all of it.
    changed = client.get(url, headers={"Range": "bytes=5-", "If-Range": '"old"'})
    assert (changed.status_code, body(changed)) == (200, whole)
    all_of_it = client.get(url, headers={"Range": "bytes=0-"})
    assert (all_of_it.status_code, body(all_of_it)) == (206, whole)
    too_much = client.get(url, headers={"Range": "bytes=-999999999"})
    assert (too_much.status_code, body(too_much)) == (206, whole)


@pytest.mark.parametrize("asked", ["bytes={size}-", "bytes=-0", "bytes=9-5"])
def test_a_range_that_is_not_there_answers_416(client: Client, desk: Desk, asked: str) -> None:
    release = make_release(desk.campaign)
    size = (folder_of(release) / "feverous/train.jsonl").stat().st_size
    url = address("release-file", desk, 1, "feverous/train.jsonl")
    answer = client.get(url, headers={"Range": asked.format(size=size)})
    assert answer.status_code == 416
    assert answer.headers["Content-Range"] == f"bytes */{size}"


@pytest.mark.parametrize(
    "asked", ["bytes=-", "bytes=1-2,5-6", "lines=1-2", "bytes=x-", f"bytes={'9' * 5000}-"]
)
def test_a_range_that_nobody_understands_gives_the_whole_file(
    client: Client, desk: Desk, asked: str
) -> None:
    make_release(desk.campaign)
    url = address("release-file", desk, 1, "feverous/train.jsonl")
    assert client.get(url, headers={"Range": asked}).status_code == 200


@pytest.mark.parametrize(
    "path", ["../../db.sqlite3", "feverous/../../secret", ".state/plan.jsonl", "nothing.jsonl"]
)
def test_only_files_of_the_manifest_can_be_had(client: Client, desk: Desk, path: str) -> None:
    make_release(desk.campaign)
    base = address("release", desk, 1)
    assert client.get(f"{base}files/{path}").status_code == 404


def test_files_that_are_lost_answer_404_and_say_so(client: Client, desk: Desk) -> None:
    shutil.rmtree(folder_of(make_release(desk.campaign)))
    for path in ("manifest.json", "feverous/train.jsonl"):
        response = client.get(address("release-file", desk, 1, path))
        assert response.status_code == 404
        assert response.content.decode() == (
            "This file is lost. Tell your administrator, who can write the release again."
        )


def whole(answer: Any) -> bytes:
    return b"".join(answer.streaming_content)


def test_all_files_are_one_archive_with_the_paths_of_the_recipes(
    client: Client, desk: Desk, tmp_path: Path
) -> None:
    release = make_release(desk.campaign)
    answer = client.get(address("release-archive", desk, 1))
    assert (answer.status_code, answer["Accept-Ranges"]) == (200, "bytes")
    packed = whole(answer)
    assert answer["Content-Length"] == str(len(packed))
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(tmp_path, filter="data")
        (top,) = {name.partition("/")[0] for name in archive.getnames()}
    assert answer["Content-Disposition"] == f'attachment; filename="{top}.tar"'
    unpacked = {
        str(path.relative_to(tmp_path / top)): path.read_bytes()
        for path in (tmp_path / top).rglob("*")
        if path.is_file()
    }
    assert "public/train.jsonl" in unpacked
    assert "manifest.json" in unpacked
    # A researcher gets no internal files.
    assert not [path for path in unpacked if path.startswith("internal/")]
    for path, content in unpacked.items():
        assert content == (folder_of(release) / path).read_bytes()


def test_a_download_of_the_archive_can_be_resumed(client: Client, desk: Desk) -> None:
    make_release(desk.campaign)
    url = address("release-archive", desk, 1)
    first = client.get(url)
    packed, etag = whole(first), first["ETag"]
    for start in (0, 1, 511, 512, 700, len(packed) // 2, len(packed) - 1):
        rest = client.get(url, headers={"Range": f"bytes={start}-", "If-Range": etag})
        assert rest.status_code == 206
        assert rest["Content-Range"] == f"bytes {start}-{len(packed) - 1}/{len(packed)}"
        assert whole(rest) == packed[start:]
    assert client.get(url, headers={"Range": f"bytes={len(packed)}-"}).status_code == 416


def test_an_archive_with_a_lost_file_is_not_sent(client: Client, desk: Desk) -> None:
    release = make_release(desk.campaign)
    (folder_of(release) / "README.md").unlink()
    answer = client.get(address("release-archive", desk, 1))
    assert answer.status_code == 404
    assert "This file is lost." in answer.content.decode()


def test_files_for_managers_are_explained_to_others(
    client: Client, desk: Desk, log_in: Callable[[User], Client]
) -> None:
    make_release(desk.campaign)
    page = " ".join(client.get(address("release", desk, 1)).content.decode().split())
    assert "8 more files are for the managers of the campaign:" in page
    assert "<code>internal/train.jsonl</code>" in page
    root = log_in(User.objects.create(username="root", is_administrator=True))
    assert (
        "for the managers of the campaign:"
        not in root.get(address("release", desk, 1)).content.decode()
    )
