"""The claims in a release, and what stays the same in the next one."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from accounts.models import User
from annotation.models import Attempt, Claim, Verification
from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.judgements import Judgement
from annotation.services.verifying import verifications
from annotation.services.writing import claims
from jobs.runs import LocalRun
from releases.dataset.rows import records_of
from releases.models import Release, ReleaseItem
from releases.services import building, releases
from tests.annotation.verifying_world import Desk, submit_confirmed
from tests.people import NOW
from tests.releases.refusals import refused
from tests.releases.world import make_release, new_release, verify_all, write

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]


def test_what_is_left_out_is_counted_by_its_rule(desk: Desk) -> None:
    first, second, third = Claim.objects.order_by("pk")[:3]
    claims.withdraw_claim(claim=first, actor=desk.manager, reason="a test", now=NOW)
    Verification.objects.filter(claim=second).update(void_since=NOW)
    desk.verifiers[0].is_simulated = True
    desk.verifiers[0].save(update_fields=["is_simulated"])
    Verification.objects.filter(claim=third).update(annotator=desk.verifiers[1])
    write(desk, 1)
    release = make_release(desk.campaign)
    assert release.manifest is not None
    assert release.manifest["left_out"] == {
        "simulated": 27,
        "unverified": 3,
        "void": 1,
        "withdrawn": 1,
    }
    assert list(release.items.values_list("claim", flat=True)) == [third.pk]
    assert "warning" not in release.manifest


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
        sets=[[ElementReference(claim.highlight.page.title, "sentence_0")]],
    )
    submit_confirmed(attempt=attempt, judgement=judgement, now=NOW)


def test_practice_counts_for_nothing(desk: Desk) -> None:
    # Three claims are written from each highlight.
    first, second, third = Claim.objects.order_by("pk")[:9:3]
    verdict = Verification.objects.get(claim=first).verdict
    # Verified by somebody for the campaign, too: that verification counts, and this one does not.
    practise(first, desk.verifiers[1])
    # Only practised on: what was said of it for the campaign is void.
    Verification.objects.filter(claim=second).update(void_since=NOW)
    practise(second, desk.verifiers[1])
    # Written for practice, with the two others from its highlight.
    Attempt.objects.filter(claims=third).update(purpose=Attempt.Purpose.CALIBRATION)
    release = make_release(desk.campaign)
    assert release.manifest is not None
    assert release.manifest["left_out"] == {"calibration": 4}
    taken = dict(release.items.values_list("claim", "verdict"))
    assert len(taken) == 26
    assert taken[first.pk] == verdict
    assert second.pk not in taken


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


def test_nothing_to_release_fails_with_the_reason(desk: Desk) -> None:
    Verification.objects.update(void_since=NOW)
    release = new_release(desk.campaign)
    with refused(building.BuildError, "No claim of the campaign may go into a release"):
        releases.build(release=release, run=LocalRun(clock=lambda: NOW))
    release.refresh_from_db()
    assert release.state == Release.State.FAILED
    assert not ReleaseItem.objects.exists()


def test_a_release_without_claims_keeps_no_number(desk: Desk) -> None:
    Verification.objects.update(void_since=NOW)
    for _ in range(2):
        empty = new_release(desk.campaign)
        assert empty.version == 1
        with refused(building.BuildError, "No claim of the campaign may go into a release"):
            releases.build(release=empty, run=LocalRun(clock=lambda: NOW))
    assert Release.objects.count() == 1
    Verification.objects.update(void_since=None)
    release = make_release(desk.campaign)
    assert release.version == 1
    assert list(Release.objects.values_list("version", "state")) == [(1, "ready")]


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


def test_the_claim_that_another_changes_is_told_by_its_number(desk: Desk) -> None:
    first, another = Claim.objects.filter(base__isnull=False).order_by("pk")[:2]
    assert first.base is not None and another.base is not None
    claims.withdraw_claim(claim=another.base, actor=desk.manager, reason="a test", now=NOW)
    release = make_release(desk.campaign)
    records = list(records_of(release))
    bases = {record.id: record.provenance["base"] for record in records}
    numbers = dict(release.items.values_list("claim", "record_id"))
    assert bases[numbers[first.pk]] == numbers[first.base.pk]
    assert bases[numbers[another.pk]] is None
    # Which type it changes is told all the same; what is new changes none.
    slots = {record.id: record.provenance["base_slot"] for record in records}
    assert slots[numbers[another.pk]] == "type_1"
    new = Claim.objects.filter(base=None, pk__in=numbers).first()
    assert new is not None and slots[numbers[new.pk]] is None
    assert {place for record in records for place in record.provenance["evidence_scope"]} <= {
        "highlight", "sentences", "tables", "page", "other_pages"
    }  # fmt: skip
    assert all(record.provenance["evidence_scope"] for record in records)


def years(number: int, page: str) -> list[list[ElementReference]]:
    return [[ElementReference(page, f"cell_0_{row}_1") for row in (1, 2)]]


def test_what_the_numbers_come_to_is_told(desk: Desk) -> None:
    write(desk, 1)
    assert verify_all(desk, evidence_of=years) == 3
    figures = {"count": 2, "sum": "3801", "mean": "1900.5", "least": "1900", "largest": "1901"}
    told = [
        (record.sets[0][0].page, record.provenance["figures"])
        for record in records_of(make_release(desk.campaign))
        if record.provenance["figures"]
    ]
    assert len(told) == 3
    for page, lines in told:
        assert lines == [
            {"set": 1, "over": "set", **figures},
            {"set": 1, "over": "column", "page": page, "table": "table_0", "label": "Year"}
            | figures,
        ]
