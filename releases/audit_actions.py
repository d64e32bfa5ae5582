"""The words of the audit log for actions on releases."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.action_labels import name_actions, name_kinds

name_actions(
    {
        "release.requested": _("Requested a release"),
        "release.ready": _("Finished a release"),
        "release.withdrawn": _("Withdrew a release"),
        "error_sample.drawn": _("Drew a sample of wrong predictions"),
        "evidence_check.requested": _("Requested an evidence check"),
        "evidence_check.accepted": _("Accepted predicted evidence"),
        "campaign.card_saved": _("Saved a dataset card"),
        "import.discarded": _("Discarded an unfinished import"),
    }
)
name_kinds(
    {
        "releases.datasetimport": _("Import of a dataset"),
        "releases.release": _("Release"),
    }
)
