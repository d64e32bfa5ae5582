"""A campaign whose evidence is sentences is written in the older format, too."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from annotation.models import Claim
from annotation.protocols.words import ElementKind
from metrics.scores import FEVER_SCORE, Judged
from releases import formats
from releases.folders import folder_of
from releases.records import Record
from releases.selectors.dataset import records_of
from tests.annotation.verifications.desk import verified_by
from tests.releases.world import choices_of, make_campaign, make_release, sentences, verify_all

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]
NOTHING_NEEDED = "NOT ENOUGH INFO"


def gold(line: dict[str, Any]) -> Judged:
    """A line against itself, as the study's scorer would be asked."""
    sets = tuple(
        frozenset((page, number) for _, _, page, number in one) for one in line["evidence"]
    )
    smallest = min(sets, key=len)
    return Judged(line["label"], sets, line["label"], tuple(smallest))


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
