"""The exported truth: that of a campaign, and of no other one."""

from __future__ import annotations

import json

import msgspec
import pytest

from annotation.services.campaign import designs
from quality.models import SimulatedTruth
from quality.selectors.truth import truth_lines
from tests.annotation.verifying_world import PAGE, judgement, make_desk
from tests.annotation.world import make_design
from tests.people import NOW

pytestmark = pytest.mark.django_db


def test_the_truth_of_another_campaign_of_the_same_corpus_is_not_exported() -> None:
    campaign = make_desk().campaign
    assert campaign.corpus is not None
    other = designs.create_campaign(
        name="Another", actor=None, now=NOW, design=make_design(campaign.corpus)
    )
    claim = campaign.claims.order_by("pk")[0]
    SimulatedTruth.objects.create(claim=claim, judgement=msgspec.to_builtins(judgement()))
    [line] = truth_lines(campaign)
    assert json.loads(line) == {
        "claim": str(claim.public_id),
        "text": claim.text,
        "author": "writer0",
        "slot": "type_1",
        "verdict": "supported",
        "tags": {"challenge": "other"},
        "evidence": [[[PAGE, "sentence_1"]]],
    }
    assert list(truth_lines(other)) == []
