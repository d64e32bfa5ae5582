"""The tables of this app, by noun."""

from campaigns.models.campaigns import Campaign, GuidelinesVersion
from campaigns.models.members import InvitedMembership, Membership
from campaigns.models.questions import Question, Reply

__all__ = [
    "Campaign",
    "GuidelinesVersion",
    "InvitedMembership",
    "Membership",
    "Question",
    "Reply",
]
