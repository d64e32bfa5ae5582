"""The confirmation of a judgement: a person sees it as a stranger will, and only then submits it.

It leaves a digest with the attempt, and `verifications.submit_verification` accepts
exactly the judgement with that digest, whatever screen or program sends it.
"""

from __future__ import annotations

from annotation.models import Attempt, Claim, Draft
from annotation.rules.drafts import read_verifying_draft
from annotation.rules.verifying.faults import JudgementRefusedError, faults_in
from annotation.rules.verifying.judgements import Judgement, digest_of
from annotation.rules.verifying.minimality import unchecked_sets
from annotation.selectors.desk.attempts import design_for
from annotation.selectors.verifying.evidence import LoadedEvidence, evidence_of
from annotation.services.desk import stages
from campaigns.protocols.protocol import Protocol
from campaigns.selectors.protocols import protocol_of


class NotConfirmedError(Exception):
    """The judgement is not the one that was confirmed last, or comes without the token of that."""


class NotAskedError(Exception):
    """The campaign asks of each element whether it is needed, and some were not asked about."""


def confirm_judgement(*, attempt: Attempt, judgement: Judgement) -> LoadedEvidence:
    """Record that a judgement is confirmed; return its evidence, to be shown.

    Raise JudgementRefusedError with all its faults, and CampaignArchivedError.
    """
    claim = Claim.with_gold.select_related("campaign__corpus").get(pk=attempt.at_claim)
    stages.check_not_archived(claim.campaign)
    protocol = design_for(attempt, protocol_of(claim.campaign))
    source = evidence_of(judgement, claim, protocol)
    faults = faults_in(judgement, protocol, stages.verifying_stage(protocol), source)
    if faults:
        raise JudgementRefusedError(faults)
    attempt.confirmed_digest = digest_of(judgement)
    attempt.save(update_fields=["confirmed_digest"])
    return source


def is_confirmed(attempt: Attempt, digest: str, *, has_token: bool) -> bool:
    """Return whether the judgement with this digest was confirmed last, and its token is there."""
    return has_token and attempt.confirmed_digest == digest


def check_minimality(attempt: Attempt, judgement: Judgement, protocol: Protocol) -> None:
    """Raise NotAskedError where elements were not asked about and the campaign wants that.

    The answers come with the desk's draft, which is saved before every submission.
    """
    if not protocol.evidence.minimality:
        return
    body = Draft.objects.filter(attempt=attempt).values_list("body", flat=True).first()
    if unchecked_sets(judgement, read_verifying_draft(body).checks):
        raise NotAskedError
