"""The mirror: the tests of a package stand in the folder of the same name."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"

# Folders of tests that concern several packages, or the tests themselves.
CROSS_CUTTING = {
    "api": "the JSON API of all apps",
    "attacks": "what an attacker would try, whichever package answers",
    "browser": "walks through several apps in Chromium",
    "coverage": "the plugin that measures coverage",
    "permissions": "every URL with every role",
    "servers": "the servers that tests start",
    "translation": "every page in a pseudo-language",
}
# Modules of tests beside the packages: they concern the whole repository.
CROSS_CUTTING_MODULES = {"test_docs.py", "test_mirror.py", "test_scripts.py", "test_words.py"}


def folders_without_source(tests: Path, root: Path) -> list[str]:
    """Return the folders with test modules that mirror no package of the source."""
    folders = {path.parent.relative_to(tests) for path in tests.rglob("test_*.py")}
    return sorted(
        str(folder)
        for folder in folders
        if folder.parts
        and folder.parts[0] not in CROSS_CUTTING
        and not (root / folder / "__init__.py").is_file()
    )


def test_every_folder_of_tests_mirrors_a_package() -> None:
    assert folders_without_source(TESTS, ROOT) == []


def test_a_folder_without_its_package_is_found(tmp_path: Path) -> None:
    for folder in ("tests/wiki/dump", "tests/wiki/dumps", "tests/browser/desk", "wiki/dump"):
        (tmp_path / folder).mkdir(parents=True)
    for module in (
        *("tests/wiki/test_models.py", "tests/wiki/dump/test_pool.py"),
        *("tests/wiki/dumps/test_files.py", "tests/browser/desk/test_desk.py"),
        *("wiki/__init__.py", "wiki/dump/__init__.py"),
    ):
        (tmp_path / module).touch()
    assert folders_without_source(tmp_path / "tests", tmp_path) == ["wiki/dumps"]


def test_modules_outside_any_folder_concern_the_whole_repository() -> None:
    assert {path.name for path in TESTS.glob("test_*.py")} == CROSS_CUTTING_MODULES


def test_cross_cutting_folders_exist_and_hide_no_package() -> None:
    assert [name for name in CROSS_CUTTING if not any((TESTS / name).glob("**/test_*.py"))] == []
    assert [name for name in CROSS_CUTTING if (ROOT / name / "__init__.py").exists()] == []
