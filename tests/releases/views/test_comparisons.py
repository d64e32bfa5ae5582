"""Two releases compared on screen, and as a file."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from core import append_only
from releases.models import ImportedRecord, Release
from releases.services.releases import withdraw_release
from tests.annotation.verifying_world import Desk
from tests.people import NOW
from tests.releases.compared import make_pair
from tests.releases.world import address, make_release, make_tiny_release, manager_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]


def words_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def rows_of(answer: Any) -> list[dict[str, str]]:
    text = b"".join(answer.streaming_content).decode()
    return list(csv.DictReader(io.StringIO(text)))


def test_the_differences_are_counted_filtered_and_paged(client: Client, desk: Desk) -> None:
    pair = make_pair(desk)
    url = address("release-comparison", desk, 2)
    assert url in client.get(address("release", desk, 2)).content.decode()
    page = words_of(client.get(url))
    assert "Release 1 and release 2" in page
    assert "6 claims differ, 24 are the same." in page
    for counted in ("Added: 1", "Removed: 1", "Another text: 1", "Another verdict: 1"):
        assert counted in page
    assert "1 of 28 claims in both releases has another verdict." in page
    flipped = client.get(url, {"kind": "verdict", "old": "supported", "new": "refuted"})
    (row,) = flipped.context["rows"]
    assert row["change"].record_id == pair.verdict
    assert (row["old"].name, row["new"].name) == ("supported", "refuted")
    assert client.get(url, {"kind": "nonsense"}).status_code == 400
    assert client.get(url, {"page": "99"}).status_code == 200


def test_an_older_release_is_compared_with_a_newer_one_on_request(
    client: Client, desk: Desk
) -> None:
    pair = make_pair(desk)
    answer = client.get(address("release-comparison", desk, 1), {"before": "2", "kind": "added"})
    # What the second lacks, the first has more.
    assert [row["change"].record_id for row in answer.context["rows"]] == [pair.removed]


def test_the_differences_are_downloaded_as_csv(client: Client, desk: Desk) -> None:
    pair = make_pair(desk)
    url = address("release-comparison-file", desk, 2)
    answer = client.get(url, {"before": "1"})
    assert answer["Content-Disposition"] == 'attachment; filename="releases-1-2.csv"'
    rows = {int(row["id"]): row for row in rows_of(answer)}
    assert len(rows) == 6
    flipped = rows[pair.verdict]
    assert (flipped["difference"], flipped["verdict_before"], flipped["verdict_after"]) == (
        "verdict", "supported", "refuted",
    )  # fmt: skip
    assert flipped["claim_before"] == flipped["claim_after"] != ""
    assert "_sentence_" in flipped["evidence_after"] or "_cell_" in flipped["evidence_after"]
    assert (rows[pair.added]["claim_before"], rows[pair.removed]["claim_after"]) == ("", "")
    assert (rows[pair.split]["part_before"], rows[pair.split]["part_after"]) == ("train", "dev")
    only = rows_of(client.get(url, {"kind": "verdict"}))
    assert [int(row["id"]) for row in only] == [pair.verdict]


def test_no_cell_of_the_file_is_a_formula(client: Client, desk: Desk) -> None:
    make_release(desk.campaign)
    imported = make_tiny_release(desk.campaign, number=999)
    with append_only.lifted(connection, [ImportedRecord._meta.db_table]):
        ImportedRecord.objects.filter(release=imported).update(claim='=HYPERLINK("x")')
    rows = rows_of(client.get(address("release-comparison-file", desk, 2), {"kind": "added"}))
    assert [row["claim_after"] for row in rows] == ['\'=HYPERLINK("x")']
    assert [row["evidence_after"] for row in rows] == ["Aare_sentence_0"]


def test_withheld_labels_are_not_compared_for_researchers(
    client: Client, desk: Desk, log_in: Callable[[User], Client]
) -> None:
    make_pair(desk, withheld=("dev",))
    url = address("release-comparison", desk, 2)
    assert "5 claims differ, 21 are the same." in words_of(client.get(url))
    assert "6 claims differ, 24 are the same." in words_of(log_in(manager_of(desk)).get(url))


def test_a_single_release_has_nothing_to_compare_with(client: Client, desk: Desk) -> None:
    make_release(desk.campaign)
    url = address("release-comparison", desk, 1)
    assert url not in client.get(address("release", desk, 1)).content.decode()
    assert "There is no other release to compare with." in words_of(client.get(url))
    assert client.get(address("release-comparison-file", desk, 1)).status_code == 404


def test_a_withdrawn_release_is_compared_by_managers_only(
    client: Client, desk: Desk, log_in: Callable[[User], Client]
) -> None:
    pair = make_pair(desk)
    manager = manager_of(desk)
    withdraw_release(release=pair.before, reason="Wrong pages.", by=manager, now=NOW)
    # With the other side withdrawn, nothing is left to compare with.
    assert "no other release" in words_of(client.get(address("release-comparison", desk, 2)))
    refused = client.get(address("release-comparison", desk, 1))
    assert (refused.status_code, "Wrong pages." in words_of(refused)) == (410, True)
    for version in (1, 2):
        file = address("release-comparison-file", desk, version)
        assert client.get(file).status_code == 404
    answer = log_in(manager).get(address("release-comparison", desk, 2))
    assert "6 claims differ" in words_of(answer)
    assert Release.objects.filter(withdrawn_at__isnull=False).count() == 1
