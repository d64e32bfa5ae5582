"""Releases of campaigns that came from files: what is said of them, and what can follow them."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.roles import Role
from campaigns.models import Membership
from releases.models import Release
from releases.selectors import precedents
from releases.storage.folders import folder_of
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.importing.files import import_files
from tests.releases.world import make_release

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]


def bring(desk: Desk, researcher: User, purpose: str, **parts: str) -> Release:
    """Create an imported release in a campaign of the researcher. `parts`: by file."""
    made = folder_of(make_release(desk.campaign)) / "feverous"
    files = {part: made / f"{file}.jsonl" for part, file in parts.items()}
    return bring_files(desk, researcher, purpose, files)


def bring_files(desk: Desk, researcher: User, purpose: str, files: dict[str, Path]) -> Release:
    release = import_files(desk, files, purpose=purpose)
    Membership.objects.create(
        campaign=release.campaign, user=researcher, role=Role.RESEARCHER, joined_at=NOW
    )
    return release


def test_nothing_is_said_to_be_checked_that_was_not(
    client: Client, desk: Desk, researcher: User
) -> None:
    release = bring(desk, researcher, "analyse", train="train")
    url = reverse("release", args=[release.campaign.public_id, 1])
    page = client.get(url).content.decode()
    sheet = (folder_of(release) / "datasheet.html").read_text(encoding="utf-8")
    for text in (page, sheet):
        assert "verdicts and evidence are theirs" in text
        for promise in ("gold evidence scores 1", "the first verification counts", "salted hash"):
            assert promise not in text
    assert "whether they name people, was not checked" in page
    own = client.get(reverse("release", args=[desk.campaign.public_id, 1])).content.decode()
    for promise in ("gold evidence scores 1", "the first verification counts", "salted hash"):
        assert promise in own


def test_nothing_more_is_released_of_finished_data(
    client: Client, desk: Desk, researcher: User, tmp_path: Path
) -> None:
    release = bring(desk, researcher, "analyse", train="train")
    answer = client.post(reverse("campaign-releases", args=[release.campaign.public_id]), {})
    assert answer.status_code == 422
    assert "its release has all of it" in answer.content.decode()
    with pytest.raises(CommandError, match="its release has all of it"):
        call_command("release", release.campaign.name, "--out", str(tmp_path / "out"))
    assert release.campaign.releases.count() == 1


def test_parts_of_the_release_before_are_offered_again(
    client: Client, desk: Desk, researcher: User
) -> None:
    release = bring(desk, researcher, "verify", learn="train", paper_dev="dev")
    suggested = precedents.suggested_choices(release.campaign)
    assert [part.name for part in suggested.parts] == ["learn", "paper_dev"]
    page = client.get(reverse("campaign-releases", args=[release.campaign.public_id]))
    form = page.context["form"]
    assert form["size_paper_dev"].initial == 0
    assert [value for value, _ in form.fields["withheld"].choices] == ["paper_dev"]


def test_the_list_of_claims_reads_no_lines(
    client: Client, desk: Desk, researcher: User, tmp_path: Path
) -> None:
    source = folder_of(make_release(desk.campaign)) / "feverous" / "train.jsonl"
    header, first = source.read_text(encoding="utf-8").splitlines()[:2]
    lines = [
        json.loads(first) | {"id": number, "claim": f"Claim {number}.", "more": "x" * 2**20}
        for number in range(20)
    ]
    path = tmp_path / "train.jsonl"
    path.write_text("\n".join([header, *map(json.dumps, lines)]))
    release = bring_files(desk, researcher, "analyse", {"train": path})
    url = reverse("release-claims", args=[release.campaign.public_id, 1])
    client.get(url)
    tracemalloc.start()
    try:
        page = client.get(url).content.decode()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert page.count(">Claim ") == 20
    assert peak < path.stat().st_size / 4
