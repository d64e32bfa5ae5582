"""The review of a judgement: a person sees it as a stranger will, and only then submits it.

The review leaves a digest with the attempt, and `verifications.submit_verification` accepts
exactly the judgement with that digest, whatever screen or program sends it.
"""

from __future__ import annotations

from annotation.models import Attempt, Claim
from annotation.rules.verifying.faults import JudgementRefusedError, faults_in
from annotation.rules.verifying.judgements import Judgement, digest_of
from annotation.selectors.desk.attempts import design_for
from annotation.selectors.verifying.evidence import LoadedEvidence, evidence_of
from annotation.services.desk import stages
from campaigns.selectors.protocols import protocol_of


class NotReviewedError(Exception):
    """The judgement is not the one that was reviewed last."""


def review_judgement(*, attempt: Attempt, judgement: Judgement) -> LoadedEvidence:
    """Record that a judgement is reviewed; return its evidence, to be shown.

    Raise JudgementRefusedError with all its faults, and CampaignArchivedError.
    """
    claim = Claim.with_gold.select_related("campaign__corpus").get(pk=attempt.at_claim)
    stages.check_not_archived(claim.campaign)
    protocol = design_for(attempt, protocol_of(claim.campaign))
    source = evidence_of(judgement, claim, protocol)
    faults = faults_in(judgement, protocol, stages.verifying_stage(protocol), source)
    if faults:
        raise JudgementRefusedError(faults)
    attempt.reviewed = digest_of(judgement)
    attempt.save(update_fields=["reviewed"])
    return source


def check_reviewed(attempt: Attempt, digest: str) -> None:
    """Raise NotReviewedError unless the judgement with this digest was reviewed last."""
    if attempt.reviewed != digest:
        raise NotReviewedError
