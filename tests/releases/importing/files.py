"""Files that tests import as a dataset."""

from __future__ import annotations

from pathlib import Path

from jobs.runs import LocalRun
from releases.importing.import_requests import create_import
from releases.importing.requirements import usual_design
from releases.importing.running import run_import
from releases.importing.staging import DatasetFile
from releases.models import DatasetImport, Release
from tests.annotation.verifying_world import Desk
from tests.people import NOW

PARTS = ("train", "dev", "test")


def bring(
    desk: Desk, files: dict[str, Path], format_name: str = "feverous", purpose: str = "analyse"
) -> tuple[DatasetImport, list[DatasetFile]]:
    """Create an import that is still to be run."""
    corpus = desk.campaign.corpus
    assert corpus is not None
    brought = [DatasetFile(part, path.name, path) for part, path in files.items()]
    created = create_import(
        name="Imported",
        corpus=corpus,
        format_name=format_name,
        design=usual_design(format_name),
        purpose=purpose,
        files=brought,
        by=None,
        now=NOW,
    )
    return created, brought


def import_files(
    desk: Desk, files: dict[str, Path], format_name: str = "feverous", purpose: str = "analyse"
) -> Release:
    """Import files, and return the release that they become."""
    created, brought = bring(desk, files, format_name, purpose)
    return run_import(dataset_import=created, files=brought, run=LocalRun(clock=lambda: NOW))
