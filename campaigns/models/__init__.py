"""The tables of this app, by noun."""

from campaigns.models.campaigns import Campaign, GuidelinesVersion
from campaigns.models.members import InvitedPart, Membership, Part
from campaigns.models.questions import Question, Reply

__all__ = [
    "Campaign",
    "GuidelinesVersion",
    "InvitedPart",
    "Membership",
    "Part",
    "Question",
    "Reply",
]
