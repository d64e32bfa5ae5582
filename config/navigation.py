"""What stands in the bar at the top, by what a person may see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.roles import Area
from campaigns.selectors.memberships import areas_for


@dataclass(frozen=True, slots=True)
class Entry:
    """A link in the bar. It is shown to those who may see its area; None means everyone."""

    label: str | Promise
    url_name: str
    area: Area | None = None


ENTRIES = (
    Entry(_("Home"), "home"),
    Entry(_("Pages"), "wiki:pages"),
    Entry(_("Corpora"), "corpora", Area.CORPORA),
    Entry(_("Jobs"), "jobs:list", Area.JOBS),
    Entry(_("People"), "people", Area.PEOPLE),
    Entry(_("Audit log"), "core:audit", Area.AUDIT),
    Entry(_("Status"), "status", Area.STATUS),
)


def _current(urls: list[str], path: str) -> str:
    """The entry that the page belongs to: the longest address that its own starts with."""
    return max(
        (url for url in urls if path == url or (path.startswith(url) and url != "/")),
        key=len,
        default="",
    )


def navigation(request: HttpRequest) -> dict[str, Any]:
    """The entries of the bar for this request, lazily: error pages must not need a database."""

    def entries() -> list[dict[str, Any]]:
        user = getattr(request, "user", None)
        if not isinstance(user, User):
            return []
        areas = areas_for(user)
        shown = {
            reverse(entry.url_name): entry.label
            for entry in ENTRIES
            if entry.area is None or entry.area in areas
        }
        current = _current(list(shown), request.path)
        return [
            {"label": label, "url": url, "current": url == current} for url, label in shown.items()
        ]

    return {"navigation": entries}
