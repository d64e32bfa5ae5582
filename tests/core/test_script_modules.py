"""The modules that a script imports."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from pytest_django import Settings

from core.script_modules import imported_modules

SCRIPTS = Path(settings.PROJECT_ROOT) / "static" / "touchstone" / "js"
NAMED = re.compile(r"""from\s+["'](\.[^"']+)["'];""")


@pytest.fixture
def scripts(tmp_path: Path, settings: Settings) -> Path:
    settings.STATICFILES_DIRS = [tmp_path]
    (tmp_path / "desk").mkdir()
    return tmp_path


def test_modules_are_followed_through_folders_each_once_nearest_first(scripts: Path) -> None:
    (scripts / "desk" / "desk.js").write_text(
        'import { find } from "../dom.js";\nimport {\n  one,\n  two,\n} from "./log.js";\n'
    )
    (scripts / "desk" / "log.js").write_text(
        'import "./keys.js";\nexport { find } from "../dom.js";\n'
    )
    (scripts / "desk" / "keys.js").write_text("export const keys = [];\n")
    (scripts / "dom.js").write_text("export function find() {}\n")
    assert imported_modules("desk/desk.js") == ["dom.js", "desk/log.js", "desk/keys.js"]


def test_types_in_comments_are_no_imports(scripts: Path) -> None:
    (scripts / "grading.js").write_text(
        '/** @typedef {import("./log.js").Log} Log */\n// import { a } from "./a.js";\n'
    )
    assert imported_modules("grading.js") == []


def test_import_of_a_missing_file_is_an_error(scripts: Path) -> None:
    (scripts / "grading.js").write_text('import { find } from "./dom.js";\n')
    with pytest.raises(FileNotFoundError, match=r"dom\.js"):
        imported_modules("grading.js")


@pytest.mark.parametrize("path", sorted(SCRIPTS.rglob("*.js")), ids=lambda path: path.name)
def test_every_import_of_our_scripts_is_found(path: Path) -> None:
    named = {
        str((path.parent / name).resolve().relative_to(SCRIPTS.parent.parent))
        for name in NAMED.findall(path.read_text(encoding="utf-8"))
    }
    found = imported_modules(str(path.relative_to(SCRIPTS.parent.parent)))
    assert named <= set(found)
