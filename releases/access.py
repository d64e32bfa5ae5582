"""Access of people to releases and their files, for pages and the API."""

from __future__ import annotations

import re
from hashlib import sha256
from operator import attrgetter
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase

from accounts.roles import Area
from campaigns.access import CampaignAccess, campaign_for
from releases.downloads import lost_file, send_bytes, send_file
from releases.models import Release
from releases.selectors import releases as selectors
from releases.storage.archives import ArchivedFile, TarArchive
from releases.storage.folders import MANIFEST, folder_of

_ODD = re.compile(r"[^A-Za-z0-9._]+")


def release_for(
    request: HttpRequest, public_id: UUID, version: int
) -> tuple[CampaignAccess, Release]:
    """Return the release, if this person may see the campaign's releases."""
    access = campaign_for(request, public_id, Area.RELEASES)
    found = selectors.releases_of(access.campaign).filter(version=version).first()
    if found is None:
        raise Http404
    # One and the same object: the campaign is joined already.
    found.campaign = access.campaign
    return access, found


def managed_release_for(
    request: HttpRequest, public_id: UUID, version: int
) -> tuple[CampaignAccess, Release]:
    """Return a release that is ready, if this person manages its campaign (else 403)."""
    access, release = release_for(request, public_id, version)
    if not sees_internal(access):
        raise PermissionDenied
    if release.state != Release.State.READY:
        raise Http404
    return access, release


def sees_internal(access: CampaignAccess) -> bool:
    """Return whether somebody may see people's acts and withheld labels: managers may."""
    return access.manages_members


def is_closed_to(access: CampaignAccess, release: Release) -> bool:
    """Return whether a release was withdrawn and somebody may not look at it any more."""
    return release.withdrawn_at is not None and not sees_internal(access)


def offers_files(access: CampaignAccess, release: Release) -> bool:
    """Return whether somebody may have its files: of a withdrawn release, managers may."""
    return release.state == Release.State.READY and not is_closed_to(access, release)


def send_release_file(
    request: HttpRequest, access: CampaignAccess, release: Release, path: str
) -> HttpResponseBase:
    """Return a file of a release, or the requested range of it; raise Http404 for no file."""
    if not offers_files(access, release):
        raise Http404
    # Plain letters: a header takes no others, and file systems differ.
    plain = _ODD.sub("-", f"{release.campaign.name}-{release.version}-{path}").strip("-.")
    folder = folder_of(release)
    if path == MANIFEST:
        etag = f"manifest-{release.public_id}"
        return send_file(request, folder / path, name=plain, etag=etag)
    for file in selectors.files_of(release, internal=sees_internal(access)):
        if file.path == path:
            return send_file(request, folder / path, name=plain, etag=file.sha256)
    raise Http404


def send_release_archive(
    request: HttpRequest, access: CampaignAccess, release: Release
) -> HttpResponseBase:
    """Return all files that somebody may have as one archive, or the requested range of it."""
    manifest_file = selectors.manifest_file(release)
    if not offers_files(access, release) or release.ready_at is None or manifest_file is None:
        raise Http404
    folder = folder_of(release)
    top = _ODD.sub("-", f"{release.campaign.name}-{release.version}").strip("-.")
    offered = [*selectors.files_of(release, internal=sees_internal(access)), manifest_file]
    files = [
        ArchivedFile(folder / file.path, file.size, f"{top}/{file.path}")
        for file in sorted(offered, key=attrgetter("path"))
    ]
    for file in files:
        if not file.path.exists():
            return lost_file(file.path)
    archive = TarArchive(files, modified=int(release.ready_at.timestamp()))
    digest = sha256("".join(sorted(file.sha256 for file in offered)).encode()).hexdigest()
    return send_bytes(request, archive.size, archive.read, name=f"{top}.tar", etag=digest)
