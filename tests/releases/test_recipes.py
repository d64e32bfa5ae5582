"""The recipes of the documentation load a release."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from releases.folders import folder_of
from releases.writing import Compression
from tests.annotation.verifications.desk import Desk
from tests.releases.world import choices_of, make_release

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]


@pytest.mark.parametrize("compression", [Compression.NONE, Compression.GZIP])
def test_pandas_loads_the_public_file(desk: Desk, compression: Compression) -> None:
    release = make_release(desk.campaign, choices_of(desk.campaign, compression=compression))
    folder = folder_of(release)
    recipe = next(
        line
        for line in (folder / "README.md").read_text(encoding="utf-8").splitlines()
        if "pd.read_json" in line
    )
    path = recipe.partition('read_json("')[2].partition('"')[0]
    train = pd.read_json(folder / path, lines=True)
    assert len(train) == 24
    assert list(train.columns) == ["id", "claim", "verdict", "evidence", "tags", "split"]
    elements = train.explode("evidence").explode("evidence").reset_index(drop=True)
    elements = elements.join(pd.json_normalize(elements.pop("evidence")))
    assert set(elements["address"].str.extract(r"^([a-z_]+?)_\d")[0]) == {
        "cell",
        "header_cell",
        "sentence",
    }
    assert elements["text"].str.len().min() > 0


def test_croissant_names_every_data_file_with_its_checksum(desk: Desk) -> None:
    release = make_release(desk.campaign)
    described = json.loads(Path(folder_of(release), "croissant.json").read_bytes())
    assert release.manifest is not None
    sums = {one["path"]: one["sha256"] for one in release.manifest["files"]}
    named = {one["contentUrl"]: one["sha256"] for one in described["distribution"]}
    assert named == {path: sums[path] for path in named}
    assert {path for path in sums if ".jsonl" in path} == set(named)
    assert [one["name"] for one in described["recordSet"]] == ["train", "dev", "test"]
