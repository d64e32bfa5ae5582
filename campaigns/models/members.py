"""Who is what in a campaign."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Invitation
from accounts.roles import Role
from campaigns.models.campaigns import Campaign
from campaigns.parts import GivenPart


class Part(models.Model):
    """A role in a campaign, with the tasks that an annotator does."""

    campaign = models.ForeignKey(Campaign, models.PROTECT)
    role = models.CharField(_("role"), max_length=12, choices=Role)
    writes_claims = models.BooleanField(_("writes claims"), default=False)
    verifies_claims = models.BooleanField(_("verifies claims"), default=False)

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
        ]

    @property
    def given(self) -> GivenPart:
        """The role and tasks as one value."""
        return GivenPart(Role(self.role), self.writes_claims, self.verifies_claims)


class Membership(Part):
    """A person's part in a campaign."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="memberships")
    joined_at = models.DateTimeField()
    # The newest version of the guidelines that they said to have read; 0: none.
    guidelines_seen = models.PositiveIntegerField(default=0)

    class Meta(Part.Meta):
        constraints = [
            *Part.Meta.constraints,
            models.UniqueConstraint(fields=["campaign", "user"], name="membership_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.campaign} · {self.role}"


class InvitedPart(Part):
    """The part that an invitation's link gives to whoever accepts it."""

    invitation = models.OneToOneField(Invitation, models.CASCADE, related_name="part")

    def __str__(self) -> str:
        return f"{self.campaign} · {self.role}"
