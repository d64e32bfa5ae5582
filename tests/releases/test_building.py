"""Building a release from a campaign: what is in it, where, and that it is always the same."""

from __future__ import annotations

import copy
import csv
import json
import re
import shutil
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from accounts.models import User
from annotation.judgements import Element, Judgement
from annotation.models import Attempt, Claim, Verification
from annotation.services import claims, interactions, queue, verifications
from releases.checking import CheckError, check_release
from releases.choices import Pages
from releases.folders import folder_of
from releases.formats.feverous_tools import (
    AnnotationProcessor,
    FeverousDB,
    WikiPage,
    feverous_evaluation,
)
from releases.models import Release, ReleaseItem
from releases.selectors import facts
from releases.selectors.dataset import records_of
from releases.services import building, freezing, releases
from releases.services.running import LocalRun
from releases.splits import PartWanted
from releases.writing import Compression, facts_of
from tests.annotation.verifications.desk import Desk
from tests.people import NOW
from tests.releases.world import (
    choices_of,
    files_in,
    make_release,
    new_release,
    verify_all,
    write,
)
from wiki.models import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.postgres
def test_a_release_has_its_claims_files_and_papers(desk: Desk) -> None:
    release = make_release(desk.campaign)
    manifest = release.manifest
    assert manifest is not None
    assert release.state == Release.State.READY
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
        "manifest.json",
        "public/dev.jsonl",
        "public/schema.json",
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
        for one in AnnotationProcessor(str(folder / "train.jsonl")):
            for title, element in zip(one.flat_titles, one.flat_evidence, strict=True):
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


def test_claims_that_come_later_move_none_of_the_old_ones(desk: Desk) -> None:
    first = make_release(desk.campaign)
    before = dict(ReleaseItem.objects.filter(release=first).values_list("record_id", "split"))
    write(desk, 2)
    verify_all(desk)
    second = make_release(desk.campaign)
    after = dict(ReleaseItem.objects.filter(release=second).values_list("record_id", "split"))
    assert {key: after[key] for key in before} == before
    assert len(after) == 36
    assert second.version == 2
    assert second.manifest is not None
    assert second.manifest["since"] == {"version": 1, "added": 6, "removed": 0, "changed": 0}
    parts = set(second.items.values_list("claim__highlight", "split"))
    assert len(parts) == 12


def test_numbers_of_claims_are_small_kept_and_do_not_tell_their_type(desk: Desk) -> None:
    first = make_release(desk.campaign)
    before = dict(first.items.values_list("claim", "record_id"))
    assert sorted(before.values()) == list(range(1, 31))
    in_order = first.items.order_by("record_id").values_list("claim__highlight", "claim__slot")
    slots = defaultdict[Any, list[str]](list)
    for highlight, slot in in_order:
        slots[highlight].append(slot)
    assert len(set(map(tuple, slots.values()))) > 1
    # One is taken out and comes back; others come in.
    claim = Claim.objects.order_by("pk")[5]
    Claim.objects.filter(pk=claim.pk).update(state=Claim.State.WITHDRAWN)
    write(desk, 2)
    verify_all(desk)
    second = make_release(desk.campaign)
    Claim.objects.filter(pk=claim.pk).update(state=Claim.State.LIVE)
    third = make_release(desk.campaign)
    assert dict(third.items.values_list("claim", "record_id")).items() >= before.items()
    assert set(second.items.values_list("record_id", flat=True)) == {*range(1, 37)} - {
        before[claim.pk]
    }
    assert third.manifest is not None
    assert third.manifest["since"] == {"version": 2, "added": 1, "removed": 0, "changed": 0}


def test_the_secret_of_a_release_is_in_none_of_its_files(desk: Desk) -> None:
    release = make_release(desk.campaign)
    for path in files_in(folder_of(release)):
        assert release.salt.encode() not in path.read_bytes(), path


