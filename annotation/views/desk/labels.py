"""The names of the actions, as the palette and the list of keys show them."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SHARED: Mapping[str, Promise] = {
    "search": _("Search all pages"),
    "find": _("Find on this page"),
    "back": _("Back to the previous page"),
    "forward": _("Forward again"),
    "read": _("Go to the article"),
    "guidelines": _("Open the guidelines"),
    "ask": _("Ask the managers"),
    "extend": _("Keep this item for longer"),
    "keys": _("Show all keys"),
    "escape": _("Leave a field, so that single keys work"),
    "palette": _("All actions"),
    "restored": _("Unsaved work on this device was restored."),
}


def labels(own: Mapping[str, Promise]) -> dict[str, str]:
    """Return the shared labels and a desk's own, translated."""
    return {name: str(label) for name, label in {**SHARED, **own}.items()}
