"""Guides that name files of the project: what they name must be there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# A path in code marks: at least one folder, then a file or a folder.
PATH = re.compile(r"`((?:[\w-]+/)+[\w.-]*)`")
TOP_LEVEL = {path.name for path in ROOT.iterdir() if path.is_dir()}
GUIDES = [*sorted(ROOT.glob("docs/*.md")), ROOT / "SECURITY.md"]


# What managers look at every day is shown in both themes.
DASHBOARDS = {
    "agreement",
    "bias",
    "campaign-claim",
    "campaign-claims",
    "campaign-progress",
    "evidence-agreement",
    "look-next",
    "people",
    "person",
}
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
    text = "See `wiki/parsing/`, `no/such`, `core/append_only.py`, `docs/decisions/0021-a-b.md`."
    assert named_paths(text) == {
        "wiki/parsing/",
        "core/append_only.py",
        "docs/decisions/0021-a-b.md",
    }
    assert len(named_paths((ROOT / "docs/architecture.md").read_text(encoding="utf-8"))) > 40


def test_each_typical_change_leads_to_files_of_the_project() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    section = text.partition("## Where does it go?")[2].partition("\n## ")[0]
    changes = [line for line in section.splitlines() if line.startswith("| ")][1:]
    assert len(changes) >= 10
    assert [line for line in changes if not any(map(is_there, named_paths(line)))] == []


def test_the_screenshots_of_the_guides_are_those_that_the_script_takes() -> None:
    shown = {
        name
        for path in [*GUIDES, ROOT / "README.md"]
        for name in re.findall(
            r"[(\"](?:docs/)?images/([\w-]+)\.webp[)\"]", path.read_text("utf-8")
        )
    }
    stored = {path.stem for path in (ROOT / "docs/images").iterdir()}
    scripts = [ROOT / "scripts/screenshots.py", *ROOT.glob("scripts/*_tour.py")]
    texts = [path.read_text("utf-8") for path in scripts]
    taken = {
        name
        for text in texts
        for name in re.findall(r'(?:shoot\w*|^        )\("([\w-]+)"', text, re.M)
    }
    # In both themes.
    dark = {
        f"{name}-dark" for text in texts for name in re.findall(r'shoot_both\("([\w-]+)"', text)
    }
    assert shown == stored == taken | dark
    assert {f"{name}-dark" for name in DASHBOARDS} <= dark


def test_screenshots_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in (ROOT / "docs/images").iterdir()}
    assert {name: size for name, size in sizes.items() if size > 100_000} == {}
    assert sum(sizes.values()) < 4_000_000
