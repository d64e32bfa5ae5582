"""Names of the actions of simulations and on notes about people, for the audit log."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.action_labels import name_actions

name_actions(
    {
        "campaign.simulated": _("Let programs work in a campaign"),
        "note.added": _("Added a note about a person"),
        "note.removed": _("Removed a note about a person"),
    }
)
