"""The slots that a person may take: of claims that they did not write and have never seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import (
    Case,
    CharField,
    DateTimeField,
    Exists,
    F,
    OuterRef,
    Q,
    QuerySet,
    When,
)
from django.db.models.functions import Coalesce

from annotation.models import Assignment, Attempt, Claim, ClaimReport
from annotation.selectors.verifying.silent_gold import seen_as_silent_gold
from annotation.services.verifying.arms import arm_of
from campaigns.models import Campaign
from core.prepared_queries import Parameter, PreparedQuery, PreparedUpdate

# A paused slot is its holder's, too; it only does not keep them from taking others.
HELD_STATES = (Assignment.State.HELD, Assignment.State.PAUSED)
_COMMON_SLOTS = (Assignment.Kind.ORDINARY, Assignment.Kind.DUPLICATE)
_EXPERT_SLOTS = (Assignment.Kind.EXPERT,)
# A person gets no claim of the highlights of their last attempts while there is another claim.
_LATELY = 20
_NOW = Parameter("now", DateTimeField())


@dataclass(frozen=True, slots=True)
class FreeSlot:
    """A slot that a person can take, and whether a manager undid their skip of its claim."""

    slot: Assignment
    was_undone: bool


def abandoned(now: datetime | Parameter) -> Q:
    """Return the condition that the holder of a slot let its lease end."""
    return Q(state__in=HELD_STATES, lease_until__lte=now)


def free_for(
    campaign: int | Parameter, person: int | Parameter, *, is_expert: bool
) -> QuerySet[Assignment]:
    """Return slots of claims that this person did not write and has never seen.

    Experts get their own slots only, and nobody else gets those. Who held the claim's highlight
    has seen what it is about, and may have drafted it.
    """
    mine = Attempt.objects.filter(claim=OuterRef("claim"), annotator=person)
    held = Attempt.objects.filter(highlight=OuterRef("claim__highlight"), annotator=person)
    return (
        Assignment.with_checks.filter(
            ~Exists(mine.exclude(outcome=Attempt.Outcome.UNDONE)),
            ~Exists(held),
            # The same text twice would give silent gold away.
            ~seen_as_silent_gold(person, "claim__"),
            ~Exists(_reported().filter(claim=OuterRef("claim"))),
            campaign=campaign,
            claim__state=Claim.State.LIVE,
            kind__in=_EXPERT_SLOTS if is_expert else _COMMON_SLOTS,
        )
        .exclude(claim__author=person)
        .annotate(was_undone=Exists(mine.filter(outcome=Attempt.Outcome.UNDONE)))
    )


def _reported() -> QuerySet[ClaimReport]:
    return ClaimReport.objects.filter(state=ClaimReport.State.OPEN)


def _waiting(*, is_expert: bool) -> QuerySet[Assignment]:
    free = free_for(Parameter("campaign"), Parameter("person"), is_expert=is_expert)
    return free.filter(state=Assignment.State.WAITING).order_by("rank")


def _unlike_lately(*, is_expert: bool) -> QuerySet[Assignment]:
    lately = Attempt.objects.filter(
        annotator=Parameter("person"),
        claim__campaign=Parameter("campaign"),
        claim__highlight__isnull=False,
    )
    had = lately.order_by("-pk").values("claim__highlight")[:_LATELY]
    return _waiting(is_expert=is_expert).exclude(claim__highlight__in=had)


def _left(*, is_expert: bool) -> QuerySet[Assignment]:
    free = free_for(Parameter("campaign"), Parameter("person"), is_expert=is_expert)
    return free.filter(abandoned(_NOW)).order_by("lease_until", "pk")


def _to_take(build: Callable[[], QuerySet[Assignment]]) -> QuerySet[Assignment]:
    return build().select_for_update(skip_locked=True, no_key=True, of=("self",))[:1]


def _for_both(
    build: Callable[..., QuerySet[Assignment]],
) -> dict[bool, PreparedQuery[Assignment]]:
    """Return the query for other verifiers and for experts."""
    return {
        is_expert: PreparedQuery(partial(_to_take, partial(build, is_expert=is_expert)))
        for is_expert in (False, True)
    }


_LEFT = _for_both(_left)
_UNLIKE_LATELY = _for_both(_unlike_lately)
_WAITING = _for_both(_waiting)
_REPORT = PreparedQuery(lambda: _reported().filter(claim=Parameter("claim")).values_list("pk")[:1])
_BEGIN = PreparedUpdate(
    lambda: Claim.with_gold.filter(pk=Parameter("claim"), state=Claim.State.LIVE),
    verifying_since=Coalesce("verifying_since", _NOW, output_field=DateTimeField()),
    # The arm that it has, else a new one.
    arm=Case(When(arm="", then=Parameter("arm", CharField())), default=F("arm")),
)


def find_slot(
    campaign: Campaign, person: int, now: datetime, *, is_expert: bool, with_abandoned: bool
) -> FreeSlot | None:
    """Return a slot for this person, locked: an abandoned one first, then by lot."""
    who = {"campaign": campaign.pk, "person": person}
    if with_abandoned:
        found = _live(_LEFT[is_expert].first(**who, now=now), campaign, now)
        if found is not None:
            return found
    # Knowing one claim of a highlight influences how a person judges the next one.
    other = _live(_UNLIKE_LATELY[is_expert].first(**who), campaign, now)
    return other or _live(_WAITING[is_expert].first(**who), campaign, now)


def _live(slot: Any, campaign: Campaign, now: datetime) -> FreeSlot | None:
    """Return the slot unless its claim was reported or withdrawn.

    The claim is locked after the slot, by the update. Its author may not correct it from now on;
    nobody reports what nobody has taken.
    """
    if slot is None:
        return None
    arm = arm_of(slot.claim_id, campaign)
    if not _BEGIN.run(claim=slot.claim_id, now=now, arm=arm.value):
        return None
    if _REPORT.first(claim=slot.claim_id) is not None:
        return None
    return FreeSlot(slot, slot.was_undone)
