"""Releases on screen: building, files, claims, predictions; who may and who may not."""

from __future__ import annotations

import errno
import hashlib
import io
import re
import shutil
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.roles import Role
from annotation.models import Verification
from campaigns.models import Campaign, Membership
from jobs.execution import run_job
from jobs.models import Job, JobState
from jobs.services import jobs
from releases.dataset.rules.refusals import RefusalReason
from releases.dataset.rules.splits import RequestedPart
from releases.models import Release, ReleaseItem
from releases.services import releases
from releases.storage.folders import folder_of
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.refusals import refused
from tests.releases.world import address, choices_of, make_release, make_tiny_release
from tests.wiki.pages import make_corpus, make_page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]
FORM = {
    "note": "The first one.",
    "formats": ["feverous", "public", "internal"],
    "compression": "none",
    "pages": "used",
    "size_dev": "0.1",
    "size_test": "0.1",
    "balanced_test": "on",
}


def test_a_researcher_builds_a_release(client: Client, desk: Desk) -> None:
    response = client.post(address("campaign-releases", desk), FORM)
    assert response.headers["Location"] == address("release", desk, 1)
    progress = client.get(address("release-progress", desk, 1))
    assert "Waiting for a worker" in progress.content.decode()
    job = Job.objects.get()
    assert run_job(job.pk, worker="test")
    job.refresh_from_db()
    assert (job.state, job.error) == (JobState.SUCCEEDED, "")
    assert job.result is not None
    assert job.result["url"] == address("release", desk, 1)
    done = client.get(address("release-progress", desk, 1))
    assert (done.status_code, done.headers["HX-Refresh"]) == (286, "true")
    text = client.get(address("release", desk, 1)).content.decode()
    assert "30 claims with evidence" in text
    assert "How many claims each part has, by verdict" in text
    assert "feverous/train.jsonl" in text
    # The internal files are for those who manage the people.
    assert "files/internal/train.jsonl" not in text
    assert client.get(address("release-file", desk, 1, "internal/train.jsonl")).status_code == 404


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


def test_the_context_of_evidence_is_set_apart_by_spaces(client: Client, desk: Desk) -> None:
    text = "== North face ==\n=== First ascent ===\nFour people climbed it in 1938."
    corpus = make_corpus("Mountains")
    make_page("Eiger", text, corpus=corpus)
    Campaign.objects.filter(pk=desk.campaign.pk).update(corpus=corpus)
    desk.campaign.refresh_from_db()
    make_tiny_release(desk.campaign, page="Eiger")
    page = client.get(address("release-claim", desk, 1, 1)).content.decode()
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", page))
    assert "Eiger › North face › First ascent" in words


def test_a_second_build_at_the_same_time_is_refused(client: Client, desk: Desk) -> None:
    client.post(address("campaign-releases", desk), FORM)
    response = client.post(address("campaign-releases", desk), FORM)
    assert response.status_code == 422
    assert "is already being built" in response.content.decode()
    assert Release.objects.count() == 1


def test_a_form_that_makes_no_sense_is_refused_and_kept(client: Client, desk: Desk) -> None:
    response = client.post(
        address("campaign-releases", desk), {**FORM, "size_dev": "0.7", "size_test": "0.6"}
    )
    assert response.status_code == 422
    assert "The shares add up to more than 1." in response.content.decode()
    assert "The first one." in response.content.decode()
    assert not Release.objects.exists()


def test_building_is_cancelled_and_goes_on_later(client: Client, desk: Desk) -> None:
    client.post(address("campaign-releases", desk), FORM)
    client.post(address("release-cancel", desk, 1))
    release = Release.objects.get()
    assert release.job is not None and release.job.state == JobState.CANCELLED
    page = client.get(address("release", desk, 1)).content.decode()
    assert "The build was stopped. Nothing was published." in page
    client.post(address("release-retry", desk, 1))
    assert run_job(release.job.pk, worker="test")
    release.refresh_from_db()
    assert release.state == Release.State.READY


def test_a_stopped_release_is_not_resumed_once_a_later_one_is_there(
    client: Client, desk: Desk
) -> None:
    client.post(address("campaign-releases", desk), FORM)
    first = Release.objects.get()
    client.post(address("release-cancel", desk, 1))
    make_release(desk.campaign)
    client.post(address("release-retry", desk, 1))
    assert first.job is not None
    assert run_job(first.job.pk, worker="test")
    first.refresh_from_db()
    assert (first.state, first.refusal) == (
        Release.State.FAILED,
        RefusalReason("overtaken", {"release": 2}),
    )
    assert not ReleaseItem.objects.filter(release=first).exists()
    page = client.get(address("release", desk, 1)).content.decode()
    assert "Release 2 was finished in the meantime" in page
    assert "Resume build" not in page


