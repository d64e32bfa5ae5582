"""Labels of the actions in the audit log.

An app names its own actions in a module `audit_actions`, found when Django starts:

name_actions({"person.deactivated": _("Deactivated a person")})
"""

from __future__ import annotations

from django.utils.functional import Promise

_labels: dict[str, str | Promise] = {}
_kinds: dict[str, str | Promise] = {}


def name_actions(labels: dict[str, str | Promise]) -> None:
    """Register the labels of these actions."""
    _labels.update(labels)


def name_kinds(labels: dict[str, str | Promise]) -> None:
    """Register the labels of kinds of things that actions are about."""
    _kinds.update(labels)


def kind_label(kind: str) -> str:
    """Return the label of a kind of thing; for a kind without one, its code name."""
    return str(_kinds.get(kind, kind))


def label_of(action: str) -> str:
    """Return the label of an action; for an action without one, its code name."""
    return str(_labels.get(action, action))
