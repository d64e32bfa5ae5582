"""The job kind of this app: building a release."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jobs.kinds import JobError, job_kind
from jobs.running import JobRun
from releases.models import Release
from releases.services import releases
from releases.services.building import BuildError


@job_kind(releases.BUILD_RELEASE, title=gettext_lazy("Build a release"), attempts=8)
def build_release(run: JobRun) -> dict[str, Any]:
    """Each part of the split is a step; a new attempt goes on after the last one."""
    release = Release.objects.select_related("campaign__corpus", "created_by").get(
        public_id=run.parameters["release"]
    )
    try:
        manifest = releases.build(release=release, run=run)
    except BuildError as error:
        raise JobError(str(error)) from error
    return {
        _("Claims"): manifest["counts"]["claims"],
        _("Files"): len(manifest["files"]),
        "url": reverse("release", args=[release.campaign.public_id, release.version]),
    }
