"""The rights of people in corpora. Every corpus that a person asks for is looked up here.

| right  | who has it                                                                           |
|--------|--------------------------------------------------------------------------------------|
| READ   | owners and members of the corpus, members of its campaigns                           |
| USE    | owners and members of the corpus, managers of its campaigns: see its page, choose it |
| CHANGE | its owners: import, seal, delete, reindex, share                                     |

Administrators have every right. An app above, which knows other reasons to let people in, adds a
grant in its module `contributions` (`add_grant`), as `campaigns` does. A corpus in which
somebody has no right does not exist for them.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import reduce
from operator import or_
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet

from accounts.models import User
from core.contributions import load_contributions
from wiki.models import Corpus, CorpusMember


class Right(IntEnum):
    """A right of a person in a corpus; each includes those before it."""

    READ = 1
    USE = 2
    CHANGE = 3


class NoRightError(PermissionDenied):
    """The person may not do this with the corpus, perhaps not any more: a view answers 403."""


Grant = Callable[[User, Right], Q | None]

_grants: list[Grant] = []


def add_grant(grant: Grant) -> None:
    """Add a reason for which people have a right in corpora, once."""
    if grant not in _grants:
        _grants.append(grant)


def corpora_for(person: User, right: Right) -> QuerySet[Corpus]:
    """Return the corpora in which the person has this right."""
    if not person.is_active:
        return Corpus.objects.none()
    shown = Corpus.objects.filter(is_being_deleted=False)
    if person.is_administrator:
        return shown
    own = CorpusMember.objects.filter(user=person)
    if right >= Right.CHANGE:
        own = own.filter(role=CorpusMember.Role.OWNER)
    load_contributions()
    # Subqueries: joins would repeat a corpus for each of its campaigns.
    reasons = [Q(pk__in=own.values("corpus"))]
    reasons += [reason for grant in _grants if (reason := grant(person, right)) is not None]
    return shown.filter(reduce(or_, reasons))


def corpus_for(person: User, public_id: UUID | str, right: Right) -> Corpus | None:
    """Return the corpus with this public id if the person has this right in it."""
    try:
        named = public_id if isinstance(public_id, UUID) else UUID(public_id)
    except ValueError:
        return None
    return corpora_for(person, right).filter(public_id=named).first()


def has_right(person: User | None, corpus: Corpus, right: Right) -> bool:
    """Return whether the person has this right; nobody in particular (a command) has every one."""
    return person is None or corpora_for(person, right).filter(pk=corpus.pk).exists()


def require_right(person: User | None, corpus: Corpus, right: Right) -> None:
    """Raise NoRightError unless the person has this right."""
    if not has_right(person, corpus, right):
        raise NoRightError(corpus.name)


def members_of(corpus: Corpus) -> QuerySet[CorpusMember]:
    """Return the owners and members of a corpus, owners first."""
    members = CorpusMember.objects.filter(corpus=corpus).select_related("user")
    return members.order_by("-role", "user__username")
