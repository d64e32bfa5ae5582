"""The roles that a member of a campaign can have, each with an annotator's tasks."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.roles import Role


@dataclass(frozen=True, slots=True)
class MemberRole:
    """A role with its tasks. Only annotators have tasks, and they have at least one."""

    role: Role
    writes_claims: bool = False
    verifies_claims: bool = False
    is_expert: bool = False

    @property
    def key(self) -> str:
        """Return its name in forms and in the audit log."""
        return next(key for key, member_role in MEMBER_ROLES.items() if member_role == self)

    @property
    def label(self) -> str | Promise:
        """Return its name on screen."""
        return MEMBER_ROLE_LABELS[self.key]


MEMBER_ROLES: dict[str, MemberRole] = {
    "annotator": MemberRole(Role.ANNOTATOR, writes_claims=True, verifies_claims=True),
    "writer": MemberRole(Role.ANNOTATOR, writes_claims=True),
    "verifier": MemberRole(Role.ANNOTATOR, verifies_claims=True),
    "expert": MemberRole(Role.ANNOTATOR, verifies_claims=True, is_expert=True),
    "manager": MemberRole(Role.MANAGER),
    "researcher": MemberRole(Role.RESEARCHER),
    "machine": MemberRole(Role.MACHINE),
}
MEMBER_ROLE_LABELS: dict[str, str | Promise] = {
    "annotator": _("Annotator: writes and verifies claims"),
    "writer": _("Annotator: writes claims"),
    "verifier": _("Annotator: verifies claims"),
    "expert": _("Expert: looks for all evidence in a sample of verified claims"),
    "manager": _("Manager"),
    "researcher": _("Researcher"),
    "machine": _("Machine: verifies claims beside people"),
}
# What a person can be given. A machine is added with an account of its own.
ROLES_OF_PEOPLE = tuple(key for key in MEMBER_ROLES if key != "machine")
