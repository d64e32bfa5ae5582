"""Campaigns: created, designed, opened, paused, closed.

What a design needs of the work (decks, highlights) is added by
`annotation.services.campaign.designs`.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from accounts.models import Invitation, User
from campaigns.member_roles import MEMBER_ROLES
from campaigns.models import Campaign
from campaigns.protocols import registry
from campaigns.protocols.freezing import freeze
from campaigns.protocols.numbers import Given
from campaigns.protocols.protocol import Protocol
from campaigns.selectors.guidelines import latest_guidelines
from campaigns.selectors.protocols import protocol_of
from campaigns.services import guidelines, memberships
from core.services import audit
from wiki.models import Corpus
from wiki.parsing.titles import normalise_title
from wiki.selectors.access import Right, require_right
from wiki.services.corpora import CorpusArchivedError

MOST_NAMES = 1000


class CampaignNameTakenError(Exception):
    """Another campaign has this name."""


class PageChoiceError(Exception):
    """The pages are not said, or too many of them."""


class WrongStateError(Exception):
    """The campaign cannot go from the state it is in to the one asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """The choices of a campaign: the study design, its numbers, the pages and the target."""

    protocol: Protocol
    corpus: Corpus
    numbers: Mapping[str, Given]
    pages: Campaign.Pages = Campaign.Pages.ALL
    page_names: Sequence[str] = ()
    excludes_used_pages: bool = False
    target: int = 0
    # None: chosen by lot. The same seed on the same corpus draws the same highlights.
    seed: str | None = None
    guidelines: str | None = None


@transaction.atomic
def create_campaign(*, name: str, actor: User | None, now: datetime) -> Campaign:
    """Create a campaign to be set up. Its maker manages it, unless they are an administrator."""
    try:
        with transaction.atomic():
            campaign = Campaign.objects.create(name=name, created_at=now)
    except IntegrityError as error:
        raise CampaignNameTakenError from error
    audit.record(
        actor=actor, action="campaign.created", target=campaign, now=now, details={"name": name}
    )
    if actor is not None and not actor.is_administrator:
        memberships.add_member(
            campaign=campaign, person=actor, member_role=MEMBER_ROLES["manager"], now=now
        )
    return campaign


def store_design(
    *, campaign: Campaign, design: Design, actor: User | None, now: datetime
) -> Campaign:
    """Store the study design, the pages and the target of a campaign that is being set up.

    Runs in the caller's transaction, which has made sure that no work was begun by another design.
    """
    require_right(actor, design.corpus, Right.USE)
    if Corpus.objects.filter(pk=design.corpus.pk, archived_at__isnull=False).exists():
        raise CorpusArchivedError(design.corpus)
    held = hold_campaign(campaign)
    if held.state not in (Campaign.State.DRAFT, Campaign.State.IMPORTING):
        raise WrongStateError
    campaign.protocol = freeze(design.protocol, design.numbers)
    campaign.corpus = design.corpus
    campaign.page_choice = design.pages
    campaign.page_names = _page_names(design)
    campaign.excludes_used_pages = design.excludes_used_pages
    campaign.target = design.target
    campaign.seed = design.seed or secrets.token_hex(16)
    campaign.save()
    text = design.guidelines
    if text is None:
        text = _guidelines_for(held, design.protocol)
    if text:
        guidelines.publish_guidelines(campaign=campaign, text=text, note="", actor=actor, now=now)
    _record(campaign, actor, "campaign.designed", now, _details(campaign))
    return campaign


def _guidelines_for(before: Campaign, protocol: Protocol) -> str:
    """Return the protocol's own guidelines, unless somebody has written others."""
    if protocol.name not in registry.PROTOCOLS:
        return ""
    latest = latest_guidelines(before)
    if latest is None:
        return registry.default_guidelines(protocol.name)
    ours = before.protocol["protocol"]["name"] if before.protocol is not None else protocol.name
    same = ours == protocol.name or ours not in registry.PROTOCOLS
    if same or latest.text != registry.default_guidelines(ours):
        return ""
    return registry.default_guidelines(protocol.name)


