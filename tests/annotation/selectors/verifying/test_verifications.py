"""Reading verifications: one's own history, one as it was left, and its time line."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import InteractionKind, Verification
from annotation.rules.logs.acts import DeskAct
from annotation.rules.verifying.judgements import digest_of
from annotation.selectors.campaign import work_in_progress
from annotation.selectors.logs.acts import read_timeline_with_context
from annotation.selectors.verifying import verifications as reading
from annotation.selectors.verifying.verifications import HistoryFilter
from annotation.services.logs.interactions import record_interactions
from annotation.services.review import claim_reports
from annotation.services.verifying import queue, reopening
from tests.annotation.verifying_world import (
    PAGE,
    Desk,
    element,
    judgement,
    make_desk,
    submit_confirmed,
    take,
    verify,
)
from tests.annotation.world import later
from tests.people import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def desk() -> Desk:
    return make_desk()


def test_the_history_is_ones_own_newest_first(desk: Desk) -> None:
    done = verify(desk)
    reported = take(desk, hours=1)
    claim_reports.report_claim(attempt=reported.attempt, reasons=["ambiguous"], now=later(1))
    skipped = take(desk, hours=2)
    queue.skip_claim(attempt=skipped.attempt, reason="too_hard", now=later(2))
    verify(desk, desk.verifiers[1], hours=3)

    def ids(**wanted: object) -> list[int]:
        filter_ = HistoryFilter(**wanted)  # type: ignore[arg-type]
        rows = reading.history_of(desk.verifier, desk.campaign, filter_)
        return list(rows.values_list("pk", flat=True))

    everything = [skipped.attempt.pk, reported.attempt.pk, done.attempt.pk]
    assert ids() == everything
    assert ids(verdict="supported") == [done.attempt.pk]
    assert ids(verdict="refuted") == []
    assert ids(outcome="reported") == [reported.attempt.pk]
    assert ids(since=later(1), until=later(2)) == [reported.attempt.pk]
    assert ids(words="RIVER 0") == everything
    assert ids(words=done.claim.text) == [done.attempt.pk]
    with CaptureQueriesContext(connection) as queries:
        rows = list(reading.history_of(desk.verifier, desk.campaign))
        assert [row.verification.verdict for row in rows if hasattr(row, "verification")] == [
            "supported"
        ]
        assert {row.claim.campaign_id for row in rows if row.claim} == {desk.campaign.pk}
    assert len(queries) == 1


def test_a_verification_is_shown_as_it_was_left(desk: Desk) -> None:
    taken = take(desk)
    given = judgement([element("cell_0_2_1"), element("sentence_0")], [element("sentence_1")])
    verification = submit_confirmed(attempt=taken.attempt, judgement=given, now=NOW)
    attempt = reopening.reopen_verification(verification=verification, actor=desk.verifier, now=NOW)
    submit_confirmed(attempt=attempt, judgement=judgement(), now=later(1))
    shown = reading.shown_verification(Verification.objects.get())
    assert [len(one.sets) for one in shown.versions] == [1, 2]
    first = shown.versions[1]
    assert [(one.kind, one.text) for one in first.sets[0]] == [
        ("sentence", f"{PAGE} has a story number 0 to tell."),
        ("cell", "1901"),
    ]
    assert first.sets[0][1].context == (("title", PAGE), ("header_cell_0_0_1", "Year"))
    handed_in = reading.judgement_of(first.version)
    assert digest_of(handed_in) == digest_of(given)
    assert shown.latest.version.number == 2


def test_a_release_reads_the_latest_versions_in_few_queries(desk: Desk) -> None:
    for _ in range(3):
        verify(desk)
    with CaptureQueriesContext(connection) as queries:
        rows = list(reading.with_latest_versions(reading.verifications_in(desk.campaign)))
        pieces = [
            piece.page.title
            for row in rows
            for version in row.latest  # type: ignore[attr-defined]
            for one in version.evidence_sets.all()
            for piece in one.evidence.all()
        ]
    assert (len(rows), pieces) == (3, [PAGE] * 3)
    assert len(queries) == 4
    Verification.objects.filter(pk=rows[0].pk).update(void_since=NOW)
    assert list(reading.verifications_in(desk.campaign)) == rows[1:]


def test_the_log_is_told_as_a_time_line(desk: Desk) -> None:
    taken = take(desk)
    chosen = {"page": PAGE, "address": "cell_0_2_1", "set": 1, "way": "key"}
    acts = [
        DeskAct(1, "searched", NOW + timedelta(seconds=1), {"query": "river"}),
        DeskAct(2, "heartbeat", NOW + timedelta(seconds=2)),
        DeskAct(3, "page_opened", NOW + timedelta(seconds=3), {"title": PAGE}),
        DeskAct(4, "element_selected", NOW + timedelta(seconds=4.5), chosen),
    ]
    record_interactions(
        attempt=taken.attempt, stream=uuid.uuid4(), acts=acts, now=NOW + timedelta(seconds=5)
    )
    submit_confirmed(attempt=taken.attempt, judgement=judgement(), now=NOW + timedelta(seconds=6))
    steps = reading.timeline_of(taken.attempt)
    assert [(step.at_ms, step.kind, step.text) for step in steps] == [
        (0, InteractionKind.STARTED, ""),
        (0, InteractionKind.SEARCHED, "river"),
        (2000, InteractionKind.PAGE_OPENED, PAGE),
        (3500, InteractionKind.ELEMENT_SELECTED, f"{PAGE} · cell_0_2_1"),
        (3500, InteractionKind.SUBMITTED, "supported"),
    ]
    assert len(reading.timeline_of(taken.attempt, with_presence=True)) == 6
    corpus = desk.campaign.corpus
    assert corpus is not None
    told = read_timeline_with_context(taken.attempt, corpus)
    assert told[4].body["context"] == ["title", "header_cell_0_0_1"]


def test_managers_see_what_was_skipped(desk: Desk) -> None:
    taken = take(desk)
    skip = queue.skip_claim(attempt=taken.attempt, reason="other", text="A cousin", now=NOW)
    assert list(work_in_progress.skips_in(desk.campaign)) == [skip]
