"""A campaign whose evidence is sentences is written in the older format, too."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from annotation.models import Claim
from campaigns.protocols.enums import ElementKind
from jobs.runs import LocalRun
from metrics.scores import FEVER_SCORE, JudgedClaim
from releases import formats
from releases.dataset.rows import records_of
from releases.dataset.rules.records import Record
from releases.services import building, releases
from releases.storage.folders import folder_of
from tests.annotation.verifying_world import verified_by
from tests.people import NOW
from tests.releases.refusals import refused
from tests.releases.world import (
    choices_of,
    make_campaign,
    make_release,
    new_release,
    sentences,
    verify_all,
)
from tests.wiki.pages import replace_content
from wiki import documents
from wiki.models import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]
NOTHING_NEEDED = "NOT ENOUGH INFO"


def gold(line: dict[str, Any]) -> JudgedClaim:
    """Return a line judged against itself, as for the study's scorer."""
    sets = tuple(
        frozenset((page, number) for _, _, page, number in one) for one in line["evidence"]
    )
    smallest = min(sets, key=len)
    return JudgedClaim(line["label"], sets, line["label"], tuple(smallest))


def test_sentences_are_written_as_lines_of_introductions_and_gold_scores_full() -> None:
    protocol = verified_by(1)
    rule = replace(protocol.evidence, elements=(ElementKind.SENTENCE,))
    desk = make_campaign(6, replace(protocol, evidence=rule))
    assert verify_all(desk, evidence_of=sentences) == Claim.objects.count()
    choices = choices_of(desk.campaign, formats=("fever", "public", "internal"))
    release = make_release(desk.campaign, choices)
    folder = folder_of(release)
    assert (folder / "fever" / "wiki-pages.jsonl").exists()
    records: dict[int, Record] = {record.id: record for record in records_of(release)}
    seen = Counter[str]()
    for part in ("train", "dev", "test"):
        text = (folder / "fever" / f"{part}.jsonl").read_text(encoding="utf-8")
        lines = [json.loads(line) for line in text.splitlines()]
        for line in lines:
            record = records[line["id"]]
            seen[line["label"]] += 1
            read = formats.get("fever").read(line)
            assert (read.claim, read.verdict) == (record.claim, record.verdict)
            if line["label"] == NOTHING_NEEDED:
                assert line["evidence"] == [[[line["id"], None, None, None]]]
            else:
                assert [[piece.id for piece in one] for one in read.sets] == [
                    [piece.id for piece in one] for one in record.sets
                ]
        assert FEVER_SCORE.score(map(gold, lines)).strict == (1.0 if lines else 0.0)
    assert set(seen) == {"SUPPORTS", "REFUTES", NOTHING_NEEDED}


def test_evidence_beyond_the_introduction_is_refused() -> None:
    protocol = verified_by(1)
    rule = replace(protocol.evidence, elements=(ElementKind.SENTENCE,))
    desk = make_campaign(1, replace(protocol, evidence=rule))
    verify_all(desk, evidence_of=sentences)
    # The pages get a heading in front of their last sentences, as if they had been read so.
    for known in Page.objects.select_related("content"):
        page = documents.unpack(known.content.document)
        order = [*page["order"]]
        order.insert(order.index("sentence_1"), "section_0")
        changed = {**page, "order": order, "section_0": {"value": "Course", "level": 2}}
        replace_content(Page.objects.filter(pk=known.pk), changed)
    choices = choices_of(desk.campaign, formats=("fever", "public"))
    release = new_release(desk.campaign, choices)
    with refused(building.BuildError, r"wiki-pages\.jsonl: “River \d+” has no sentence"):
        releases.build(release=release, run=LocalRun(clock=lambda: NOW))
