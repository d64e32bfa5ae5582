"""Owners and members of corpora, and the default corpus."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from core.services import audit
from wiki.models import Corpus, CorpusMember
from wiki.selectors.access import NoRightError, Right, require_right
from wiki.selectors.pages import has_pages


class LastOwnerError(Exception):
    """The corpus would be left without an owner; only administrators may do that."""


class CorpusEmptyError(Exception):
    """A corpus without pages cannot be the default: nobody could read anything."""


@transaction.atomic
def add_corpus_member(
    *, corpus: Corpus, person: User, role: CorpusMember.Role, by: User | None, now: datetime
) -> CorpusMember:
    """Make a person an owner or a member of a corpus, or change which of the two they are."""
    require_right(by, corpus, Right.CHANGE)
    _hold(corpus)
    before = CorpusMember.objects.filter(corpus=corpus, user=person).first()
    if before is not None and before.role == role:
        return before
    if before is not None:
        _keep_an_owner(before, by)
    member, _created = CorpusMember.objects.update_or_create(
        corpus=corpus, user=person, defaults={"role": role}, create_defaults=_new(role, now)
    )
    _record("wiki.share_corpus", member, by, now)
    return member


@transaction.atomic
def remove_corpus_member(*, member: CorpusMember, by: User | None, now: datetime) -> None:
    """Take the rights of an owner or a member away."""
    require_right(by, member.corpus, Right.CHANGE)
    _hold(member.corpus)
    _keep_an_owner(member, by)
    _record("wiki.unshare_corpus", member, by, now)
    member.delete()


@transaction.atomic
def choose_default_corpus(*, corpus: Corpus | None, by: User, now: datetime) -> None:
    """Let administrators choose the corpus that is read if none is named; None for no choice."""
    if not by.is_administrator:
        raise NoRightError
    if corpus is not None and not has_pages(corpus):
        raise CorpusEmptyError(corpus.name)
    before = Corpus.objects.select_for_update().filter(is_default=True).first()
    if before == corpus:
        return
    Corpus.objects.filter(is_default=True).update(is_default=False)
    if corpus is not None:
        Corpus.objects.filter(pk=corpus.pk).update(is_default=True)
    details = {"from": before.name if before else "", "to": corpus.name if corpus else ""}
    target = corpus or before
    assert target is not None
    audit.record(actor=by, action="wiki.default_corpus", target=target, now=now, details=details)


def _new(role: CorpusMember.Role, now: datetime) -> dict[str, object]:
    return {"role": role, "added_at": now}


def _hold(corpus: Corpus) -> None:
    """Lock the corpus, so that two owners cannot remove each other at once."""
    Corpus.objects.select_for_update(no_key=True).get(pk=corpus.pk)


def _keep_an_owner(member: CorpusMember, by: User | None) -> None:
    """Raise LastOwnerError if no owner would be left and the actor is no administrator."""
    if by is None or by.is_administrator or member.role != CorpusMember.Role.OWNER:
        return
    others = CorpusMember.objects.filter(corpus=member.corpus, role=CorpusMember.Role.OWNER)
    if not others.exclude(pk=member.pk).exists():
        raise LastOwnerError


def _record(action: str, member: CorpusMember, by: User | None, now: datetime) -> None:
    audit.record(
        actor=by,
        action=action,
        target=member.corpus,
        now=now,
        details={"person": member.user.username, "role": member.role},
    )
