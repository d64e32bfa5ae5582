"""Owners and members of a corpus, and the administrators' choice of the default one."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.roles import Area
from campaigns.access import administrator_required, area_required, person_of, reach_corpus
from campaigns.forms.corpus_members import CorpusMemberForm
from campaigns.views.corpora import corpus_page
from core.http import REFUSED
from wiki.models import CorpusMember
from wiki.selectors.access import Right, members_of
from wiki.services import corpus_members


@area_required(Area.CORPORA)
@require_POST
def add_member(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Share the corpus with a person, or change their role in it."""
    corpus = reach_corpus(request, public_id, Right.CHANGE)
    form = CorpusMemberForm(request.POST, person=person_of(request))
    if not form.is_valid():
        return corpus_page(request, corpus, member_form=form, status=REFUSED)
    person, role = form.cleaned_data["username"], CorpusMember.Role(form.cleaned_data["role"])
    try:
        corpus_members.add_corpus_member(
            corpus=corpus, person=person, role=role, by=person_of(request), now=timezone.now()
        )
    except corpus_members.LastOwnerError:
        _refuse_last_owner(request)
    else:
        messages.success(
            request, _("%(name)s is now: %(role)s.") % {"name": person, "role": role.label}
        )
    return redirect("corpus", public_id)


@area_required(Area.CORPORA)
@require_POST
def remove_member(request: HttpRequest, public_id: UUID, member_id: UUID) -> HttpResponse:
    """Take the rights of an owner or a member away."""
    corpus = reach_corpus(request, public_id, Right.CHANGE)
    member = members_of(corpus).filter(public_id=member_id).first()
    if member is None:
        # A page open elsewhere still lists a person who was removed.
        messages.error(request, _("They no longer have a role in this corpus."))
        return redirect("corpus", public_id)
    try:
        corpus_members.remove_corpus_member(
            member=member, by=person_of(request), now=timezone.now()
        )
    except corpus_members.LastOwnerError:
        _refuse_last_owner(request)
        return redirect("corpus", public_id)
    messages.success(
        request, _("%(name)s no longer has a role in this corpus.") % {"name": member.user}
    )
    if member.user == request.user:
        return redirect("corpora")
    return redirect("corpus", public_id)


@administrator_required
@require_POST
def choose_default(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Make this corpus the default, or take that back."""
    corpus = reach_corpus(request, public_id, Right.CHANGE)
    chosen = None if corpus.is_default else corpus
    try:
        corpus_members.choose_default_corpus(
            corpus=chosen, by=person_of(request), now=timezone.now()
        )
    except corpus_members.CorpusEmptyError:
        messages.error(request, _("A corpus without pages cannot be the default."))
    return redirect("corpus", public_id)


def _refuse_last_owner(request: HttpRequest) -> None:
    messages.error(request, _("A corpus needs an owner. Make somebody else an owner first."))
