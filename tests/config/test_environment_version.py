"""The version is in pyproject.toml; everything else reads it from there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from config.variables import PROJECT_ROOT
from tests.people import Cast

# Made by programs, or data of others.
NOT_READ = {"var", "papers", "results", "node_modules", "package-lock.json"}
READ = {".py", ".html", ".js", ".css", ".json", ".md", ".sh", ".svg", ".toml", ".yaml", ""}


def version_in_pyproject() -> str:
    project = tomllib.loads((PROJECT_ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(project["project"]["version"])


def test_settings_read_the_version_of_the_project() -> None:
    assert version_in_pyproject() == settings.VERSION


def our_files(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.name.startswith(".") or path.name in NOT_READ:
            continue
        if path.is_dir():
            yield from our_files(path)
        elif path.suffix in READ:
            yield path


def test_no_other_file_states_the_version() -> None:
    version = re.compile(rf"(?<![\d.]){re.escape(version_in_pyproject())}(?![\d.])".encode())
    stated = {
        str(path.relative_to(PROJECT_ROOT))
        for path in our_files(PROJECT_ROOT)
        if version.search(path.read_bytes())
    }
    # What was new in a version may be told, and the client has a version of its own.
    assert stated - {"CHANGELOG.md", "clients/python/pyproject.toml"} == {"pyproject.toml"}


@pytest.mark.django_db
def test_administrators_metrics_and_the_api_name_the_version(
    cast: Cast, log_in: Callable[..., Client]
) -> None:
    client = log_in(cast.administrator)
    version = re.escape(version_in_pyproject())
    for address, pattern in {
        "/status/": version,
        "/metrics": f'version="{version}"',
        "/api/v1/schema": f"version: {version}",
    }.items():
        assert re.search(pattern, client.get(address).content.decode()), address
