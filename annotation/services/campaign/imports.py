"""Campaigns whose claims come from files: hidden while being imported, then shown or deleted.

Rows are written in the caller's transaction, a step at a time. Until `finish_import` nobody is a
member of the campaign and no screen shows it.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, connection, transaction

from accounts.models import User
from annotation.models import Claim, ClaimVersion, Deck
from annotation.rules.checks.duplicates import identity_key
from annotation.services.campaign import designs
from campaigns.member_roles import MEMBER_ROLES
from campaigns.models import Campaign, GuidelinesVersion
from campaigns.protocols.enums import Look, StageKind
from campaigns.protocols.protocol import Protocol
from campaigns.selectors.guidelines import guidelines_in_force
from campaigns.services import campaigns, memberships
from core import append_only
from core.raw_rows import insert_rows
from core.services import audit


@dataclass(frozen=True, slots=True)
class ImportedClaim:
    """A claim of a file, with the verdict and the tags that it has there."""

    original_id: int
    text: str
    verdict: str
    # As JSON: {"challenge": "other"}.
    tags: str


def is_verifiable(protocol: Protocol) -> bool:
    """Return whether claims can be verified that were not written from a highlight."""
    is_verified = protocol.stage_for(StageKind.VERIFY) is not None
    return is_verified and protocol.evidence.look is not Look.GIVEN


@transaction.atomic
def begin_import(
    *, name: str, design: campaigns.Design, actor: User | None, now: datetime
) -> Campaign:
    """Create a campaign that nobody sees yet; raise `campaigns.CampaignNameTakenError`."""
    try:
        with transaction.atomic():
            campaign = Campaign.objects.create(
                name=name,
                created_at=now,
                state=Campaign.State.IMPORTING,
                claims_from=Campaign.ClaimsFrom.FILES,
            )
    except IntegrityError as error:
        raise campaigns.CampaignNameTakenError from error
    designs.set_design(campaign=campaign, design=design, actor=actor, now=now)
    return campaign


def add_claims(*, campaign: Campaign, claims: Sequence[ImportedClaim], now: datetime) -> None:
    """Store claims to be verified; the verdict of their file is kept as the author's intention."""
    guidelines = guidelines_in_force(campaign).pk
    at = connection.ops.adapt_datetimefield_value(now)
    insert_rows(
        Claim,
        _CLAIM_FIELDS,
        [
            (
                uuid.uuid4().hex, campaign.pk, one.original_id, "", 1, _NOTHING, one.text,
                one.verdict, one.tags, guidelines, at, Claim.State.LIVE.value, "",
                identity_key(one.text),
            )
            for one in claims
        ],
    )  # fmt: skip
    ids = [one.original_id for one in claims]
    stored = Claim.objects.filter(campaign=campaign, original_id__in=ids)
    keys = dict(stored.values_list("original_id", "pk"))
    insert_rows(
        ClaimVersion,
        _VERSION_FIELDS,
        [
            (keys[one.original_id], 1, one.text, one.verdict, one.tags, guidelines, at)
            for one in claims
        ],
    )


_NOTHING = json.dumps({})
_CLAIM_FIELDS = (
    "public_id", "campaign", "original_id", "slot", "place", "prescribed", "text",
    "verdict", "tags", "guidelines", "written_at", "state", "arm",
    "wording",
)  # fmt: skip
_VERSION_FIELDS = ("claim", "number", "text", "verdict", "tags", "guidelines", "written_at")


@transaction.atomic
def finish_import(
    *, campaign: Campaign, state: Campaign.State, actor: User | None, now: datetime
) -> None:
    """Show the campaign. A person who is no administrator becomes the manager of their import."""
    campaign.state = state
    campaign.save(update_fields=["state"])
    if actor is not None and not actor.is_administrator:
        memberships.add_member(
            campaign=campaign, person=actor, member_role=MEMBER_ROLES["manager"], now=now
        )
    audit.record(
        actor=actor,
        action="campaign.imported",
        target=campaign,
        now=now,
        details={"name": campaign.name},
    )


def delete_imported_claims(*, campaign: Campaign, most: int) -> int:
    """Delete at most so many claims of a campaign that is being imported; return how many."""
    assert campaign.state == Campaign.State.IMPORTING
    keys = list(Claim.objects.filter(campaign=campaign).values_list("pk", flat=True)[:most])
    with append_only.lifted(connection, [ClaimVersion._meta.db_table]):
        # These versions were never shown to anybody, nor part of a dataset.
        ClaimVersion.objects.filter(claim__in=keys).delete()
    Claim.objects.filter(pk__in=keys).delete()
    return len(keys)


def delete_imported_campaign(*, campaign: Campaign) -> None:
    """Delete a campaign that was being imported, once its claims and releases are gone."""
    assert campaign.state == Campaign.State.IMPORTING
    Deck.objects.filter(campaign=campaign).delete()
    with append_only.lifted(connection, [GuidelinesVersion._meta.db_table]):
        GuidelinesVersion.objects.filter(campaign=campaign).delete()
    campaign.delete()
