"""The folders of releases and imports, under the site's own."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

from django.conf import settings

from releases.models import Release

# Inside a release's folder, until it is ready: what a new attempt goes on from.
STATE = ".state"
MANIFEST = "manifest.json"


def folder_of(release: Release) -> Path:
    """Return the folder of a release."""
    return Path(settings.HOME, "releases", str(release.public_id))


def import_folder(public_id: UUID) -> Path:
    """Return the folder for the uploads of an import, and for what was read from them."""
    return Path(settings.HOME, "uploads", "datasets", str(public_id))
