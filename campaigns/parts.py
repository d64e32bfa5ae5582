"""What a person can be in a campaign: a role and, for an annotator, tasks."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.roles import Role


@dataclass(frozen=True, slots=True)
class GivenPart:
    """A role with its tasks. Only annotators have tasks, and at least one."""

    role: Role
    writes_claims: bool = False
    verifies_claims: bool = False

    @property
    def key(self) -> str:
        """Its name in forms."""
        return next(key for key, part in PARTS.items() if part == self)

    @property
    def label(self) -> str | Promise:
        """As people read it."""
        return LABELS[self.key]


PARTS: dict[str, GivenPart] = {
    "annotator": GivenPart(Role.ANNOTATOR, writes_claims=True, verifies_claims=True),
    "writer": GivenPart(Role.ANNOTATOR, writes_claims=True),
    "verifier": GivenPart(Role.ANNOTATOR, verifies_claims=True),
    "manager": GivenPart(Role.MANAGER),
    "researcher": GivenPart(Role.RESEARCHER),
}
LABELS: dict[str, str | Promise] = {
    "annotator": _("Annotator: writes and verifies claims"),
    "writer": _("Annotator: writes claims"),
    "verifier": _("Annotator: verifies claims"),
    "manager": _("Manager"),
    "researcher": _("Researcher"),
}
