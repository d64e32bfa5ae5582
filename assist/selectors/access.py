"""The corpora in which a person may have claims checked, and what they may train models on.

Claims are checked in corpora that a person may read, but not in those in which they annotate: what
the machine says of a claim would come before their own judgement, unseen by the study. Assistance
is dealt at the desk.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from accounts.models import User
from accounts.roles import Role
from campaigns.models import Campaign, Membership
from campaigns.selectors.campaigns import shown_campaigns
from wiki.models import Corpus
from wiki.selectors.access import Right, corpora_for
from wiki.selectors.pages import readable_corpora

# In these states of a campaign, people annotate or will.
_AT_WORK = (Campaign.State.DRAFT, Campaign.State.OPEN, Campaign.State.PAUSED)


@dataclass(frozen=True, slots=True)
class CheckableCorpora:
    """The corpora in which claims can be checked, and those that are closed to an annotator."""

    corpora: list[Corpus]
    closed: list[Corpus]


def checkable_corpora(person: User) -> CheckableCorpora:
    """Return the corpora in which a person may check claims, as they are ordered elsewhere."""
    annotated = Membership.objects.filter(
        user=person, role=Role.ANNOTATOR, campaign__state__in=_AT_WORK
    )
    closed = set(annotated.values_list("campaign__corpus", flat=True))
    readable = list(readable_corpora(person))
    return CheckableCorpora(
        [corpus for corpus in readable if corpus.pk not in closed],
        [corpus for corpus in readable if corpus.pk in closed],
    )


def learnable_campaigns(person: User | None) -> QuerySet[Campaign]:
    """Return the campaigns on which a person may train models: those that they manage.

    The site itself, for which the person is None, may use all.
    """
    found = shown_campaigns().filter(corpus__isnull=False, corpus__is_being_deleted=False)
    if person is None or (person.is_administrator and person.is_active):
        return found
    if not person.is_active:
        return found.none()
    return found.filter(membership__user=person, membership__role=Role.MANAGER)


def learnable_corpora(person: User | None) -> QuerySet[Corpus]:
    """Return the corpora from whose pages a person may have claims made up to train on."""
    if person is None:
        return Corpus.objects.filter(is_being_deleted=False)
    return corpora_for(person, Right.USE)
