"""Roles, and the areas of the site that each may see.

People have a role in a campaign; an administrator is one for the whole site.
"""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Role(TextChoices):
    """The role of a person in a campaign."""

    ANNOTATOR = "annotator", _("Annotator")
    MANAGER = "manager", _("Manager")
    RESEARCHER = "researcher", _("Researcher")
    # Of machines alone, which see no part of the site and work through the API.
    MACHINE = "machine", _("Machine")


class Area(TextChoices):
    """A part of the site that only some roles see."""

    TASKS = "tasks", _("Tasks")
    PROGRESS = "progress", _("Progress")
    MEMBERS = "members", _("Members")
    CAMPAIGNS = "campaigns", _("Campaigns")
    JOBS = "jobs", _("Jobs")
    CORPORA = "corpora", _("Corpora")
    RELEASES = "releases", _("Releases")
    PEOPLE = "people", _("People")
    AUDIT = "audit", _("Audit log")
    TABLES = "tables", _("Tables")
    STATUS = "status", _("Status")


AREAS_OF_ROLE: dict[Role, frozenset[Area]] = {
    Role.ANNOTATOR: frozenset({Area.TASKS}),
    Role.MANAGER: frozenset(
        {
            Area.PROGRESS,
            Area.MEMBERS,
            Area.CAMPAIGNS,
            Area.JOBS,
            Area.CORPORA,
            Area.RELEASES,
        }
    ),
    Role.RESEARCHER: frozenset({Area.PROGRESS, Area.RELEASES}),
    Role.MACHINE: frozenset(),
}
AREAS_OF_ADMINISTRATOR: frozenset[Area] = frozenset(Area) - {Area.TASKS}


def areas_of(roles: frozenset[Role], *, administrator: bool) -> frozenset[Area]:
    """Return all areas that a person with these roles may see."""
    areas = AREAS_OF_ADMINISTRATOR if administrator else frozenset()
    return areas.union(*(AREAS_OF_ROLE[role] for role in roles))