def test_what_is_left_out_is_counted_by_its_rule(desk: Desk) -> None:
    one, two, three = Claim.objects.order_by("pk")[:3]
    claims.withdraw_claim(claim=one, actor=desk.manager, reason="a test", now=NOW)
    Verification.objects.filter(claim=two).update(void_since=NOW)
    desk.verifiers[0].is_simulated = True
    desk.verifiers[0].save(update_fields=["is_simulated"])
    Verification.objects.filter(claim=three).update(annotator=desk.verifiers[1])
    write(desk, 1)
    release = make_release(desk.campaign)
    assert release.manifest is not None
    assert release.manifest["left_out"] == {
        "simulated": 27,
        "unverified": 3,
        "void": 1,
        "withdrawn": 1,
    }
    assert list(release.items.values_list("claim", flat=True)) == [three.pk]
    assert "warning" not in release.manifest


def test_the_claim_that_another_changes_is_told_by_its_number(desk: Desk) -> None:
    one, another = Claim.objects.filter(base__isnull=False).order_by("pk")[:2]
    assert one.base is not None and another.base is not None
    claims.withdraw_claim(claim=another.base, actor=desk.manager, reason="a test", now=NOW)
    release = make_release(desk.campaign)
    bases = {record.id: record.provenance["base"] for record in records_of(release)}
    numbers = dict(release.items.values_list("claim", "record_id"))
    assert bases[numbers[one.pk]] == numbers[one.base.pk]
    assert bases[numbers[another.pk]] is None


def practise(claim: Claim, person: User) -> None:
    """Verify a claim for practice, with evidence that its author would be surprised by."""
    assert claim.highlight is not None
    attempt = verifications.begin_verification(
        claim=claim, annotator=person, purpose=Attempt.Purpose.CALIBRATION, now=NOW
    )
    judgement = Judgement(
        verdict="refuted",
        answer="yes",
        tags={"challenge": "other"},
        sets=[[Element(claim.highlight.page.title, "sentence_0")]],
    )
    verifications.submit_verification(attempt=attempt, judgement=judgement, now=NOW)


def test_practice_counts_for_nothing(desk: Desk) -> None:
    # Three claims are written from each highlight.
    one, two, three = Claim.objects.order_by("pk")[:9:3]
    verdict = Verification.objects.get(claim=one).verdict
    # Verified by somebody for the campaign, too: that verification counts, and this one does not.
    practise(one, desk.verifiers[1])
    # Only practised on: what was said of it for the campaign is void.
    Verification.objects.filter(claim=two).update(void_since=NOW)
    practise(two, desk.verifiers[1])
    # Written for practice, with the two others from its highlight.
    Attempt.objects.filter(claims=three).update(purpose=Attempt.Purpose.CALIBRATION)
    release = make_release(desk.campaign)
    assert release.manifest is not None
    assert release.manifest["left_out"] == {"calibration": 4}
    taken = dict(release.items.values_list("claim", "verdict"))
    assert len(taken) == 26
    assert taken[one.pk] == verdict
    assert two.pk not in taken


def test_a_demonstration_takes_simulated_claims_and_is_stamped(desk: Desk) -> None:
    desk.writer.is_simulated = True
    desk.writer.save(update_fields=["is_simulated"])
    desk.campaign.is_demonstration = True
    desk.campaign.save(update_fields=["is_demonstration"])
    release = make_release(desk.campaign)
    assert release.manifest is not None
    assert release.manifest["counts"]["claims"] == 30
    assert release.manifest["warning"].startswith("Demonstration: ")
    assert release.manifest["left_out"] == {}


def test_withheld_labels_are_in_the_internal_file_only(desk: Desk) -> None:
    release = make_release(desk.campaign, choices_of(desk.campaign, withheld=("test",)))
    folder = folder_of(release)
    assert not (folder / "feverous" / "test.jsonl").exists()
    assert lines(folder / "feverous" / "test_unlabelled.jsonl")[0] == {"claim": ""}
    assert lines(folder / "feverous" / "test_unlabelled.jsonl")[1].keys() == {"claim"}
    assert lines(folder / "public" / "test_unlabelled.jsonl")[0].keys() == {"id", "claim", "split"}
    assert "verdict" in lines(folder / "internal" / "test.jsonl")[0]


