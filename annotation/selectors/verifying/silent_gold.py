"""Silent gold: what of it a person can still get, and how it is mixed into what waits for them."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from annotation.models import (
    Assignment,
    Attempt,
    Claim,
    ClaimReport,
    Gold,
    PersonDeck,
    TaskName,
)
from annotation.rules import decks
from campaigns.models import Campaign
from campaigns.protocols.protocol import YES, Protocol
from core.prepared_queries import Parameter

# Attempts at silent gold whose skip a manager undid.
UNDONE_GOLD = Q(purpose=Attempt.Purpose.SILENT, outcome=Attempt.Outcome.UNDONE)


def silent_gold_in(campaign: Campaign) -> QuerySet[Gold]:
    """Return the silent gold of a campaign that people can get."""
    return Gold.objects.filter(
        campaign=campaign,
        task=TaskName.VERIFY,
        use=Gold.Use.SILENT,
        withdrawn_at=None,
        answer__outcome=Attempt.Outcome.SUBMITTED,
    )


def unfinished_claims(campaign: Campaign) -> QuerySet[Claim]:
    """Return the claims of a campaign that somebody is still to verify."""
    slots = Assignment.objects.filter(
        claim=OuterRef("pk"),
        state__in=[Assignment.State.WAITING, Assignment.State.HELD, Assignment.State.PAUSED],
    )
    return Claim.objects.filter(
        Q(verifying_since=None) | Q(Exists(slots)), campaign=campaign, state=Claim.State.LIVE
    )


def silent_gold_for(person: User, campaign: Campaign) -> QuerySet[Gold]:
    """Return the silent gold that a person can still get.

    Nothing that they made or saw, nor a text that they saw in another claim or other gold: the
    same twice would give it away. While a claim with the same words is to be verified, nobody gets
    the gold: who had it could not get the claim any more, and two items fewer would wait for them.
    Gold whose skip a manager undid comes back, as claims do.
    """
    same = Q(claim__campaign=campaign, claim__wording=OuterRef("identity"))
    seen = Attempt.objects.filter(same, annotator=person)
    written = Claim.with_gold.filter(campaign=campaign, wording=OuterRef("identity"), author=person)
    reported = ClaimReport.objects.filter(claim=OuterRef("claim"), state=ClaimReport.State.OPEN)
    return (
        silent_gold_in(campaign)
        .filter(
            ~Exists(seen.exclude(UNDONE_GOLD)),
            ~Exists(written),
            ~Exists(reported),
            ~Exists(unfinished_claims(campaign).filter(wording=OuterRef("identity"))),
        )
        .exclude(made_by=person)
        .exclude(answer__annotator=person)
    )


def seen_as_silent_gold(person: User | int | Parameter, claim: str = "") -> Exists:
    """Return the condition that a person had silent gold with the words of a claim.

    `claim` leads to the claim from the model of the query: "claim__" from a slot.
    """
    had = Attempt.objects.filter(
        claim=OuterRef("claim"), annotator=person, purpose=Attempt.Purpose.SILENT
    )
    same = Gold.objects.filter(
        Exists(had),
        campaign=OuterRef("campaign"),
        task=TaskName.VERIFY,
        identity=OuterRef(f"{claim}wording"),
        withdrawn_at=None,
    )
    return Exists(same)


def with_silent_gold(
    waiting: int, *, person: User, campaign: Campaign, protocol: Protocol, most: int
) -> int:
    """Return how many items wait for a person when this many claims do, up to `most`.

    Whatever they take next, the number goes down by one: gold that did not count would be told by
    a number that stays.
    """
    if waiting >= most or not protocol.redundancy.silent:
        return min(waiting, most)
    gold = silent_gold_for(person, campaign).count()
    mine = PersonDeck.objects.filter(
        campaign=campaign, annotator=person, factor=PersonDeck.Factor.SILENT
    )
    deck = PersonDeck.next_of(
        mine.order_by("-version").first(),
        campaign=campaign,
        annotator_id=person.pk,
        factor=PersonDeck.Factor.SILENT,
        shares=protocol.silent_shares(),
    )
    return decks.items_until(deck.dealer, deck.counts, YES, hits=gold, others=waiting, most=most)
