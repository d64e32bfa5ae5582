"""The tables of this app, by noun."""

from annotation.models.campaigns import Campaign, GuidelinesVersion
from annotation.models.claims import LONGEST_CLAIM, Claim, ClaimKey, ClaimVersion
from annotation.models.decks import Deck, Prescription
from annotation.models.highlights import Attempt, Draft, Highlight, Skip
from annotation.models.interactions import Interaction, InteractionKind
from annotation.models.members import InvitedPart, Membership, Part
from annotation.models.questions import Question, Reply

__all__ = [
    "LONGEST_CLAIM",
    "Attempt",
    "Campaign",
    "Claim",
    "ClaimKey",
    "ClaimVersion",
    "Deck",
    "Draft",
    "GuidelinesVersion",
    "Highlight",
    "Interaction",
    "InteractionKind",
    "InvitedPart",
    "Membership",
    "Part",
    "Prescription",
    "Question",
    "Reply",
    "Skip",
]
