"""The recipes of the documentation and of every release load it, as they are written."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from campaigns.protocols import registry
from quality.services import demo
from releases import formats
from releases.dataset.rules.choices import Compression
from releases.dataset.rules.records import EvidencePiece, Record
from releases.dataset.rules.splits import RequestedPart
from releases.formats.files.writing import write_lines
from releases.papers.readme import tags_of
from releases.storage.folders import folder_of
from tests.annotation.verifying_world import Desk
from tests.releases.world import choices_of, make_release

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("home")]

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "researchers.md"
SHOWN_BY_DATASETS = """
print({part: len(claims[part]) for part in claims})
print(sorted(set(claims["train"]["verdict"])))
print(set(claims["test"]["verdict"]))
"""
SHOWN_BY_PANDAS = """
print(list(claims.columns), len(claims))
"""


def blocks(text: str) -> list[str]:
    """Return the code blocks that are indented by four spaces and start like Python."""
    found: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.startswith("    ") or (not line and found[-1]):
            found[-1].append(line[4:])
        elif found[-1]:
            found.append([])
    code = ["\n".join(lines).strip() + "\n" for lines in found]
    return [one for one in code if one.startswith(("import ", "from "))]


def run(code: str, folder: Path) -> str:
    """Run code in a folder, in a process of its own that cannot ask the network."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={
            **os.environ,
            "HF_HOME": str(folder / "hf"),
            "HF_HUB_OFFLINE": "1",
            "HF_DATASETS_DISABLE_PROGRESS_BARS": "1",
            "PYTHONIOENCODING": "utf-8",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_scripts_of_the_documentation_run_as_written(desk: Desk, tmp_path: Path) -> None:
    release = make_release(desk.campaign)
    shutil.copytree(folder_of(release), tmp_path / "demo-release")
    by_pandas, by_datasets, official = blocks(DOCUMENT.read_text(encoding="utf-8"))
    said = run(by_pandas, tmp_path)
    # Which claims are in the part is drawn by lot.
    assert "Name: count, dtype: int64" in said
    assert " rows x 5 columns]" in said
    said = run(by_datasets, tmp_path)
    assert "features: ['id', 'claim', 'verdict', 'evidence', 'tags', 'split']" in said
    assert [f"num_rows: {count}" in said for count in (24, 3)] == [True, True]
    assert "Strict score:  1.0" in run(official, tmp_path)


def test_the_documentation_names_the_campaign_of_the_demo() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert f"“{demo.CAMPAIGN_NAME}”" in text
    assert f'manage.py release "{demo.CAMPAIGN_NAME}" --out demo-release' in text


def odd_records(part: str) -> list[Record]:
    """Return parts that mislead code that guesses types: without evidence, tags or context."""
    piece = EvidencePiece("Aare “=1+1”", "sentence_0", (), "It is a river.")
    sets = {"train": (), "dev": ((piece,),), "test": ((piece, piece), (piece,))}
    tags = {"train": {}, "dev": {}, "test": {"challenge": "other"}}
    return [
        Record(id=1, claim="A claim.", verdict="supported", sets=sets[part], tags=tags[part])
    ] * 3


def test_the_types_are_right_where_the_first_part_has_neither_evidence_nor_tags(
    tmp_path: Path,
) -> None:
    public = formats.get("public")
    for part in ("train", "dev", "test"):
        lines = map(public.write, odd_records(part))
        write_lines(tmp_path, f"demo-release/public/{part}.jsonl", lines)
    code = blocks(DOCUMENT.read_text(encoding="utf-8"))[1] + 'print(claims["test"][0])\n'
    last = run(code, tmp_path).splitlines()[-1]
    assert "'tags': {'challenge': 'other'}" in last
    assert "'page': 'Aare “=1+1”'" in last
    without = code.replace("    features=features,\n", "")
    with pytest.raises(AssertionError, match="DatasetGenerationError"):
        run(without, tmp_path)


@pytest.mark.parametrize("compression", Compression)
def test_the_readme_of_a_release_loads_it(desk: Desk, compression: Compression) -> None:
    choices = choices_of(
        desk.campaign,
        compression=compression,
        withheld=("test",),
        parts=(
            RequestedPart("train"),
            RequestedPart("none", size=0),
            RequestedPart("test", size=6),
        ),
    )
    folder = folder_of(make_release(desk.campaign, choices))
    by_datasets, by_pandas = blocks((folder / "README.md").read_text(encoding="utf-8"))
    said = run(by_datasets + SHOWN_BY_DATASETS + by_pandas + SHOWN_BY_PANDAS, folder)
    # The part without claims is left out; the withheld one has no labels.
    assert said.splitlines() == [
        "{'train': 24, 'test': 6}",
        "['not_enough_information', 'refuted', 'supported']",
        "{None}",
        "['id', 'claim', 'verdict', 'evidence', 'tags', 'split'] 24",
    ]


def test_every_design_is_loaded_with_its_own_tags() -> None:
    assert {name: tags_of(registry.get(name)) for name in ("feverous", "fever")} == {
        "feverous": ["challenge"],
        "fever": [],
    }


def test_pandas_unfolds_the_evidence(desk: Desk) -> None:
    folder = folder_of(make_release(desk.campaign))
    train = pd.read_json(folder / "public" / "train.jsonl", lines=True)
    elements = train.explode("evidence").explode("evidence").reset_index(drop=True)
    elements = elements.join(pd.json_normalize(elements.pop("evidence")))
    assert set(elements["address"].str.extract(r"^([a-z_]+?)_\d")[0]) == {
        "cell",
        "header_cell",
        "sentence",
    }
    assert elements["text"].str.len().min() > 0


def test_croissant_and_readme_describe_every_data_file_that_all_may_have(desk: Desk) -> None:
    release = make_release(desk.campaign)
    described = json.loads(Path(folder_of(release), "croissant.json").read_bytes())
    assert release.manifest is not None
    sums = {one["path"]: one["sha256"] for one in release.manifest["files"]}
    named = {one["contentUrl"]: one["sha256"] for one in described["distribution"]}
    assert named == {path: sums[path] for path in named}
    public = {path for path in sums if ".jsonl" in path and not path.startswith("internal/")}
    assert set(named) == public
    readme = Path(folder_of(release), "README.md").read_text(encoding="utf-8")
    assert all(f"- `{path}`: " in readme for path in public)
    assert "internal/" not in readme
    assert [one["name"] for one in described["recordSet"]] == ["train", "dev", "test"]
    # JSON lines are read as columns; nothing else is loaded by Croissant's own library.
    fields = described["recordSet"][0]["field"]
    assert [one["source"]["extract"] for one in fields] == [
        {"column": name} for name in ("id", "claim", "verdict", "split")
    ]
    assert described["datePublished"] == "2026-03-14"
    assert described["citeAs"] == "Rivers of test, release 1 (2026)."
