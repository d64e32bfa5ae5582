"""The contract of scripts and templates: every text that a script uses exists."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from config.variables import PROJECT_ROOT

SCRIPTS = PROJECT_ROOT / "static" / "touchstone" / "js"
TEMPLATES = PROJECT_ROOT / "templates"
# Names that are put together: what begins so is asked for.
MADE_UP = re.compile(r"\btext\(`([a-z_.]*)\$\{")
NAMED = re.compile(r"\btext\(\s*\"([a-z_.]+)\"")
EITHER = re.compile(r"\btext\([^()]*\? \"([a-z_.]+)\" : \"([a-z_.]+)\"")
ACTION = re.compile(r"\bactions\.add\(\s*\"(\w+)\"")
# Names that reach the function in a variable.
PASSED_ON = {
    "room.away",
    "room.failed",
    "room.too_long",
    "place",
    "place_in_part",
    "undone",
    "redone",
}


def texts_in_templates() -> dict[str, set[str]]:
    """Return the names of the texts of every group."""
    found: dict[str, set[str]] = {}
    for path in TEMPLATES.rglob("*.html"):
        for group, body in re.findall(
            r'<template data-texts="([\w-]+)">(.*?)</template>',
            path.read_text(encoding="utf-8"),
            re.DOTALL,
        ):
            assert group not in found, f"{group} has two templates"
            found[group] = set(re.findall(r'<data value="([\w.]+)">', body))
    return found


def code_of(path: Path) -> str:
    """Return a script without the comments that fill a line."""
    return re.sub(r"^\s*//.*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)


def groups_of(path: Path) -> tuple[str, ...]:
    """Return the groups that a script reads."""
    named = re.findall(r"textsOf\(\"([\w-]+)\"\)", code_of(path))
    folder = path.relative_to(SCRIPTS).parts[:-1]
    if folder == ("desk",):
        return ("desk",)
    return ("desk", folder[1]) if folder else tuple(named)


def asked_for(path: Path) -> set[str]:
    code = code_of(path)
    names = {*NAMED.findall(code), *(name for pair in EITHER.findall(code) for name in pair)}
    return names | {f"action.{name}" for name in ACTION.findall(code)}


def is_there(name: str, known: set[str]) -> bool:
    return name in known or f"{name}.other" in known


@pytest.mark.parametrize("path", sorted(SCRIPTS.rglob("*.js")), ids=lambda path: path.name)
def test_every_text_of_a_script_is_in_its_template(path: Path) -> None:
    texts = texts_in_templates()
    known = {name for group in groups_of(path) for name in texts[group]}
    assert {name for name in asked_for(path) if not is_there(name, known)} == set()
    starts = MADE_UP.findall(code_of(path))
    assert [start for start in starts if not any(name.startswith(start) for name in known)] == []


def test_every_text_is_asked_for() -> None:
    scripts = sorted(SCRIPTS.rglob("*.js"))
    asked = {name for path in scripts for name in asked_for(path)} | PASSED_ON
    starts = {start for path in scripts for start in MADE_UP.findall(code_of(path))} - {"action."}
    unused = {
        f"{group}: {name}"
        for group, names in texts_in_templates().items()
        for name in names
        if not {name, name.rpartition(".")[0]} & asked and not name.startswith(tuple(starts))
    }
    assert unused == set()


def test_the_lock_file_of_the_linters_names_no_registry() -> None:
    lock = json.loads((PROJECT_ROOT / "scripts/javascript/package-lock.json").read_text())
    assert [name for name, package in lock["packages"].items() if "resolved" in package] == []


def test_modules_are_loaded_with_links_that_preload_their_imports() -> None:
    by_hand = [
        path.name for path in TEMPLATES.rglob("*.html") if 'type="module"' in path.read_text()
    ]
    assert by_hand == []
