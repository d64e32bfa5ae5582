"""The API of releases: list them, read one, download its files."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from typing import Annotated, Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Meta, Struct
from msgspec.structs import replace
from rest_framework.request import Request

from accounts.roles import Area
from campaigns.access import CampaignAccess, campaign_for
from core.api.lists import Listing, ListParameters, newest_first
from core.api.operations import operation
from core.api.problems import ApiProblem
from core.api.scopes import Scope
from core.api.struct_schemas import one_of
from core.api.views import ApiView
from jobs.services import jobs
from releases import access as release_access
from releases import formats
from releases.dataset.rules.choices import Choices, Compression, IncludedPages
from releases.dataset.rules.splits import RequestedPart
from releases.messages import refusal_text
from releases.models import Release
from releases.selectors import precedents
from releases.selectors import releases as selectors
from releases.services import releases as services

TAG = "releases"
BYTES = "application/octet-stream"
FormatName = Annotated[str, one_of(formats.FORMATS)]


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
    job: UUID | None
    created_at: datetime
    ready_at: datetime | None
    withdrawn_at: datetime | None
    files: list[ReleaseFileAnswer]


class PartBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a release by a share of the claims or their number; the first takes the rest."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    share: Annotated[float, Meta(ge=0, lt=1)] | None = None
    size: Annotated[int, Meta(ge=0, le=10**9)] | None = None
    balanced: bool = False


class ReleaseBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of a release."""

    note: Annotated[str, Meta(max_length=300)] = ""
    formats: Annotated[list[FormatName], Meta(min_length=1, max_length=20)] | None = None
    parts: Annotated[list[PartBody], Meta(min_length=1, max_length=20)] | None = None
    withheld: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=20)] | None = (
        None
    )
    compression: Compression | None = None
    pages: IncludedPages | None = None

    def choices(self, suggested: Choices) -> Choices:
        """Return the options with what is left out as it is suggested."""
        given: dict[str, Any] = {
            "formats": tuple(self.formats) if self.formats is not None else None,
            "parts": tuple(map(_part, self.parts)) if self.parts is not None else None,
            "withheld": tuple(self.withheld) if self.withheld is not None else None,
            "compression": self.compression,
            "pages": self.pages,
        }
        return replace(suggested, **{k: v for k, v in given.items() if v is not None})


class WithdrawalBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The reason why a release is withdrawn."""

    reason: Annotated[str, Meta(min_length=1, max_length=500, pattern=r"\S")]


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

    @operation(
        "releases_request",
        "Request a release; a job builds it. What is left out is as the design suggests",
        tag=TAG,
        scope=Scope.MANAGE,
        body=ReleaseBody,
        answer=ReleaseAnswer,
        status=202,
    )
    def post(self, request: Request, public_id: UUID, *, body: ReleaseBody) -> ReleaseAnswer:
        campaign = self.access.campaign
        if campaign.protocol is None:
            raise ApiProblem(409, "no_design", _("Choose the study design first."))
        try:
            release = services.request_release(
                campaign=campaign,
                choices=body.choices(precedents.suggested_choices(campaign)),
                note=body.note,
                by=self.access.person,
                now=timezone.now(),
            )
        except services.ChoicesRefusedError as error:
            detail = str(refusal_text(error.refusal))
            raise ApiProblem(422, "choices_refused", detail) from error
        except services.BeingBuiltError as error:
            detail = _("A release of this campaign is already being built.")
            raise ApiProblem(409, "being_built", detail) from error
        return _answer(self.access, release)


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
        has_ranges=True,
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
        has_ranges=True,
    )
    def get(self, request: Request, public_id: UUID, version: int) -> HttpResponseBase:
        return _sent(release_access.send_release_archive(request, self.access, self.release))


class ReleaseCancel(ReleaseView):
    """Stopping the build of a release."""

    @operation(
        "releases_cancel",
        "Stop building a release after its current step",
        tag=TAG,
        scope=Scope.MANAGE,
        answer=ReleaseAnswer,
    )
    def post(self, request: Request, public_id: UUID, version: int) -> ReleaseAnswer:
        try:
            if self.release.job is None:
                raise jobs.AlreadyFinishedError
            jobs.cancel_job(job=self.release.job, by=self.access.person, now=timezone.now())
        except jobs.AlreadyFinishedError:
            raise ApiProblem(409, "already_finished", _("It has already finished.")) from None
        return _answer(self.access, self.release)


class ReleaseWithdraw(ReleaseView):
    """Withdrawing a release, which managers may."""

    def enter(self, request: Request, **arguments: Any) -> None:
        super().enter(request, **arguments)
        if not release_access.sees_internal(self.access):
            raise PermissionDenied

    @operation(
        "releases_withdraw",
        "Withdraw a release for good, with a reason that its readers see",
        tag=TAG,
        scope=Scope.MANAGE,
        body=WithdrawalBody,
        answer=ReleaseAnswer,
    )
    def post(
        self, request: Request, public_id: UUID, version: int, *, body: WithdrawalBody
    ) -> ReleaseAnswer:
        try:
            services.withdraw_release(
                release=self.release,
                reason=body.reason,
                by=self.access.person,
                now=timezone.now(),
            )
        except services.NotOnOfferError:
            detail = _("This release is not on offer.")
            raise ApiProblem(409, "not_on_offer", detail) from None
        self.release.refresh_from_db()
        return _answer(self.access, self.release)


def _part(part: PartBody) -> RequestedPart:
    # The shortest decimal of the number: 0.1 is a tenth.
    share = Fraction(str(part.share)) if part.share is not None else None
    return RequestedPart(part.name, share=share, size=part.size, balanced=part.balanced)


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
        job=release.job.public_id if release.job is not None else None,
        created_at=release.created_at,
        ready_at=release.ready_at,
        withdrawn_at=release.withdrawn_at,
        files=files,
    )
