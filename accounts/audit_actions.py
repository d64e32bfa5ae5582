"""What the audit log calls the actions on accounts."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.action_labels import name_actions

name_actions(
    {
        "administrator.made": _("Made an administrator"),
        "administrator.unmade": _("Took an administrator’s rights away"),
        "person.deactivated": _("Deactivated a person"),
        "person.reactivated": _("Reactivated a person"),
        "person.reset-link-made": _("Made a reset link"),
    }
)
