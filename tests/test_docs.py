"""Guides that name files of the project: what they name must be there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# A path in code marks: at least one folder, then a file or a folder.
PATH = re.compile(r"`((?:[a-z_]+/)+[a-z_.-]*)`")
TOP_LEVEL = {path.name for path in ROOT.iterdir() if path.is_dir()}
GUIDES = [*sorted(ROOT.glob("docs/*.md")), ROOT / "SECURITY.md"]


# Written by a command and not kept in the repository.
GENERATED = {"benchmarks/results/"}


def is_there(path: str) -> bool:
    return (ROOT / path).exists() or (ROOT / "templates" / path).is_file()


def named_paths(text: str) -> set[str]:
    return {path for path in PATH.findall(text) if path.split("/")[0] in TOP_LEVEL}


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_files_that_a_guide_names_exist(guide: Path) -> None:
    named = named_paths(guide.read_text(encoding="utf-8"))
    assert sorted(path for path in named - GENERATED if not is_there(path)) == []


def test_every_attack_is_in_the_threat_model() -> None:
    model = (ROOT / "docs/threat-model.md").read_text(encoding="utf-8")
    attacks = [f"tests/attacks/{path.name}" for path in ROOT.glob("tests/attacks/test_*.py")]
    assert [name for name in attacks if f"`{name}`" not in model] == []
    tests = {path for path in named_paths(model) if path.startswith("tests/")}
    assert len(tests) > 20
    assert [name for name in tests if "def test_" not in (ROOT / name).read_text("utf-8")] == []


def test_paths_are_found_at_all() -> None:
    assert named_paths("See `wiki/parsing/` and `no/such`, `core/append_only.py`.") == {
        "wiki/parsing/",
        "core/append_only.py",
    }
    assert len(named_paths((ROOT / "docs/architecture.md").read_text(encoding="utf-8"))) > 40


def test_each_typical_change_leads_to_files_of_the_project() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    section = text.partition("## Where does it go?")[2].partition("\n## ")[0]
    changes = [line for line in section.splitlines() if line.startswith("| ")][1:]
    assert len(changes) >= 10
    assert [line for line in changes if not any(map(is_there, named_paths(line)))] == []
