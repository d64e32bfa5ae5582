"""Labels of the notes that the parser makes on a page."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

_LABELS = {
    "left out": _("Data of a template was left out"),
    "ragged": _("A table has rows of different lengths"),
    "repaired": _("Invalid bytes or cell spans were repaired"),
    "truncated": _("Content beyond a limit was left out"),
    "unbalanced": _("Brackets or braces do not match"),
    "unclosed": _("A table is not closed"),
}


def note_label(kind: str) -> str:
    """Return the label of a kind of note, or the kind itself if this release has no label."""
    return str(_LABELS.get(kind, kind))