def test_nothing_to_release_fails_with_the_reason(desk: Desk) -> None:
    Verification.objects.update(void_since=NOW)
    release = new_release(desk.campaign)
    with pytest.raises(building.BuildError, match="No claim of the campaign may go into a release"):
        releases.build(release=release, run=LocalRun(clock=lambda: NOW))
    release.refresh_from_db()
    assert release.state == Release.State.FAILED
    assert not ReleaseItem.objects.exists()


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
    with pytest.raises(building.BuildError, match="What was chosen for this release is lost"):
        releases.build(release=release, run=LocalRun(clock=lambda: NOW))
    assert ReleaseItem.objects.filter(release=release).count() == 7
    assert make_release(desk.campaign).items.count() == 30


def check(release: Release) -> None:
    assert release.manifest is not None
    check_release(
        folder_of(release),
        release.manifest,
        people=facts.people_to_hide(release),
        elements=lambda titles: facts.elements_on(facts.corpus_of(release), titles),
    )


def rewrite(release: Release, path: str, old: str, new: str) -> None:
    """Change a file and its checksum, so that only the content can tell."""
    file = folder_of(release) / path
    text = file.read_text(encoding="utf-8")
    assert old in text
    # The first line of some files is a header.
    header, claims = text.split("\n", 1) if "feverous" in path else ("", text)
    changed = claims.replace(old, new)
    file.write_text(f"{header}\n{changed}" if header else changed, encoding="utf-8")
    assert release.manifest is not None
    for entry in release.manifest["files"]:
        if entry["path"] == path:
            found = facts_of(folder_of(release), path)
            entry |= {"size": found.size, "sha256": found.sha256}


CORRUPTIONS = [
    ("feverous/dev.jsonl", "_sentence_", "_sentence_9", "has no sentence_9"),
    ("feverous/dev.jsonl", '"label":"', '"label":"X', "The label 'X"),
    ("feverous/train.jsonl", '"id":', '"ident":', "“id” is missing"),
    ("feverous/test.jsonl", '"content":[', '"content":["Nile_sentence_0",', "“context”"),
    ("public/train.jsonl", '"claim":"', '"claim":7,"x":"', "7 is not of type"),
    ("public/train.jsonl", '"split":"', '"secret":1,"split":"', "secret"),
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
        with pytest.raises(CheckError, match=re.escape(message)):
            check(release)
        file.write_bytes(whole)
        release.manifest["files"] = copy.deepcopy(files)


def test_a_claim_that_stands_twice_is_caught(desk: Desk) -> None:
    release = make_release(desk.campaign)
    for name in ("feverous", "public", "internal"):
        path = folder_of(release) / name / "dev.jsonl"
        *_, second, third = path.read_text(encoding="utf-8").splitlines()
        rewrite(release, f"{name}/dev.jsonl", f"{third}\n", f"{second}\n")
    with pytest.raises(CheckError, match=r"claim \d+ stands there twice"):
        check(release)


def test_a_claim_that_stands_in_two_parts_is_caught(desk: Desk) -> None:
    release = make_release(desk.campaign)
    for name in ("feverous", "public", "internal"):
        other = (folder_of(release) / name / "train.jsonl").read_text(encoding="utf-8")
        path = folder_of(release) / name / "dev.jsonl"
        *_, last = path.read_text(encoding="utf-8").splitlines()
        *_, moved = other.splitlines()
        rewrite(release, f"{name}/dev.jsonl", f"{last}\n", f"{moved}\n")
    with pytest.raises(CheckError, match=r"claim \d+ stands in “dev”, too"):
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
        ("public/test_unlabelled.jsonl", "2 claims are there, not 3"),
        ("feverous/test_unlabelled.jsonl", "2 claims are there, not 3"),
    ):
        file = folder_of(release) / path
        whole = file.read_text(encoding="utf-8")
        last = whole.splitlines()[-1]
        rewrite(release, path, f"{last}\n", "")
        with pytest.raises(CheckError, match=message):
            check(release)
        file.write_text(whole, encoding="utf-8")
        release.manifest["files"] = copy.deepcopy(files)
    path = "public/test_unlabelled.jsonl"
    whole = (folder_of(release) / path).read_text(encoding="utf-8")
    first, second, _ = (json.loads(line)["id"] for line in whole.splitlines())
    for wrong in (first, other):
        rewrite(release, path, f'"id":{second},', f'"id":{wrong},')
        with pytest.raises(CheckError, match=f"claim {wrong} stands there twice"):
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
        ("[]\n", f"{path}: Line"),
    ):
        # No header in this file.
        (folder_of(release) / path).write_text(whole.replace(f"{page}\n", wrong), encoding="utf-8")
        rewrite(release, path, "", "")
        with pytest.raises(CheckError, match=re.escape(message)):
            check(release)


