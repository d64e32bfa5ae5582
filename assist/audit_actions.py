"""The words of the audit log for actions on models of the verifier."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.action_labels import name_actions, name_kinds

name_actions(
    {
        "model.requested": _("Requested the training of a model"),
        "model.resumed": _("Resumed the training of a model"),
        "model.used": _("Put a model into use"),
        "model.deleted": _("Deleted a model"),
    }
)
name_kinds({"assist.modelversion": _("Model of the verifier")})
