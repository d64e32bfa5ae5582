"""Counts of what waits for a person in the queues of campaigns."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q

from accounts.models import User
from annotation.models import Assignment, Attempt, Claim, ClaimReport, Highlight
from annotation.selectors.review.claim_reviews import is_accepted
from annotation.selectors.verifying.silent_gold import seen_as_silent_gold, with_silent_gold
from campaigns.models import Campaign, Membership
from campaigns.selectors.protocols import protocol_of

# More claims than that are not counted for a person: the number is one more.
MOST_COUNTED = 100


def waiting_highlights(campaigns: Sequence[Campaign]) -> dict[int, int]:
    """Return how many highlights can still be taken, by the campaign's key."""
    in_state = Highlight.objects.filter(campaign__in=campaigns).values_list("campaign", "state")
    counted = {
        (campaign, state): count
        for campaign, state, count in in_state.annotate(count=Count("pk")).order_by()
    }

    def left(campaign: Campaign) -> int:
        waiting: int = counted.get((campaign.pk, Highlight.State.WAITING), 0)
        begun = sum(
            counted.get((campaign.pk, state), 0)
            for state in (Highlight.State.HELD, Highlight.State.WRITTEN)
        )
        return min(waiting, max(int(campaign.target) - begun, 0)) if campaign.target else waiting

    return {campaign.pk: left(campaign) for campaign in campaigns}


def waiting_for(person: User, campaign: Campaign, purpose: Attempt.Purpose, now: datetime) -> int:
    """Return how many items of a campaign this person could take next."""
    if purpose is Attempt.Purpose.WRITE:
        return waiting_highlights([campaign])[campaign.pk]
    return waiting_claims(person, [campaign], now).get(campaign.pk, 0)


def waiting_claims(person: User, campaigns: Sequence[Campaign], now: datetime) -> dict[int, int]:
    """Return how many items this person could verify now, by the campaign's key.

    Silent gold is counted as if it waited, and nobody learns more than `MOST_COUNTED`: a number
    that does not change would tell it apart.
    """
    expert = Membership.objects.filter(user=person, campaign__in=campaigns, is_expert=True)
    as_expert = set(expert.values_list("campaign", flat=True))
    free = Q(state=Assignment.State.WAITING) | Q(
        state__in=[Assignment.State.HELD, Assignment.State.PAUSED], lease_until__lte=now
    )
    slots = Assignment.objects.filter(claim=OuterRef("pk"))
    for_experts = Assignment.with_checks.filter(
        free, claim=OuterRef("pk"), kind=Assignment.Kind.EXPERT
    )
    claims = (
        Claim.objects.filter(
            Q(Exists(for_experts), campaign__in=as_expert)
            # Slots are opened when somebody asks for a claim.
            | (
                Q(pk__in=Assignment.objects.filter(free, campaign__in=campaigns).values("claim"))
                # A claim that nobody began to verify is the only one without a slot. That is in its
                # own row; slots of 90,000 claims take longer to look for.
                | Q(verifying_since=None)
                & ~Exists(slots.exclude(state=Assignment.State.CLOSED))
                & _may_be_queued(campaigns)
            )
            & ~Q(campaign__in=as_expert),
            ~Exists(
                Attempt.objects.filter(claim=OuterRef("pk"), annotator=person).exclude(
                    outcome=Attempt.Outcome.UNDONE
                )
            ),
            ~Exists(Attempt.objects.filter(highlight=OuterRef("highlight"), annotator=person)),
            ~seen_as_silent_gold(person),
            ~Exists(ClaimReport.objects.filter(claim=OuterRef("pk"), state=ClaimReport.State.OPEN)),
            campaign__in=campaigns,
            state=Claim.State.LIVE,
        )
        .exclude(author=person)
        .values_list("campaign")
    )
    counted = dict(claims.annotate(count=Count("pk")).order_by("campaign"))
    return {
        each.pk: min(counted[each.pk], MOST_COUNTED + 1)
        if each.pk in as_expert
        else with_silent_gold(
            counted[each.pk],
            person=person,
            campaign=each,
            protocol=protocol_of(each),
            most=MOST_COUNTED + 1,
        )
        for each in campaigns
        if each.pk in counted
    }


def _may_be_queued(campaigns: Sequence[Campaign]) -> Q:
    """Return the condition that a manager accepted a claim, where the design wants that."""
    filtered = [
        each.pk
        for each in campaigns
        if each.protocol is not None and protocol_of(each).acceptance.filtered
    ]
    return ~Q(campaign__in=filtered) | is_accepted() if filtered else Q()