def test_formats_that_tell_of_different_claims_are_caught(desk: Desk) -> None:
    release = make_release(desk.campaign)
    claims = (folder_of(release) / "public" / "train.jsonl").read_text(encoding="utf-8")
    first, second, _ = claims.split("\n", 2)
    rewrite(release, "public/train.jsonl", f"{first}\n{second}\n", f"{second}\n{first}\n")
    with pytest.raises(CheckError, match="they do not hold the same claims in the same order"):
        check(release)


def test_people_may_be_called_like_a_page_that_is_looked_for(desk: Desk) -> None:
    highlight = Claim.objects.order_by("pk")[0].highlight
    assert highlight is not None
    desk.verifiers[0].name = highlight.page.title
    desk.verifiers[0].save(update_fields=["name"])
    release = make_release(desk.campaign)
    assert "internal/train.jsonl" in {one["path"] for one in release.manifest["files"]}  # type: ignore[index]
    # But not like what they type besides.
    desk.verifiers[0].name = "Why then?"
    desk.verifiers[0].save(update_fields=["name"])
    rewrite(release, "internal/train.jsonl", '"query":"', '"query":"why then?","x":"')
    with pytest.raises(CheckError, match="it says who somebody is"):
        check(release)


def test_searches_that_name_somebody_are_left_out_and_counted(desk: Desk, tmp_path: Path) -> None:
    write(desk, 1)
    taken = queue.take_claim(campaign=desk.campaign, annotator=desk.verifiers[0], now=NOW)
    interactions.record_interactions(
        attempt=taken.attempt,
        stream=taken.attempt.public_id,
        acts=[interactions.Act(1, "searched", NOW, {"query": "Ask Verifier 0 about it"})],
        now=NOW,
    )
    page = taken.assignment.claim.from_highlight.page.title
    verifications.submit_verification(
        attempt=taken.attempt,
        judgement=Judgement(
            verdict="supported",
            tags={"challenge": "other"},
            sets=[[Element(page, "sentence_0")]],
        ),
        now=NOW,
    )
    release = make_release(desk.campaign)
    assert release.manifest is not None
    assert release.manifest["searches_left_out"] == 1
    everything = b"".join(path.read_bytes() for path in files_in(folder_of(release)))
    assert b"about it" not in everything
    assert everything.count(b"[left out]") == 2
    # Whatever people are called later on, it is the same release.
    desk.verifiers[0].name = "Vera"
    desk.verifiers[0].save(update_fields=["name"])
    again = tmp_path / "again"
    building.build_release(release=release, folder=again, run=LocalRun(clock=lambda: NOW))
    for path in files_in(again):
        assert path.read_bytes() == (folder_of(release) / path.relative_to(again)).read_bytes()


def test_a_claim_that_names_somebody_is_refused(desk: Desk) -> None:
    desk.verifiers[0].name = "Ada Reusser"
    desk.verifiers[0].save(update_fields=["name"])
    release = make_release(desk.campaign)
    rewrite(release, "public/dev.jsonl", '"claim":"', '"claim":"As ada reusser says, ')
    with pytest.raises(CheckError, match=r"“As ada reusser says, .*” says who somebody is"):
        check(release)


@pytest.mark.parametrize("note", ["Thanks to Verifier 0!", "Ask mara@example.org."])
def test_a_note_that_names_somebody_is_refused(desk: Desk, note: str) -> None:
    with pytest.raises(releases.ChoicesRefusedError, match="“What is new” names somebody"):
        releases.create_release(
            campaign=desk.campaign,
            choices=choices_of(desk.campaign),
            note=note,
            by=None,
            now=NOW,
        )
    assert not Release.objects.exists()


