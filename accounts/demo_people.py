"""The people of the demonstration. Their password is public: never load them elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.roles import Role

PASSWORD = "touchstone-demo"  # noqa: S105


@dataclass(frozen=True, slots=True)
class DemoPerson:
    """A person of the demonstration; the one without a role is the administrator."""

    username: str
    name: str
    role: Role | None
    description: str | Promise
    writes_claims: bool = False
    verifies_claims: bool = False


DEMO_PEOPLE = (
    DemoPerson("admin", "Ada Admin", None, _("Administrator: people, jobs, status")),
    DemoPerson("manager", "Maya Manager", Role.MANAGER, _("Manager of the demo campaign")),
    DemoPerson("researcher", "Rui Researcher", Role.RESEARCHER, _("Researcher: releases")),
    DemoPerson(
        "annotator",
        "Anna Annotator",
        Role.ANNOTATOR,
        _("Annotator: writes and verifies claims"),
        writes_claims=True,
        verifies_claims=True,
    ),
    DemoPerson(
        "annotator2",
        "Aron Annotator",
        Role.ANNOTATOR,
        _("Annotator: verifies claims"),
        verifies_claims=True,
    ),
)