def test_a_full_disk_is_told_and_building_goes_on_later(
    client: Client, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.post(address("campaign-releases", desk), FORM)
    release = Release.objects.get()
    assert release.job is not None
    written = 0

    def fill_up(descriptor: int) -> None:
        nonlocal written
        written += 1
        if written > 5:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", fill_up)
    run_job(release.job.pk, worker="test")
    page = client.get(address("release", desk, 1)).content.decode()
    assert "disk is full. Make room, then try again." in page
    assert not list(folder_of(release).rglob("*.part"))
    monkeypatch.undo()
    client.post(address("release-retry", desk, 1))
    run_job(release.job.pk, worker="test")
    release.refresh_from_db()
    assert release.state == Release.State.READY


def test_a_campaign_with_an_odd_name_can_be_downloaded(client: Client, desk: Desk) -> None:
    Campaign.objects.filter(pk=desk.campaign.pk).update(name='Flüsse "2"\r\n/ \\ €: x')
    release = make_release(desk.campaign)
    response = client.get(address("release-file", desk, release.version, "public/train.jsonl"))
    named = 'attachment; filename="Fl-sse-2-x-1-public-train.jsonl"'
    assert response.headers["Content-Disposition"] == named


def test_a_release_that_cannot_be_offered_says_why(client: Client, desk: Desk) -> None:
    Verification.objects.update(void_since=NOW)
    client.post(address("campaign-releases", desk), FORM)
    release = Release.objects.get()
    assert release.job is not None
    run_job(release.job.pk, worker="test")
    release.job.refresh_from_db()
    assert release.job.state == JobState.FAILED
    page = client.get(address("release", desk, 1)).content.decode()
    assert "No claim of the campaign may go into a release yet." in page


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


def test_claims_are_browsed_by_what_they_are(client: Client, desk: Desk) -> None:
    release = make_release(desk.campaign)
    url = address("release-claims", desk, 1)
    everything = client.get(url)
    assert everything.context["page"].paginator.count == 30
    some = client.get(
        url, {"verdict": "refuted", "split": "train", "evidence_kind": "several"}
    ).context["page"]
    expected = ReleaseItem.objects.filter(
        release=release, verdict="refuted", split="train", evidence_kind="several"
    )
    assert [item.pk for item in some] == [item.pk for item in expected.order_by("record_id")]
    assert client.get(url, {"verdict": "perhaps"}).status_code == 400
    item = ReleaseItem.objects.filter(release=release, evidence_kind="cells")[0]
    page = client.get(address("release-claim", desk, 1, item.record_id)).content.decode()
    assert "Evidence set 1" in page
    # A verdict is told by icon, word and colour, in the list, too.
    word = f'<span class="verdict-word verdict-word--{item.verdict}"><svg'
    assert page.count(word) == 1
    assert (
        everything.content.decode().count(word)
        == release.items.filter(verdict=item.verdict).count()
    )
    # The header of the cell's column is spelt out, and the link leads to the cell.
    assert "› Year" in page
    assert "#cell_0_" in page
    assert client.get(address("release-claim", desk, 1, 999_999)).status_code == 404


def test_withheld_claims_are_hidden_from_researchers_not_from_managers(
    client: Client, desk: Desk, log_in: Callable[[User], Client]
) -> None:
    release = make_release(desk.campaign, choices_of(desk.campaign, withheld=("test",)))
    hidden = ReleaseItem.objects.filter(release=release, split="test")[0]
    url = address("release-claim", desk, 1, hidden.record_id)
    assert client.get(url).status_code == 404
    assert client.get(address("release-claims", desk, 1)).context["page"].paginator.count == 27
    assert log_in(manager_of(desk)).get(url).status_code == 200


def manager_of(desk: Desk) -> User:
    Membership.objects.filter(user=desk.manager).update(
        role=Role.MANAGER, writes_claims=False, verifies_claims=False
    )
    return desk.manager


def test_a_researcher_cannot_publish_labels_that_were_withheld(
    client: Client, desk: Desk, log_in: Callable[[User], Client]
) -> None:
    make_release(desk.campaign, choices_of(desk.campaign, withheld=("test",)))
    url = address("campaign-releases", desk)
    shown = client.get(url)
    assert shown.context["form"]["withheld"].initial == ["test"]
    assert "What was published without labels stays so (test)" in shown.content.decode()
    response = client.post(url, FORM)
    assert response.status_code == 422
    assert "“test” stays without labels, as published before" in response.content.decode()
    assert Release.objects.count() == 1
    kept = client.post(url, {**FORM, "withheld": ["test"]})
    assert kept.headers["Location"] == address("release", desk, 2)
    client.post(address("release-cancel", desk, 2))
    # A manager can: the choice was theirs.
    assert log_in(manager_of(desk)).post(url, FORM).status_code == 302


def test_a_part_that_was_withheld_cannot_be_dealt_into_others(desk: Desk, researcher: User) -> None:
    make_release(desk.campaign, choices_of(desk.campaign, withheld=("test",)))
    with refused(releases.ChoicesRefusedError, "“test” stays without labels"):
        releases.request_release(
            campaign=desk.campaign,
            choices=choices_of(desk.campaign, parts=(RequestedPart("train"),)),
            note="",
            by=researcher,
            now=NOW,
        )
    assert Release.objects.count() == 1


def test_an_annotator_sees_no_releases(desk: Desk, log_in: Callable[[User], Client]) -> None:
    make_release(desk.campaign)
    annotator = log_in(desk.verifiers[0])
    for name, more in (
        ("campaign-releases", ()),
        ("release", (1,)),
        ("release-claims", (1,)),
        ("release-predictions", (1,)),
        ("release-file", (1, "manifest.json")),
    ):
        assert annotator.get(address(name, desk, *more)).status_code == 403
    part = annotator.get(
        address("release-file", desk, 1, "feverous/train.jsonl"), headers={"Range": "bytes=5-9"}
    )
    assert part.status_code == 403
    assert "Releases" not in annotator.get(address("campaign", desk)).content.decode()


def test_cancelling_a_job_elsewhere_leaves_nothing_offered(client: Client, desk: Desk) -> None:
    client.post(address("campaign-releases", desk), FORM)
    release = Release.objects.get()
    assert release.job is not None
    jobs.cancel_job(job=release.job, by=None, now=NOW)
    assert client.get(address("release-file", desk, 1, "manifest.json")).status_code == 404
    assert not Path(folder_of(release), "manifest.json").exists()


def test_how_to_load_it_is_told_of_files_that_are_there(client: Client, desk: Desk) -> None:
    make_release(desk.campaign, choices_of(desk.campaign, formats=("feverous",)))
    make_release(desk.campaign, choices_of(desk.campaign, withheld=("train",)))
    told = [client.get(address("release", desk, version)).content.decode() for version in (1, 2)]
    assert "Load it" not in told[0]
    assert "public/train_unlabelled.jsonl&quot;, lines=True" in told[1]


def test_files_that_are_lost_answer_404_and_say_so(client: Client, desk: Desk) -> None:
    shutil.rmtree(folder_of(make_release(desk.campaign)))
    for path in ("manifest.json", "feverous/train.jsonl"):
        response = client.get(address("release-file", desk, 1, path))
        assert response.status_code == 404
        assert response.content.decode() == (
            "This file is lost. Tell your administrator, who can write the release again."
        )


def test_the_list_tells_the_claims_of_each_release_and_what_changed(
    client: Client, desk: Desk
) -> None:
    make_release(desk.campaign)
    make_release(desk.campaign)
    page = client.get(address("campaign-releases", desk)).content.decode()
    assert page.count('data-label="Claims">30</td>') == 2
    assert page.count("since 1: 0 added, 0 removed, 0 changed") == 1


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
    assert "4 more files are for the managers of the campaign:" in page
    assert "<code>internal/train.jsonl</code>" in page
    root = log_in(User.objects.create(username="root", is_administrator=True))
    assert (
        "for the managers of the campaign:"
        not in root.get(address("release", desk, 1)).content.decode()
    )


def test_claims_are_found_by_their_words(client: Client, desk: Desk) -> None:
    release = make_release(desk.campaign)
    url = address("release-claims", desk, 1)
    item = release.items.order_by("record_id").select_related("version__claim_version").first()
    assert item is not None and item.version is not None
    words = item.version.claim_version.text.split()
    expected = [
        other
        for other in release.items.select_related("version__claim_version")
        if other.version is not None
        and all(
            word.lower() in other.version.claim_version.text.lower()
            for word in (words[-1], words[0])
        )
    ]
    found = client.get(url, {"text": f"{words[-1]} {words[0].upper()}"})
    assert found.context["page"].paginator.count == len(expected) >= 1
    assert client.get(url, {"text": "nowhere-to-be-found"}).context["page"].paginator.count == 0


def test_a_manager_withdraws_a_release_with_a_reason(
    client: Client, desk: Desk, log_in: Callable[[User], Client]
) -> None:
    release = make_release(desk.campaign)
    url = address("release-withdraw", desk, 1)
    assert client.post(url, {"reason": "I say so."}).status_code == 403
    root = log_in(User.objects.create(username="root", is_administrator=True))
    unexplained = root.post(url, {"reason": " "})
    assert unexplained.status_code == 422
    assert not Release.objects.filter(withdrawn_at__isnull=False).exists()
    assert root.post(url, {"reason": "Half of the pages are from another wiki."}).status_code == 302
    release.refresh_from_db()
    assert release.withdrawn_at is not None
    page = client.get(address("release", desk, 1)).content.decode()
    assert "This release was withdrawn on" in page
    assert "Half of the pages are from another wiki." in page
    assert 'id="files"' not in page
    listed = client.get(address("campaign-releases", desk)).content.decode()
    assert "Withdrawn" in listed
    # Its files are for managers only.
    file = address("release-file", desk, 1, "public/train.jsonl")
    for wanted in (file, address("release-archive", desk, 1)):
        assert client.get(wanted).status_code == 404
        assert root.get(wanted).status_code == 200
    # Once is enough, and numbers go on.
    root.post(url, {"reason": "Again."})
    release.refresh_from_db()
    assert release.withdrawal_reason == "Half of the pages are from another wiki."
    assert make_release(desk.campaign).version == 2