def test_a_release_may_hold_every_page_of_the_corpus(desk: Desk) -> None:
    titles = Page.objects.filter(corpus=desk.campaign.corpus).order_by("title")
    release = make_release(desk.campaign, choices_of(desk.campaign, pages=Pages.CORPUS))
    assert release.manifest is not None
    assert titles.count() > release.manifest["counts"]["pages"]
    written = lines(folder_of(release) / "feverous" / "pages.jsonl")
    assert [page["title"] for page in written] == list(titles.values_list("title", flat=True))
    with FeverousDB(str(folder_of(release) / "feverous" / "pages.db")) as database:
        assert len(database.get_doc_ids()) == titles.count()


def test_a_label_that_leaks_from_a_withheld_part_is_caught(desk: Desk) -> None:
    release = make_release(desk.campaign, choices_of(desk.campaign, withheld=("test",)))
    check(release)
    assert release.manifest is not None
    files = copy.deepcopy(release.manifest["files"])
    for path in ("public/test_unlabelled.jsonl", "feverous/test_unlabelled.jsonl"):
        file = folder_of(release) / path
        whole = file.read_bytes()
        rewrite(release, path, '{"', '{"label":"SUPPORTS","')
        with pytest.raises(CheckError, match="it tells more than the claim"):
            check(release)
        file.write_bytes(whole)
        release.manifest["files"] = copy.deepcopy(files)
    # A labelled file that the manifest has, though it should not be there at all.
    entry = next(one for one in release.manifest["files"] if "internal/test" in one["path"])
    shutil.copy(folder_of(release) / entry["path"], folder_of(release) / "public" / "test.jsonl")
    release.manifest["files"].append(entry | {"path": "public/test.jsonl"})
    with pytest.raises(CheckError, match="the labels of “test” are to be withheld"):
        check(release)


def test_a_changed_or_missing_file_is_caught_by_its_checksum(desk: Desk) -> None:
    release = make_release(desk.campaign)
    path = folder_of(release) / "feverous" / "pages.db"
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + b"x")
    with pytest.raises(CheckError, match=r"feverous/pages.db is not as it was written\."):
        check(release)
    path.unlink()
    with pytest.raises(CheckError, match=r"feverous/pages.db is not there\."):
        check(release)


def test_a_release_that_fails_its_check_is_never_offered(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = new_release(desk.campaign)
    # A page that lost its elements: what a broken import would look like.
    monkeypatch.setattr(facts, "elements_on", lambda corpus, titles: {})
    with pytest.raises(building.BuildError, match="has no "):
        releases.build(release=release, run=LocalRun(clock=lambda: NOW))
    release.refresh_from_db()
    assert release.state == Release.State.FAILED
    assert release.manifest is None


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
        ({"formats": ("fever",)}, "FEVER: Its evidence is more than sentences."),
        ({"withheld": ("exam",)}, "There is no part “exam”."),
        ({"parts": (PartWanted("a"), PartWanted("b"))}, "“b” needs a share or a size"),
        ({"parts": (PartWanted("../up"),)}, "“../up” cannot be a part"),
        ({"parts": (PartWanted("a/b"),)}, "“a/b” cannot be a part"),
        ({"parts": (PartWanted(""),)}, "“” cannot be a part"),
        ({"parts": (PartWanted("pages"),)}, "“pages” cannot be a part"),
        ({"parts": (PartWanted("test_unlabelled"),)}, "cannot be a part"),
        ({"parts": (PartWanted("a"), PartWanted("A", size=1))}, "Two parts have the same name"),
    ],
)
def test_choices_that_cannot_be_meant_are_refused(
    desk: Desk, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(releases.ChoicesRefusedError, match=message):
        new_release(desk.campaign, choices_of(desk.campaign, **changes))
    assert not Release.objects.exists()


def test_parts_by_size_and_several_formats(desk: Desk) -> None:
    parts = (PartWanted("learn"), PartWanted("exam", size=6))
    release = make_release(desk.campaign, choices_of(desk.campaign, parts=parts))
    splits = Counter(ReleaseItem.objects.values_list("split", flat=True))
    assert splits == {"learn": 24, "exam": 6}
    assert (folder_of(release) / "feverous" / "exam.jsonl").exists()


def test_pages_of_withheld_evidence_are_not_told(desk: Desk) -> None:
    parts = (PartWanted("train"), PartWanted("test", size=6))
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
