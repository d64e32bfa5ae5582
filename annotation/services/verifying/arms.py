"""The arms of assistance: claims whose verifiers get suggestions, and claims whose do not.

A claim is in one arm for all its slots, duplicates, experts and silent gold included, so that a
missing suggestion tells nobody what they are verifying, and agreement can be compared by arm.
Arms are dealt whether suggestions are on or off, which only decides whether anything is shown: so
claims that were taken before they were turned on are in both arms, too.
"""

from __future__ import annotations

from django.db.models import Case, F, Value, When

from annotation.models import Claim
from annotation.rules.ranking import pick
from campaigns.models import Campaign


def arm_of(claim_key: int, campaign: Campaign) -> Claim.Arm:
    """Return the arm of a claim, by lot, half and half."""
    is_unassisted = pick(campaign.seed, 2, "arm", claim_key)
    return Claim.Arm.UNASSISTED if is_unassisted else Claim.Arm.ASSISTED


def dealt_arm(claim_key: int, campaign: Campaign) -> Case:
    """Return the arm to store with a claim that is taken: the one that it has, else a new one."""
    return Case(When(arm="", then=Value(arm_of(claim_key, campaign))), default=F("arm"))
