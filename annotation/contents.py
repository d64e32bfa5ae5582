"""The rows of this app that belong to a campaign."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from annotation.models import (
    Adjudication,
    Appeal,
    AskedQuestion,
    Assignment,
    Attempt,
    BatchedClaim,
    Candidacy,
    Claim,
    ClaimKey,
    ClaimReport,
    ClaimReview,
    ClaimVersion,
    Deck,
    Draft,
    Evidence,
    EvidenceSet,
    GiveAwayList,
    Gold,
    Grade,
    GradingPhrase,
    Highlight,
    Interaction,
    LogMark,
    PayRate,
    PersonDeck,
    PhaseItem,
    Prescription,
    Qualification,
    QuestionSubject,
    ReviewBatch,
    SampledClaim,
    ScreeningAnswer,
    ScreeningGrade,
    ScreeningParagraph,
    ScreeningQuestion,
    ScreeningRound,
    ScreeningText,
    Skip,
    SpotCheck,
    Suspension,
    Verification,
    VerificationVersion,
)
from annotation.services.writing.sampling import key_of_sampling
from campaigns.models import Campaign
from core.contents import Contents, Dependents, OwnedRows
from jobs.models import UNFINISHED, Job

# An attempt is at a claim or at a highlight.
_BY_ATTEMPT = ("attempt__claim__campaign", "attempt__highlight__campaign")


def _is_sampling(campaign: Campaign) -> bool:
    jobs = Job.objects.filter(exclusive=key_of_sampling(campaign), state__in=UNFINISHED)
    return jobs.exists()


CAMPAIGN_CONTENTS = Contents(
    rows=(
        OwnedRows(ClaimReview, "campaign"),
        OwnedRows(BatchedClaim, "batch__campaign"),
        OwnedRows(ReviewBatch, "campaign"),
        OwnedRows(SampledClaim, "spot_check__campaign"),
        OwnedRows(SpotCheck, "campaign"),
        OwnedRows(Grade, "item__qualification__candidacy__campaign"),
        OwnedRows(Appeal, "item__qualification__candidacy__campaign"),
        OwnedRows(PhaseItem, "qualification__candidacy__campaign"),
        OwnedRows(Qualification, "candidacy__campaign"),
        OwnedRows(ScreeningGrade, "round__candidacy__campaign"),
        OwnedRows(ScreeningText, "round__candidacy__campaign"),
        OwnedRows(ScreeningAnswer, "asked__round__candidacy__campaign"),
        OwnedRows(AskedQuestion, "round__candidacy__campaign"),
        OwnedRows(ScreeningRound, "candidacy__campaign"),
        OwnedRows(ScreeningQuestion, "campaign"),
        OwnedRows(ScreeningParagraph, "campaign"),
        OwnedRows(Candidacy, "campaign"),
        OwnedRows(Gold, "campaign"),
        OwnedRows(GradingPhrase, "campaign"),
        OwnedRows(PayRate, "campaign"),
        OwnedRows(Suspension, "campaign"),
        OwnedRows(Adjudication, "campaign"),
        OwnedRows(Evidence, "evidence_set__version__verification__campaign"),
        OwnedRows(EvidenceSet, "version__verification__campaign"),
        OwnedRows(VerificationVersion, "verification__campaign"),
        OwnedRows(Verification, "campaign"),
        OwnedRows(ClaimReport, "campaign"),
        *(
            OwnedRows(model, path)
            for model in (Interaction, LogMark, Draft, Skip, QuestionSubject)
            for path in _BY_ATTEMPT
        ),
        OwnedRows(ClaimKey, "campaign"),
        OwnedRows(ClaimVersion, "claim__campaign"),
        OwnedRows(Attempt, "claim__campaign"),
        OwnedRows(Assignment, "campaign"),
        # The newest first: a claim that changes another one is written after it.
        OwnedRows(Claim, "campaign"),
        OwnedRows(Attempt, "highlight__campaign"),
        OwnedRows(Prescription, "deck__campaign"),
        OwnedRows(Deck, "campaign"),
        OwnedRows(PersonDeck, "campaign"),
        OwnedRows(Highlight, "campaign"),
        OwnedRows(GiveAwayList, "campaign"),
    ),
    dependents=(
        Dependents(_("Highlights"), lambda campaign: campaign.highlights.count()),
        Dependents(_("Claims"), lambda campaign: campaign.claims.count()),
        Dependents(_("Verifications"), lambda campaign: campaign.verifications.count()),
    ),
    is_busy=_is_sampling,
)
