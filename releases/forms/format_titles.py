"""The titles of formats on screen."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from releases import formats

# The titles of our own formats; those of others are names.
_TITLES = {"public": _("JSON lines, public"), "internal": _("JSON lines, internal")}


def format_title(name: str) -> str | Promise:
    """Return a format's title in the reader's language."""
    return _TITLES.get(name, formats.get(name).title)
