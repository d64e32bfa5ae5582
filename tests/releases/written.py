"""The files of a written release: read, changed, checked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from releases.check.release import check_release
from releases.formats.files.writing import facts_of
from releases.models import Release
from releases.selectors import facts
from releases.storage.folders import folder_of


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def check(release: Release) -> None:
    assert release.manifest is not None
    check_release(
        folder_of(release),
        release.manifest,
        people=facts.people_to_hide(release),
        elements=lambda titles: facts.elements_on(facts.corpus_of(release), titles),
    )


def rewrite(release: Release, path: str, old: str, new: str) -> None:
    """Change a file and its checksum, so that only the content can tell."""
    file = folder_of(release) / path
    text = file.read_text(encoding="utf-8")
    assert old in text
    # The first line of some files is a header.
    header, claims = text.split("\n", 1) if "feverous" in path else ("", text)
    changed = claims.replace(old, new)
    file.write_text(f"{header}\n{changed}" if header else changed, encoding="utf-8")
    assert release.manifest is not None
    for entry in release.manifest["files"]:
        if entry["path"] == path:
            found = facts_of(folder_of(release), path)
            entry |= {"size": found.size, "sha256": found.sha256}
