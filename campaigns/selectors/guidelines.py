"""Reading guidelines: what holds now, what held before, and what somebody has not read yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from campaigns.models import Campaign, GuidelinesVersion, Membership


class NoGuidelinesError(Exception):
    """The campaign has no guidelines, and what is asked for needs some."""


@dataclass(frozen=True, slots=True)
class UnseenGuidelines:
    """What holds now and a member has not said to have read."""

    latest: GuidelinesVersion
    # Everything since the version that they read, the newest first; each has its note.
    changes: tuple[GuidelinesVersion, ...]
    is_first: bool  # they have read none so far


@dataclass(frozen=True, slots=True)
class UnreadGuidelines:
    """A member who is to be told that guidelines changed, and in what."""

    membership: Membership
    notes: tuple[str, ...]


def versions_of(campaign: Campaign) -> QuerySet[GuidelinesVersion]:
    """Every version, the newest first, with who published it."""
    versions = GuidelinesVersion.objects.filter(campaign=campaign)
    return versions.select_related("published_by").order_by("-number")


def latest_guidelines(campaign: Campaign) -> GuidelinesVersion | None:
    """Return the guidelines in force, or None if none were published."""
    return versions_of(campaign).first()


def guidelines_in_force(campaign: Campaign) -> GuidelinesVersion:
    """Return the latest guidelines; raise NoGuidelinesError if there are none."""
    latest = latest_guidelines(campaign)
    if latest is None:
        raise NoGuidelinesError
    return latest


def guidelines_unseen_by(membership: Membership) -> UnseenGuidelines | None:
    """What to tell a member about; None when they have read what holds now."""
    newer = versions_of(membership.campaign).filter(number__gt=membership.guidelines_seen)
    changes = tuple(newer)
    if not changes:
        return None
    return UnseenGuidelines(changes[0], changes, membership.guidelines_seen == 0)


def unread_guidelines(memberships: Sequence[Membership]) -> list[UnreadGuidelines]:
    """Of those whose campaign's guidelines changed since they read them; in one query."""
    if not memberships:
        return []
    campaigns = [membership.campaign_id for membership in memberships]
    published: dict[int, list[tuple[int, str]]] = {}
    rows = GuidelinesVersion.objects.filter(campaign__in=campaigns).order_by("campaign", "number")
    for campaign, number, note in rows.values_list("campaign", "number", "note"):
        published.setdefault(campaign, []).append((number, note))
    unread = []
    for each in memberships:
        newer = [
            one for one in published.get(each.campaign_id, []) if one[0] > each.guidelines_seen
        ]
        if newer:
            unread.append(UnreadGuidelines(each, tuple(note for _, note in newer if note)))
    return unread
