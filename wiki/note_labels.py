"""What people call the notes that the parser makes of a page."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

_LABELS = {
    "left out": _("The data of a template is left out"),
    "ragged": _("A table has rows of different length"),
    "repaired": _("Broken bytes or spans are repaired"),
    "truncated": _("Something is beyond a limit and left out"),
    "unbalanced": _("Brackets or braces have no partner"),
    "unclosed": _("A table has no end"),
}


def note_label(kind: str) -> str:
    """A kind of notes in words; one that this release does not know keeps its bare name."""
    return str(_LABELS.get(kind, kind))
