"""Where the files of releases stand."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from releases.models import Release

# Inside of a release's folder, until it is ready: what a new attempt goes on from.
STATE = ".state"
MANIFEST = "manifest.json"


def folder_of(release: Release) -> Path:
    """The folder of a release, under the site's own."""
    return Path(settings.HOME, "releases", str(release.public_id))
