"""The corpora in which a person may have claims checked.

Those that they may read, but not those in which they annotate: what the machine says of a claim
would come before their own judgement, unseen by the study. Assistance is dealt at the desk.
"""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from accounts.roles import Role
from campaigns.models import Campaign, Membership
from wiki.models import Corpus
from wiki.selectors.pages import readable_corpora

# In these states of a campaign, people annotate or will.
_AT_WORK = (Campaign.State.DRAFT, Campaign.State.OPEN, Campaign.State.PAUSED)


@dataclass(frozen=True, slots=True)
class CheckableCorpora:
    """The corpora in which claims can be checked, and whether some are closed to an annotator."""

    corpora: list[Corpus]
    closed: bool


def checkable_corpora(person: User) -> CheckableCorpora:
    """Return the corpora in which a person may check claims, as they are ordered elsewhere."""
    annotated = Membership.objects.filter(
        user=person, role=Role.ANNOTATOR, campaign__state__in=_AT_WORK
    )
    closed = set(annotated.values_list("campaign__corpus", flat=True))
    readable = list(readable_corpora(person))
    return CheckableCorpora(
        [corpus for corpus in readable if corpus.pk not in closed],
        any(corpus.pk in closed for corpus in readable),
    )
