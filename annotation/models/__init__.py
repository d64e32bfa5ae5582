"""The tables of this app, by noun."""

from annotation.models.adjudications import LONGEST_COMMENT, Adjudication
from annotation.models.assignments import Assignment, PersonDeck
from annotation.models.attempts import QUEUED_PURPOSES, Attempt, Draft, Skip
from annotation.models.calibration import PRACTICE, Candidacy, PhaseItem, Qualification
from annotation.models.claim_reports import ClaimReport
from annotation.models.claim_reviews import (
    LONGEST_REVIEW_COMMENT,
    BatchedClaim,
    ClaimReview,
    ReviewBatch,
)
from annotation.models.claims import LONGEST_CLAIM, Claim, ClaimKey, ClaimVersion
from annotation.models.decks import Deck, Prescription
from annotation.models.giveaways import GiveAwayList
from annotation.models.gold import Gold, TaskName
from annotation.models.grades import Appeal, Grade, GradingPhrase
from annotation.models.highlights import Highlight
from annotation.models.interactions import Interaction, InteractionKind, LogMark
from annotation.models.pay import PAID_PURPOSES, PayRate
from annotation.models.questions import QuestionSubject
from annotation.models.screening import (
    AskedQuestion,
    RoundState,
    ScreeningAnswer,
    ScreeningGrade,
    ScreeningParagraph,
    ScreeningQuestion,
    ScreeningRound,
    ScreeningText,
)
from annotation.models.spot_checks import SampledClaim, SpotCheck
from annotation.models.suspensions import LONGEST_REASON, Suspension
from annotation.models.verifications import (
    Evidence,
    EvidenceSet,
    Verification,
    VerificationVersion,
)

__all__ = [
    "LONGEST_CLAIM",
    "LONGEST_COMMENT",
    "LONGEST_REASON",
    "LONGEST_REVIEW_COMMENT",
    "PAID_PURPOSES",
    "PRACTICE",
    "QUEUED_PURPOSES",
    "Adjudication",
    "Appeal",
    "AskedQuestion",
    "Assignment",
    "Attempt",
    "BatchedClaim",
    "Candidacy",
    "Claim",
    "ClaimKey",
    "ClaimReport",
    "ClaimReview",
    "ClaimVersion",
    "Deck",
    "Draft",
    "Evidence",
    "EvidenceSet",
    "GiveAwayList",
    "Gold",
    "Grade",
    "GradingPhrase",
    "Highlight",
    "Interaction",
    "InteractionKind",
    "LogMark",
    "PayRate",
    "PersonDeck",
    "PhaseItem",
    "Prescription",
    "Qualification",
    "QuestionSubject",
    "ReviewBatch",
    "RoundState",
    "SampledClaim",
    "ScreeningAnswer",
    "ScreeningGrade",
    "ScreeningParagraph",
    "ScreeningQuestion",
    "ScreeningRound",
    "ScreeningText",
    "Skip",
    "SpotCheck",
    "Suspension",
    "TaskName",
    "Verification",
    "VerificationVersion",
]
