"""Every package of the project is named in an import contract, itself or a package around it."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

ROOT = Path(settings.PROJECT_ROOT)
# Code around the project, which the project never imports.
AROUND = {"tests", "benchmarks", "demo", "scripts"}
# Packages that only Django reads.
NO_CODE = {"migrations"}
CALLED_PURE = re.compile(r"\bPure\b(?! apart)")


def packages() -> list[str]:
    """Return every package with code, as a dotted name."""
    apps = [top.parent for top in sorted(ROOT.glob("*/__init__.py"))]
    return [
        ".".join(folder.relative_to(ROOT).parts)
        for app in apps
        if app.name not in AROUND
        for folder in [app, *sorted(app.rglob("*/"))]
        if folder.name not in NO_CODE and any(folder.glob("*.py"))
    ]


def contracts() -> list[dict[str, Any]]:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = pyproject["tool"]["importlinter"]["contracts"]
    return found


def named_by(contract: dict[str, Any]) -> Iterator[str]:
    """Yield the packages that a contract is about."""
    yield from contract.get("source_modules", [])
    yield from contract.get("modules", [])
    yield from contract.get("protected_modules", [])
    for container in contract.get("containers", [""]):
        for layer in contract.get("layers", []):
            for name in layer.replace(":", "|").split("|"):
                name = name.strip().strip("()")
                yield f"{container}.{name}" if container else name


def uncovered(names: list[str], contracts: list[dict[str, Any]]) -> list[str]:
    """Return the packages that no contract covers.

    A contract covers what it names and everything beneath; but the order of the apps says nothing
    about the inside of an app, so it covers none of the packages there.
    """
    covered: set[str] = set()
    for contract in contracts:
        orders_apps = contract["type"] == "layers" and "containers" not in contract
        named = set(named_by(contract))
        covered |= {
            name
            for name in names
            if name in named
            or (not orders_apps and any(name.startswith(f"{other}.") for other in named))
        }
    return [name for name in names if name not in covered]


def test_every_package_is_in_a_contract() -> None:
    names = packages()
    assert {"annotation.rules.verifying", "metrics", "releases.formats.fever"} <= set(names)
    assert uncovered(names, contracts()) == []


def test_every_top_level_package_is_read_by_the_linter() -> None:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    roots = pyproject["tool"]["importlinter"]["root_packages"]
    assert set(roots) == {name for name in packages() if "." not in name}


def modules_called_pure() -> list[str]:
    """Return the modules whose docstring calls them pure, as dotted names."""
    return [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for name in packages()
        for path in sorted(ROOT.joinpath(*name.split(".")).glob("*.py"))
        if CALLED_PURE.search(ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "")
    ]


def test_what_calls_itself_pure_is_in_the_contract_of_pure_packages() -> None:
    [contract] = [one for one in contracts() if one["name"] == "Pure packages know no framework"]
    named = set(contract["source_modules"])
    pure = modules_called_pure()
    assert {"search.query", "search.analysis", "wiki.dump"} <= set(pure)
    outside = [
        name
        for name in pure
        if name not in named and not any(name.startswith(f"{other}.") for other in named)
    ]
    assert outside == []


def test_the_word_pure_is_recognised() -> None:
    assert CALLED_PURE.search("Rules of decks. Pure: no Django.")
    assert CALLED_PURE.search("The list of pages. Pure.")
    assert not CALLED_PURE.search("Pure apart from the template tag. What purely pure modules do.")


APPS = {"type": "layers", "layers": ["a", "b"]}
INSIDE = {"type": "layers", "containers": ["a"], "layers": ["(views) | (api)", "models"]}
PURE = {"type": "forbidden", "source_modules": ["c", "a.rules"], "forbidden_modules": ["b.x"]}


@pytest.mark.parametrize(
    ("name", "is_covered"),
    [
        ("a", True),
        ("a.views", True),
        ("a.views.desk", True),
        ("a.rules.logs", True),
        ("a.rules_of_thumb", False),
        ("a.parts", False),
        ("b", True),
        ("b.x", False),
        ("c.deep.inside", True),
        ("d", False),
    ],
)
def test_package_is_covered_by_its_name_or_a_package_around_it(name: str, is_covered: bool) -> None:
    assert (uncovered([name], [APPS, INSIDE, PURE]) == []) is is_covered


def test_the_guide_to_the_code_lists_the_pure_packages_of_the_contract() -> None:
    guide = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    listed = re.search(r"The packages\s+(.*?) are pure:", guide, re.DOTALL)
    assert listed is not None
    names = {
        name.removesuffix(".py").replace("/", ".") for name in re.findall(r"`([^`]+)`", listed[1])
    }
    (pure,) = [each for each in contracts() if each["name"].startswith("Pure")]
    assert names == set(pure["source_modules"])