def store_numbers(*, campaign: Campaign, numbers: Mapping[str, Given]) -> Campaign:
    """Store changed numbers of the design, in the caller's transaction."""
    held = hold_campaign(campaign)
    if held.state == Campaign.State.CLOSED or held.is_archived:
        raise WrongStateError
    before = protocol_of(held)
    assert held.protocol is not None
    frozen = freeze(before, numbers)
    frozen["overrides"] = {**held.protocol["overrides"], **frozen["overrides"]}
    campaign.protocol = frozen
    campaign.save(update_fields=["protocol"])
    return campaign


@transaction.atomic
def change_target(*, campaign: Campaign, target: int, actor: User | None, now: datetime) -> None:
    """Change how many highlights are to be written from."""
    held = hold_campaign(campaign)
    campaign.target = target
    campaign.save(update_fields=["target"])
    details = {"from": held.target, "to": target}
    _record(campaign, actor, "campaign.target_changed", now, details)


@transaction.atomic
def open_campaign(*, campaign: Campaign, actor: User | None, now: datetime) -> Campaign:
    """Let people work. The caller has made sure that the campaign has all that this takes."""
    return _move(campaign, hold_campaign(campaign), Campaign.State.OPEN, actor, now)


@transaction.atomic
def pause_campaign(*, campaign: Campaign, actor: User | None, now: datetime) -> Campaign:
    """Hand out nothing new; people may finish what they hold."""
    return _move(campaign, hold_campaign(campaign), Campaign.State.PAUSED, actor, now)


@transaction.atomic
def close_campaign(*, campaign: Campaign, actor: User | None, now: datetime) -> Campaign:
    """Close it for good: nothing is handed out or taken in, and nobody joins any more."""
    Invitation.objects.filter(
        membership__campaign=campaign, accepted_at=None, revoked_at=None
    ).update(revoked_at=now, email="")
    return _move(campaign, hold_campaign(campaign), Campaign.State.CLOSED, actor, now)


def hold_campaign(campaign: Campaign) -> Campaign:
    """Return the campaign as it is now, locked against other changes of it."""
    # Not against rows that refer to it: people go on writing.
    locked = Campaign.objects.select_for_update(no_key=True, of=("self",))
    return locked.select_related("corpus").get(pk=campaign.pk)


_MOVES = {
    Campaign.State.OPEN: (Campaign.State.DRAFT, Campaign.State.PAUSED),
    Campaign.State.PAUSED: (Campaign.State.OPEN,),
    Campaign.State.CLOSED: (Campaign.State.OPEN, Campaign.State.PAUSED),
}


def _move(
    campaign: Campaign, held: Campaign, to: Campaign.State, actor: User | None, now: datetime
) -> Campaign:
    if held.state not in _MOVES[to]:
        raise WrongStateError
    campaign.state = to
    campaign.save(update_fields=["state"])
    _record(campaign, actor, f"campaign.{to}", now, {"from": held.state})
    return campaign


def _page_names(design: Design) -> list[str]:
    names = [normalise_title(name) for name in design.page_names]
    names = list(dict.fromkeys(name for name in names if name and "\0" not in name))
    most = {Campaign.Pages.ALL: 0, Campaign.Pages.CATEGORY: 1}.get(design.pages, MOST_NAMES)
    if len(names) > most or (most and not names):
        raise PageChoiceError
    return names


def _details(campaign: Campaign) -> dict[str, Any]:
    assert campaign.protocol is not None
    return {
        "protocol": campaign.protocol["protocol"]["name"],
        "numbers": campaign.protocol["overrides"],
        "corpus": str(campaign.corpus),
        "pages": campaign.page_choice,
        "names": len(campaign.page_names),
        "excludes_used_pages": campaign.excludes_used_pages,
        "target": campaign.target,
        "seed": campaign.seed,
    }


def _record(
    campaign: Campaign, actor: User | None, action: str, now: datetime, details: dict[str, Any]
) -> None:
    audit.record(actor=actor, action=action, target=campaign, now=now, details=details)
