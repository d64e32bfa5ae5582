"""Names of actions for the audit log: simulations, notes about people, objections."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.action_labels import name_actions, name_kinds

name_actions(
    {
        "campaign.simulated": _("Let programs work in a campaign"),
        "note.added": _("Added a note about a person"),
        "note.removed": _("Removed a note about a person"),
        "objection.reviewed": _("Reviewed an objection of the verifier"),
        "program.read": _("Confirmed, corrected or rejected a table program"),
    }
)
name_kinds(
    {
        "quality.objection": _("Objection of the verifier"),
        "quality.programreading": _("Table program"),
    }
)
