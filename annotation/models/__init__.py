"""The tables of this app, by noun."""

from annotation.models.assignments import Assignment, DepthDeck
from annotation.models.attempts import Attempt, Draft, Skip
from annotation.models.claim_reports import ClaimReport
from annotation.models.claims import LONGEST_CLAIM, Claim, ClaimKey, ClaimVersion
from annotation.models.decks import Deck, Prescription
from annotation.models.giveaways import GiveAwayList
from annotation.models.highlights import Highlight
from annotation.models.interactions import Interaction, InteractionKind, LogMark
from annotation.models.questions import QuestionSubject
from annotation.models.verifications import (
    Evidence,
    EvidenceSet,
    Verification,
    VerificationVersion,
)

__all__ = [
    "LONGEST_CLAIM",
    "Assignment",
    "Attempt",
    "Claim",
    "ClaimKey",
    "ClaimReport",
    "ClaimVersion",
    "Deck",
    "DepthDeck",
    "Draft",
    "Evidence",
    "EvidenceSet",
    "GiveAwayList",
    "Highlight",
    "Interaction",
    "InteractionKind",
    "LogMark",
    "Prescription",
    "QuestionSubject",
    "Skip",
    "Verification",
    "VerificationVersion",
]
