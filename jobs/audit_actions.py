"""Labels of the actions on jobs in the audit log."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.action_labels import name_actions, name_kinds

name_actions(
    {
        "jobs.cancel": _("Cancelled a job"),
        "jobs.retry": _("Started a job again"),
    }
)
name_kinds(
    {
        "jobs.job": _("Job"),
    }
)
