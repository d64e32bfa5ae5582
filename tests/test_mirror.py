"""The mirror: the tests of a/b/c.py stand in tests/a/b/test_c.py.

A module with many tests has several files, `test_c_aspect.py`. Tests of a whole package `b` begin
with its name: `test_b_aspect.py`.
"""

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
CROSS_CUTTING_MODULES = {
    *("test_docs.py", "test_mirror.py", "test_scripts.py", "test_styles.py", "test_words.py"),
}
# Modules of tests in the folder of a package that concern no module of it, with the reason.
OF_NO_MODULE = {
    "campaigns/protocols/test_names.py": "no other package may name a design",
    "config/test_commands.py": "the commands of all apps",
    "config/test_docker.py": "the files in docker/",
    "config/test_entry_points.py": "the scripts in docker/",
    "config/test_import_contracts.py": "the contracts in pyproject.toml",
    "config/test_run_folder.py": "the folder in which tests run",
    "config/test_systemd.py": "the files in systemd/",
}


def modules_without_source(tests: Path, root: Path) -> list[str]:
    """Return the modules of tests that name no module of the package that they mirror."""
    found = []
    for path in sorted(tests.rglob("test_*.py")):
        folder = path.parent.relative_to(tests)
        if not folder.parts or folder.parts[0] in CROSS_CUTTING:
            continue
        subject = path.stem.removeprefix("test_")
        if not any(
            subject == name or subject.startswith(f"{name}_") for name in names(root / folder)
        ):
            found.append(str(folder / path.name))
    return found


def names(package: Path) -> set[str]:
    """Return what tests in the folder of a package may be about: it, its modules and packages."""
    # Django keeps commands in a folder of their own.
    folders = [package, package / "commands"]
    inside = {path.stem.strip("_") for folder in folders for path in folder.glob("*.py")}
    return {package.name, *inside, *(path.parent.name for path in package.glob("*/__init__.py"))}


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


def test_every_module_of_tests_names_what_it_is_about() -> None:
    assert modules_without_source(TESTS, ROOT) == sorted(OF_NO_MODULE)


def test_a_module_of_tests_without_its_module_is_found(tmp_path: Path) -> None:
    for name in (
        *("wiki/dump/__init__.py", "wiki/dump/pool.py", "wiki/__main__.py", "wiki/models.py"),
        *("wiki/management/commands/import_dump.py", "tests/wiki/management/test_import_dump.py"),
        *("tests/wiki/test_models.py", "tests/wiki/test_main.py", "tests/wiki/test_wiki_golden.py"),
        *("tests/wiki/dump/test_pool_workers.py", "tests/wiki/test_dump.py", "tests/test_docs.py"),
        *("tests/wiki/dump/test_pools.py", "tests/wiki/test_workers.py", "tests/api/test_any.py"),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    found = modules_without_source(tmp_path / "tests", tmp_path)
    assert found == ["wiki/dump/test_pools.py", "wiki/test_workers.py"]


def test_modules_outside_any_folder_concern_the_whole_repository() -> None:
    assert {path.name for path in TESTS.glob("test_*.py")} == CROSS_CUTTING_MODULES


def test_cross_cutting_folders_exist_and_hide_no_package() -> None:
    assert [name for name in CROSS_CUTTING if not any((TESTS / name).glob("**/test_*.py"))] == []
    assert [name for name in CROSS_CUTTING if (ROOT / name / "__init__.py").exists()] == []
