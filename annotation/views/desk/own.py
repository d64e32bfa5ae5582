"""Access to desks: a person's own only. Another person's desk answers as if there were none."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from uuid import UUID

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from annotation.models import Attempt, Candidacy
from annotation.selectors.desk.attempts import attempt_of, campaign_of, may_work
from annotation.views.desk.answers import problem
from campaigns.access import campaign_for, person_of
from wiki.models import Corpus

P = ParamSpec("P")


def own_attempt(
    request: HttpRequest,
    public_id: UUID,
    purpose: Attempt.Purpose | None = None,
    *,
    with_design: bool = True,
) -> Attempt:
    """Return the attempt if it is this person's and for this purpose; else raise Http404."""
    attempt = attempt_of(person_of(request), public_id, with_design=with_design)
    if attempt is None or (purpose is not None and attempt.purpose != purpose):
        raise Http404
    return attempt


def check_candidate(request: HttpRequest, candidacy: Candidacy) -> None:
    """Raise Http404 for people who have left the campaign or no longer have the task."""
    access = campaign_for(request, candidacy.campaign.public_id)
    if not may_work(access.person, candidacy.campaign, Attempt.Purpose(candidacy.task)):
        raise Http404


def corpus_of(attempt: Attempt) -> Corpus:
    """Return the corpus whose pages this desk may show."""
    corpus = campaign_of(attempt).corpus
    if corpus is None:
        raise Http404
    return corpus


def for_scripts(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Answer people who are logged out with 403 as JSON, where pages redirect to the log-in.

    The desk then offers to log in where it is, and loses nothing.
    """

    @login_not_required
    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return problem(403, "logged_out", _("You are logged out."))
        return view(request, *args, **kwargs)

    return guarded
