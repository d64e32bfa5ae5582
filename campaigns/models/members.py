"""Members of campaigns, and the memberships that invitations offer."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Invitation
from accounts.roles import Role
from campaigns.member_roles import MemberRole
from campaigns.models import machines
from campaigns.models.campaigns import Campaign
from core import append_only


class HeldRole(models.Model):
    """A role in a campaign, with the tasks that an annotator does."""

    campaign = models.ForeignKey(Campaign, models.PROTECT)
    role = models.CharField(_("role"), max_length=12, choices=Role)
    writes_claims = models.BooleanField(_("writes claims"), default=False)
    verifies_claims = models.BooleanField(_("verifies claims"), default=False)
    # Verifies what others verified, with all evidence there is, to measure theirs.
    is_expert = models.BooleanField(_("is an expert"), default=False)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(name="%(class)s_role_known", condition=Q(role__in=Role.values)),
            # Tasks are an annotator's, and an annotator has at least one.
            models.CheckConstraint(
                name="%(class)s_tasks_fit_role",
                condition=(
                    Q(role=Role.ANNOTATOR) & (Q(writes_claims=True) | Q(verifies_claims=True))
                )
                | (~Q(role=Role.ANNOTATOR) & Q(writes_claims=False, verifies_claims=False)),
            ),
            models.CheckConstraint(
                name="%(class)s_expert_only_verifies",
                condition=Q(is_expert=False) | Q(verifies_claims=True, writes_claims=False),
            ),
        ]

    @property
    def is_machine(self) -> bool:
        return self.role == Role.MACHINE

    @property
    def member_role(self) -> MemberRole:
        """Return the role and its tasks as one value."""
        return MemberRole(Role(self.role), self.writes_claims, self.verifies_claims, self.is_expert)


@append_only.guarded_by(machines.keep_roles_apart)
class Membership(HeldRole):
    """A person's role in a campaign, or a machine's."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="memberships")
    joined_at = models.DateTimeField()
    # What their invitation said of them, for managers.
    note = models.CharField(max_length=120, blank=True, default="")
    # The latest version of the guidelines that they confirmed to have read; 0 for none.
    guidelines_seen = models.PositiveIntegerField(default=0)

    class Meta(HeldRole.Meta):
        constraints = [
            *HeldRole.Meta.constraints,
            models.UniqueConstraint(fields=["campaign", "user"], name="membership_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.campaign} · {self.role}"


class InvitedMembership(HeldRole):
    """The membership that an invitation gives to the person who accepts it."""

    invitation = models.OneToOneField(Invitation, models.CASCADE, related_name="membership")

    def __str__(self) -> str:
        return f"{self.campaign} · {self.role}"
