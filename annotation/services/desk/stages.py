"""The stages of a campaign's protocol in which people work, and what holds in them."""

from __future__ import annotations

from campaigns.models import Campaign
from campaigns.protocols.enums import StageKind
from campaigns.protocols.protocol import Protocol
from campaigns.protocols.writing import Stage

LONGEST_REASON = 1000
OTHER = "other"


class CampaignNotOpenError(Exception):
    """Nobody works in this campaign or in this stage of it now."""


class CampaignArchivedError(Exception):
    """The campaign is archived: it can only be read."""


class SkipReasonError(Exception):
    """The stage knows no such reason for skipping, or the reason needs words."""


def writing_stage(protocol: Protocol) -> Stage:
    """Return the stage in which claims are written from highlights."""
    return _stage(protocol, StageKind.WRITE)


def verifying_stage(protocol: Protocol) -> Stage:
    """Return the stage in which claims are verified."""
    return _stage(protocol, StageKind.VERIFY)


def _stage(protocol: Protocol, kind: StageKind) -> Stage:
    stage = protocol.stage_for(kind)
    if stage is None:
        raise CampaignNotOpenError
    return stage


def check_hands_out(campaign: Campaign) -> None:
    """Raise CampaignNotOpenError unless new work is handed out."""
    if campaign.state != Campaign.State.OPEN:
        raise CampaignNotOpenError


def check_accepts_work(campaign: Campaign) -> None:
    """Raise CampaignNotOpenError unless people may finish what they hold."""
    if campaign.state not in (Campaign.State.OPEN, Campaign.State.PAUSED):
        raise CampaignNotOpenError


def check_not_archived(campaign: Campaign) -> None:
    """Raise CampaignArchivedError where nothing may change any more."""
    if campaign.is_archived:
        raise CampaignArchivedError


def check_adjudicates(campaign: Campaign) -> None:
    """Raise CampaignNotOpenError unless managers may decide about claims; a closed campaign may.

    Disagreements are often left until nobody verifies any more; an archived campaign is final.
    """
    if campaign.state != Campaign.State.CLOSED:
        check_accepts_work(campaign)


def checked_reason(stage: Stage, reason: str, text: str) -> str:
    """Return the words that go with a reason for skipping; raise SkipReasonError."""
    reasons = [choice.name for choice in stage.skip_reasons]
    text = text.strip()
    if reasons and reason not in reasons:
        raise SkipReasonError
    if not reason or (reason == OTHER and not text) or len(text) > LONGEST_REASON or "\0" in text:
        raise SkipReasonError
    return text
