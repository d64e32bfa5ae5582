"""Labels of the actions on accounts in the audit log."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.action_labels import name_actions, name_kinds

name_actions(
    {
        "administrator.made": _("Made a person an administrator"),
        "administrator.removed": _("Removed a person’s administrator rights"),
        "person.corrected": _("Corrected a person’s name or e-mail"),
        "person.deactivated": _("Deactivated a person"),
        "person.reactivated": _("Reactivated a person"),
        "person.reset-link-made": _("Created a reset link"),
    }
)
name_kinds(
    {
        "accounts.apitoken": _("API token"),
        "accounts.invitation": _("Invitation"),
        "accounts.user": _("Person"),
    }
)
