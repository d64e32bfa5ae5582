"""The navigation bar: the links that a person may use."""

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
class NavigationLink:
    """A link in the bar, for people with access to its area; None means everybody."""

    label: str | Promise
    url_name: str
    area: Area | None = None


ENTRIES = (
    NavigationLink(_("Home"), "home"),
    NavigationLink(_("Pages"), "wiki:pages"),
    NavigationLink(_("Check a claim"), "check-claim", Area.RELEASES),
    NavigationLink(_("Corpora"), "corpora", Area.CORPORA),
    NavigationLink(_("Jobs"), "jobs:list", Area.JOBS),
    NavigationLink(_("People"), "people", Area.PEOPLE),
    NavigationLink(_("Audit log"), "core:audit", Area.AUDIT),
    NavigationLink(_("Tables"), "admin:index", Area.TABLES),
    NavigationLink(_("Status"), "status", Area.STATUS),
)


def _current(urls: list[str], path: str) -> str:
    """Return the entry of the page: the longest URL that the path starts with."""
    return max(
        (url for url in urls if path == url or (path.startswith(url) and url != "/")),
        key=len,
        default="",
    )


def navigation(request: HttpRequest) -> dict[str, Any]:
    """Return the entries for this request, lazily: error pages must not need a database."""

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
