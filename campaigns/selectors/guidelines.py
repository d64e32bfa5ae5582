"""Guidelines: the version in force, older versions, and what a member has not read yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import OuterRef, QuerySet, Subquery

from campaigns.models import Campaign, GuidelinesVersion, Membership


class NoGuidelinesError(Exception):
    """The campaign has no guidelines, and what is asked for needs some."""


@dataclass(frozen=True, slots=True)
class UnseenGuidelines:
    """The guidelines in force, for a member who has not confirmed to have read them."""

    latest: GuidelinesVersion
    # All versions since the one that they read, the newest first, each with its note.
    changes: tuple[GuidelinesVersion, ...]
    is_first: bool  # they have not read any version yet


@dataclass(frozen=True, slots=True)
class GuidelinesNotice:
    """A notice to a member that guidelines changed, with the notes of the new versions."""

    membership: Membership
    notes: tuple[str, ...]


def versions_of(campaign: Campaign) -> QuerySet[GuidelinesVersion]:
    """Return every version with its publisher, the newest first."""
    versions = GuidelinesVersion.objects.filter(campaign=campaign)
    return versions.select_related("published_by").order_by("-number")


def latest_guidelines(campaign: Campaign) -> GuidelinesVersion | None:
    """Return the guidelines in force, or None if none were published."""
    return versions_of(campaign).first()


def guidelines_in_force(campaign: Campaign) -> GuidelinesVersion:
    """Return the latest guidelines, without their text; raise NoGuidelinesError if there are none.

    Work refers to them by their key, and the text is long.
    """
    versions = GuidelinesVersion.objects.filter(campaign=campaign).order_by("-number")
    latest = versions.defer("text").first()
    if latest is None:
        raise NoGuidelinesError
    return latest


def guidelines_key(campaign: OuterRef) -> Subquery:
    """Return the expression for the key of the latest guidelines of a campaign."""
    versions = GuidelinesVersion.objects.filter(campaign=campaign).order_by("-number")
    return Subquery(versions.values("pk")[:1])


def guidelines_unseen_by(membership: Membership) -> UnseenGuidelines | None:
    """Return what is new to a member, or None if they have read the guidelines in force."""
    newer = versions_of(membership.campaign).filter(number__gt=membership.guidelines_seen)
    changes = tuple(newer)
    if not changes:
        return None
    return UnseenGuidelines(changes[0], changes, membership.guidelines_seen == 0)


def guidelines_notices(memberships: Sequence[Membership]) -> list[GuidelinesNotice]:
    """Return what is new to the members who have not read the latest guidelines, in one query."""
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
            version
            for version in published.get(each.campaign_id, [])
            if version[0] > each.guidelines_seen
        ]
        if newer:
            unread.append(GuidelinesNotice(each, tuple(note for _, note in newer if note)))
    return unread
