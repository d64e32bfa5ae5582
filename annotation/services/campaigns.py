"""Campaigns: set up, opened, paused, closed, copied; their numbers changed."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db import IntegrityError, transaction

from accounts.models import User
from annotation.models import Campaign
from annotation.parts import PARTS
from annotation.protocols import registry
from annotation.protocols.freezing import freeze, thaw
from annotation.protocols.numbers import Given
from annotation.protocols.protocol import Protocol
from annotation.selectors import readiness
from annotation.selectors.guidelines import latest_guidelines
from annotation.services import decks, guidelines, memberships
from core.services import audit
from wiki.models import Corpus
from wiki.parsing.titles import normalise_title

MOST_NAMES = 1000


class CampaignNameTakenError(Exception):
    """Another campaign has this name."""


class PageChoiceError(Exception):
    """The pages are not said, or too many of them."""


class NotReadyError(Exception):
    """The campaign lacks something that it needs to be opened; the text says what."""


class WrongStateError(Exception):
    """The campaign cannot go from the state it is in to the one asked for."""


class NoDesignError(Exception):
    """The campaign has no study design yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """What a campaign is made with: the study design, its numbers, the pages and the target."""

    protocol: Protocol
    corpus: Corpus
    numbers: Mapping[str, Given]
    pages: Campaign.Pages = Campaign.Pages.ALL
    page_names: Sequence[str] = ()
    target: int = 0
    # None: chosen by lot. The same seed on the same corpus draws the same highlights.
    seed: str | None = None
    guidelines: str | None = None


def protocol_of(campaign: Campaign) -> Protocol:
    """The campaign's own, frozen protocol."""
    if campaign.protocol is None:
        raise NoDesignError
    return _thawed(json.dumps(campaign.protocol, sort_keys=True))


@lru_cache(maxsize=64)
def _thawed(frozen: str) -> Protocol:
    # Checking a protocol anew takes as long as all queries of a request.
    return thaw(json.loads(frozen))


@transaction.atomic
def create_campaign(
    *, name: str, actor: User | None, now: datetime, design: Design | None = None
) -> Campaign:
    """A new campaign, being set up. Whoever is no administrator manages what they make."""
    try:
        with transaction.atomic():
            campaign = Campaign.objects.create(name=name, created_at=now)
    except IntegrityError as error:
        raise CampaignNameTakenError from error
    audit.record(
        actor=actor, action="campaign.created", target=campaign, now=now, details={"name": name}
    )
    if actor is not None and not actor.is_administrator:
        memberships.add_member(campaign=campaign, person=actor, part=PARTS["manager"], now=now)
    if design is not None:
        set_design(campaign=campaign, design=design, actor=actor, now=now)
    return campaign


@transaction.atomic
def set_design(
    *, campaign: Campaign, design: Design, actor: User | None, now: datetime
) -> Campaign:
    """Choose the study design, the pages and the target of a campaign that is being set up."""
    held = hold_campaign(campaign)
    if not is_designable(held):
        raise WrongStateError
    campaign.protocol = freeze(design.protocol, design.numbers)
    campaign.corpus = design.corpus
    campaign.page_choice = design.pages
    campaign.page_names = _page_names(design)
    campaign.target = design.target
    campaign.seed = design.seed or secrets.token_hex(16)
    campaign.save()
    decks.start_decks(campaign=campaign, protocol=protocol_of(campaign), now=now)
    text = design.guidelines
    if text is None:
        text = _guidelines_for(held, design.protocol)
    if text:
        guidelines.publish_guidelines(campaign=campaign, text=text, note="", actor=actor, now=now)
    _record(campaign, actor, "campaign.designed", now, _details(campaign))
    return campaign


def is_designable(campaign: Campaign) -> bool:
    """Whether its design can still be chosen: nothing was drawn or imported by it yet."""
    if campaign.claims_from == Campaign.ClaimsFrom.FILES:
        return campaign.state == Campaign.State.IMPORTING
    return campaign.state == Campaign.State.DRAFT and not campaign.highlights.exists()


def _guidelines_for(before: Campaign, protocol: Protocol) -> str:
    """The protocol's own, unless somebody has written others meanwhile."""
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


@transaction.atomic
def change_numbers(
    *, campaign: Campaign, numbers: Mapping[str, Given], actor: User | None, now: datetime
) -> Campaign:
    """Change numbers of the design. Quotas that change are counted anew from then on."""
    held = hold_campaign(campaign)
    if held.state == Campaign.State.CLOSED:
        raise WrongStateError
    before = protocol_of(held)
    assert held.protocol is not None
    frozen = freeze(before, numbers)
    frozen["overrides"] = {**held.protocol["overrides"], **frozen["overrides"]}
    campaign.protocol = frozen
    campaign.save(update_fields=["protocol"])
    started = decks.start_decks(campaign=campaign, protocol=protocol_of(campaign), now=now)
    changed = {path: str(value) for path, value in numbers.items()}
    details = {"numbers": changed, "counted anew": [deck.factor for deck in started]}
    _record(campaign, actor, "campaign.numbers_changed", now, details)
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
    """Let people work. The corpus must be sealed: what claims are about never changes."""
    held = hold_campaign(campaign)
    if missing := [item for item in readiness.checklist(held) if item.is_missing]:
        raise NotReadyError(" ".join(str(item.lack) for item in missing))
    return _move(campaign, held, Campaign.State.OPEN, actor, now)


@transaction.atomic
def pause_campaign(*, campaign: Campaign, actor: User | None, now: datetime) -> Campaign:
    """Nothing new is handed out; what people hold they may finish."""
    return _move(campaign, hold_campaign(campaign), Campaign.State.PAUSED, actor, now)


@transaction.atomic
def close_campaign(*, campaign: Campaign, actor: User | None, now: datetime) -> Campaign:
    """The end: nothing is handed out or taken in any more."""
    return _move(campaign, hold_campaign(campaign), Campaign.State.CLOSED, actor, now)


@transaction.atomic
def copy_campaign(*, campaign: Campaign, name: str, actor: User | None, now: datetime) -> Campaign:
    """Another campaign of the same design, with a seed of its own and no members or work."""
    protocol = protocol_of(campaign)
    assert campaign.corpus is not None
    latest = campaign.guidelines.order_by("-number").first()
    copy = create_campaign(
        name=name,
        actor=actor,
        now=now,
        design=Design(
            protocol=protocol,
            corpus=campaign.corpus,
            numbers={},
            pages=Campaign.Pages(campaign.page_choice),
            page_names=campaign.page_names,
            target=campaign.target,
            guidelines=latest.text if latest else None,
        ),
    )
    _record(copy, actor, "campaign.copied", now, {"from": campaign.name})
    return copy


def hold_campaign(campaign: Campaign) -> Campaign:
    """The campaign as it is now, locked against other changes of it."""
    # Not against rows that refer to it: people go on writing meanwhile.
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
        "target": campaign.target,
        "seed": campaign.seed,
    }


def _record(
    campaign: Campaign, actor: User | None, action: str, now: datetime, details: dict[str, Any]
) -> None:
    audit.record(actor=actor, action=action, target=campaign, now=now, details=details)
