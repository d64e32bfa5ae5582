"""What the audit log calls each action.

An app names its own in a module `audit_actions`, found when Django starts:

name_actions({"person.deactivated": _("Deactivated a person")})
"""

from __future__ import annotations

from django.utils.functional import Promise

_labels: dict[str, str | Promise] = {}


def name_actions(labels: dict[str, str | Promise]) -> None:
    """Say in words what these actions are."""
    _labels.update(labels)


def label_of(action: str) -> str:
    """The action in words; one that nobody named, its code name."""
    return str(_labels.get(action, action))
