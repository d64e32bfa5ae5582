"""Imported claims that people verify again; imports that are interrupted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from accounts.models import User
from accounts.roles import Role
from annotation.models import Assignment, Claim, ClaimVersion
from annotation.selectors.campaign.readiness import checklist
from annotation.services.campaign import designs, imports
from annotation.services.campaign.designs import NotReadyError
from annotation.services.review import claim_reports
from annotation.services.verifying import queue
from annotation.services.verifying.queue import TakenClaim
from annotation.services.writing import sampling
from campaigns.models import Campaign, GuidelinesVersion, Membership
from campaigns.selectors.campaigns import shown_campaigns
from campaigns.selectors.protocols import protocol_of
from campaigns.services import campaigns
from campaigns.services.campaigns import WrongStateError
from core import append_only
from jobs.runs import LocalRun
from releases.formats.designs import usual_choices
from releases.formats.labels import VERDICTS
from releases.importing import running
from releases.importing.discarding import discard_import
from releases.models import DatasetImport, ImportedRecord, Release, ReleaseItem
from releases.storage.folders import folder_of, import_folder
from tests.annotation.verifying_world import Desk, element, judgement, submit_confirmed
from tests.annotation.world import later
from tests.people import NOW
from tests.releases.importing.files import PARTS, bring, import_files
from tests.releases.world import make_release

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.postgres,
    pytest.mark.usefixtures("home"),
]


def import_to_verify(desk: Desk) -> tuple[Campaign, Path]:
    """Import the campaign of the tests again, from its own release."""
    folder = folder_of(make_release(desk.campaign)) / "feverous"
    release = import_files(
        desk, {part: folder / f"{part}.jsonl" for part in PARTS}, purpose="verify"
    )
    return Campaign.objects.get(pk=release.campaign_id), folder


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]


def open_to(person: User, campaign: Campaign) -> User:
    Membership.objects.create(
        campaign=campaign, user=person, role=Role.ANNOTATOR, verifies_claims=True, joined_at=NOW
    )
    designs.open_campaign(campaign=campaign, actor=None, now=NOW)
    return person


def verify(taken: TakenClaim) -> None:
    submit_confirmed(
        attempt=taken.attempt,
        judgement=judgement([element("sentence_2")], tags={"challenge": "multi_hop_reasoning"}),
        now=later(1),
    )


def test_imported_claims_wait_to_be_verified_with_their_ids_and_labels(desk: Desk) -> None:
    campaign, folder = import_to_verify(desk)
    assert campaign.state == Campaign.State.DRAFT
    assert campaign.claims_from == Campaign.ClaimsFrom.FILES
    stored = Claim.objects.filter(campaign=campaign)
    assert sorted(stored.values_list("original_id", "text", "verdict")) == sorted(
        (line["id"], line["claim"], VERDICTS[line["label"]])
        for part in PARTS
        for line in lines_of(folder / f"{part}.jsonl")
    )
    assert stored.filter(highlight=None, attempt=None, author=None).count() == 30
    assert ClaimVersion.objects.filter(claim__in=stored, number=1, written_by=None).count() == 30
    assert [item.name for item in checklist(campaign) if item.is_missing] == []
    assert [item.name for item in checklist(campaign) if not item.is_done] == ["people"]


def test_who_verifies_an_imported_claim_does_not_see_what_its_file_says(
    desk: Desk, client: Client
) -> None:
    campaign, _folder = import_to_verify(desk)
    person = open_to(desk.verifier, campaign)
    taken = queue.take_claim(campaign=campaign, annotator=person, now=NOW)
    claims = Claim.objects.filter(pk=taken.assignment.claim_id)
    claims.update(verdict="blind-verdict", tags={"challenge": "blind-tag"}, original_id=987654321)
    client.force_login(person)
    html = client.get(reverse("verifying-desk", args=[taken.attempt.public_id])).content.decode()
    assert claims.get().text in strip_tags(html)
    for hidden in ("blind-verdict", "blind-tag", "987654321"):
        assert hidden not in html
    release = reverse("release-claims", args=[campaign.public_id, 1])
    assert client.get(release).status_code == 403


def test_an_imported_claim_is_verified_and_released_under_its_own_id(desk: Desk) -> None:
    campaign, _folder = import_to_verify(desk)
    person = open_to(desk.verifier, campaign)
    taken = queue.take_claim(campaign=campaign, annotator=person, now=NOW)
    claim = Claim.objects.get(pk=taken.assignment.claim_id)
    verify(taken)

    release = make_release(campaign, usual_choices(protocol_of(campaign)))
    assert (release.version, release.origin) == (2, Release.Origin.BUILT)
    (item,) = release.items.all()
    assert item.record_id == claim.original_id
    original = ReleaseItem.objects.get(release__campaign=campaign, release__version=1,
                                       record_id=claim.original_id)  # fmt: skip
    assert item.split == original.split
    (line,) = (
        line
        for part in PARTS
        for line in lines_of(folder_of(release) / "feverous" / f"{part}.jsonl")
    )
    assert (line["id"], line["label"], line["claim"]) == (
        claim.original_id, "SUPPORTS", claim.text,
    )  # fmt: skip
    internal = json.loads((folder_of(release) / f"internal/{item.split}.jsonl").read_bytes())
    assert internal["provenance"]["author"] is None
    assert internal["provenance"]["highlight"] is None
    assert internal["provenance"]["intended_verdict"] == original.verdict
    manifest = release.manifest
    assert manifest is not None
    assert manifest["left_out"] == {"unverified": 29}
    assert manifest["since"] == {"version": 1, "added": 0, "removed": 29, "changed": 1}


def test_a_reported_import_can_be_edited_or_withdrawn(desk: Desk) -> None:
    campaign, _folder = import_to_verify(desk)
    person = open_to(desk.verifier, campaign)
    for _ in range(2):
        taken = queue.take_claim(campaign=campaign, annotator=person, now=NOW)
        reasons = [protocol_of(campaign).acceptance.reasons[0].name]
        claim_reports.report_claim(attempt=taken.attempt, reasons=reasons, now=NOW)
    first, second = campaign.reports.order_by("pk")
    edited = claim_reports.edit_reported_claim(
        report=first, text="Something else.", actor=desk.manager, now=NOW
    )
    assert (edited.text, edited.original_id is None) == ("Something else.", False)
    withdrawn = claim_reports.confirm_report(report=second, actor=desk.manager, now=NOW)
    assert withdrawn.state == Claim.State.WITHDRAWN


def test_nothing_is_written_in_a_campaign_of_imported_claims(desk: Desk) -> None:
    campaign, _folder = import_to_verify(desk)
    with pytest.raises(NotReadyError, match="imported"):
        sampling.request_highlights(campaign=campaign, actor=None, now=NOW)
    assert campaign.corpus is not None
    design = campaigns.Design(protocol=protocol_of(campaign), corpus=campaign.corpus, numbers={})
    with pytest.raises(WrongStateError):
        designs.set_design(campaign=campaign, design=design, actor=None, now=NOW)
    assert not campaign.highlights.exists()


def test_a_claim_is_written_or_imported_and_its_original_id_stands_once(desk: Desk) -> None:
    campaign, _folder = import_to_verify(desk)
    claim = Claim.objects.filter(campaign=campaign)[0]
    assert claim.original_id is not None
    again = imports.ImportedClaim(claim.original_id, "Once more.", "supported", "{}")
    with pytest.raises(IntegrityError), transaction.atomic():
        imports.add_claims(campaign=campaign, claims=[again], now=NOW)
    with pytest.raises(IntegrityError), transaction.atomic():
        Claim.objects.filter(pk=claim.pk).update(original_id=None)
    written = desk.campaign.claims.all()[0]
    with pytest.raises(IntegrityError), transaction.atomic():
        Claim.objects.filter(pk=written.pk).update(original_id=7)
    assert Assignment.objects.filter(campaign=campaign).count() == 0


class Interrupted(Exception):
    """An interruption like that of a killed worker, as far as one process can imitate it."""


class BreakingRun(LocalRun):
    """Comes to its end in the middle of a step."""

    def __init__(self, steps: int) -> None:
        super().__init__(clock=lambda: NOW)
        self.left = steps

    @contextmanager
    def step(self) -> Iterator[dict[str, Any]]:
        with super().step() as checkpoint:
            yield checkpoint
            self.left -= 1
            if self.left < 0:
                raise Interrupted


@pytest.mark.parametrize("purpose", ["analyse", "verify"])
@pytest.mark.parametrize("steps", [0, 1, 3, 6])
def test_an_interrupted_import_goes_on_and_is_unseen_until_it_is_done(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, steps: int, purpose: str
) -> None:
    monkeypatch.setattr(running, "_RECORDS_A_STEP", 10)
    folder = folder_of(make_release(desk.campaign)) / "feverous"
    shown = shown_campaigns().count()
    dataset, files = bring(
        desk, {part: folder / f"{part}.jsonl" for part in PARTS}, purpose=purpose
    )
    with pytest.raises(Interrupted):
        running.run_import(dataset_import=dataset, files=files, run=BreakingRun(steps))
    assert shown_campaigns().count() == shown
    dataset = DatasetImport.objects.get(pk=dataset.pk)
    release = running.run_import(
        dataset_import=dataset, files=files, run=LocalRun(clock=lambda: NOW)
    )
    for part in PARTS:
        again = folder_of(release) / "feverous" / f"{part}.jsonl"
        assert again.read_bytes() == (folder / f"{part}.jsonl").read_bytes()
    assert shown_campaigns().count() == shown + 1
    assert (dataset.state, release.items.count()) == (DatasetImport.State.DONE, 30)
    assert release.campaign.claims.count() == (30 if purpose == "verify" else 0)
    assert not import_folder(dataset.public_id).exists()


@pytest.mark.parametrize("purpose", ["analyse", "verify"])
def test_what_an_interrupted_import_has_written_is_taken_away(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, purpose: str
) -> None:
    monkeypatch.setattr(running, "_RECORDS_A_STEP", 10)
    folder = folder_of(make_release(desk.campaign)) / "feverous"
    tables = (Campaign, Claim, ClaimVersion, GuidelinesVersion, Release, ReleaseItem)
    before = [table.objects.count() for table in tables]
    dataset, files = bring(desk, {"train": folder / "train.jsonl"}, purpose=purpose)
    with pytest.raises(Interrupted):
        running.run_import(dataset_import=dataset, files=files, run=BreakingRun(2))
    assert ImportedRecord.objects.count() == 10
    discard_import(dataset_import=dataset, run=LocalRun(clock=lambda: NOW))
    assert [table.objects.count() for table in tables] == before
    assert ImportedRecord.objects.count() == 0
    assert append_only.faulty_triggers(connection) == []
    # The name is free again, and the same files can be tried once more.
    running.run_import(dataset_import=dataset, files=files, run=LocalRun(clock=lambda: NOW))
    assert DatasetImport.objects.get(pk=dataset.pk).state == DatasetImport.State.DONE


def test_what_is_shown_is_never_taken_away(desk: Desk) -> None:
    campaign, _folder = import_to_verify(desk)
    dataset = DatasetImport.objects.get(campaign=campaign)
    discard_import(dataset_import=dataset, run=LocalRun(clock=lambda: NOW))
    assert Campaign.objects.filter(pk=campaign.pk).exists()
    assert ImportedRecord.objects.filter(release__campaign=campaign).count() == 30
