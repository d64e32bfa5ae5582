"""Claims of FEVER give their verdicts away as the paper of FeverSymmetric says."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks._quality_fever_child import measure
from benchmarks.harness import data_folder
from benchmarks.quality import GIVEAWAYS, MOST_RANK
from tests import servers

pytestmark = pytest.mark.slow


@pytest.fixture
def claims() -> Path:
    folder = data_folder()
    path = folder / "verifier" / "fever_claims.jsonl.gz" if folder else None
    if path is None or not path.exists():
        servers.refuse("There is no folder with real data: TOUCHSTONE_DATA names it.")
    return path


def test_the_bigrams_of_the_paper_are_found_and_the_claim_alone_tells(claims: Path) -> None:
    found = measure(str(claims), list(GIVEAWAYS))
    ranks = found["ranks"]
    assert max(ranks["did not"], ranks["yet to"]) <= 20
    assert sum(rank <= MOST_RANK for rank in ranks.values()) >= len(GIVEAWAYS) - 2
    assert found["accuracy"] > found["majority"] + 0.1
