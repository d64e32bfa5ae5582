"""The API of releases: list them, read one, download its files."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from msgspec import Struct
from rest_framework.request import Request

from accounts.roles import Area
from campaigns.access import CampaignAccess, campaign_for
from core.api.lists import Listing, ListParameters, newest_first
from core.api.operations import operation
from core.api.problems import ApiProblem
from core.api.struct_schemas import one_of
from core.api.views import ApiView
from releases import access as release_access
from releases.models import Release
from releases.selectors import releases as selectors

TAG = "releases"
BYTES = "application/octet-stream"


class ReleaseFileAnswer(Struct, frozen=True):
    """A file of a release."""

    path: str
    size: int
    sha256: str
    records: int | None


class ReleaseAnswer(Struct, frozen=True):
    """A release; its files are there once it is ready."""

    id: UUID
    version: int
    state: Annotated[str, one_of(Release.State.values)]
    note: str
    created_at: datetime
    ready_at: datetime | None
    withdrawn_at: datetime | None
    files: list[ReleaseFileAnswer]


class ReleaseList(ApiView):
    """The releases of a campaign."""

    access: CampaignAccess

    def enter(self, request: Request, **arguments: Any) -> None:
        self.access = campaign_for(request, arguments["public_id"], Area.RELEASES)

    @operation(
        "releases_list",
        "List the releases of a campaign, newest first",
        tag=TAG,
        parameters=ListParameters,
        answer=Listing[ReleaseAnswer],
    )
    def get(
        self, request: Request, public_id: UUID, *, parameters: ListParameters
    ) -> Listing[ReleaseAnswer]:
        found, following = newest_first(selectors.releases_of(self.access.campaign), parameters)
        return Listing([_answer(self.access, release) for release in found], following)


class ReleaseView(ApiView):
    """The base of the resources of one release."""

    access: CampaignAccess
    release: Release

    def enter(self, request: Request, **arguments: Any) -> None:
        self.access, self.release = release_access.release_for(
            request, arguments["public_id"], arguments["version"]
        )


class ReleaseDetail(ReleaseView):
    """One release."""

    @operation("releases_read", "Read a release", tag=TAG, answer=ReleaseAnswer)
    def get(self, request: Request, public_id: UUID, version: int) -> ReleaseAnswer:
        return _answer(self.access, self.release)


class ReleaseFile(ReleaseView):
    """A file of a release."""

    @operation(
        "releases_file",
        "Download a file of a release; ranges resume a download",
        tag=TAG,
        media_type=BYTES,
        refusals=(416,),
    )
    def get(self, request: Request, public_id: UUID, version: int, path: str) -> HttpResponseBase:
        return _sent(release_access.send_release_file(request, self.access, self.release, path))


class ReleaseArchive(ReleaseView):
    """All files of a release."""

    @operation(
        "releases_archive",
        "Download all files of a release as one tar archive",
        tag=TAG,
        media_type=BYTES,
        refusals=(416,),
    )
    def get(self, request: Request, public_id: UUID, version: int) -> HttpResponseBase:
        return _sent(release_access.send_release_archive(request, self.access, self.release))


def _sent(response: HttpResponseBase) -> HttpResponseBase:
    if response.status_code == 404:
        raise ApiProblem(404, "file_lost", _("This file is lost. Tell your administrator."))
    if response.status_code == 416:
        headers = {"Content-Range": response.headers["Content-Range"]}
        detail = _("This range is not in the file.")
        raise ApiProblem(416, "range_not_satisfiable", detail, headers=headers)
    return response


def _answer(access: CampaignAccess, release: Release) -> ReleaseAnswer:
    files = []
    if release_access.offers_files(access, release):
        internal = release_access.sees_internal(access)
        files = [
            ReleaseFileAnswer(file.path, file.size, file.sha256, file.records)
            for file in selectors.files_of(release, internal=internal)
        ]
    return ReleaseAnswer(
        id=release.public_id,
        version=release.version,
        state=release.state,
        note=release.note,
        created_at=release.created_at,
        ready_at=release.ready_at,
        withdrawn_at=release.withdrawn_at,
        files=files,
    )
