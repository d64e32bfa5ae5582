"""The review of written claims: their list, and one claim after another with its article."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.roles import Area
from annotation.forms.claim_reviews import ClaimSnapshotForm, ReviewPathForm
from annotation.models import (
    LONGEST_REVIEW_COMMENT,
    Claim,
    ClaimReview,
    GradingPhrase,
    ReviewBatch,
    Verification,
)
from annotation.rules.form_requests import ClaimDecisionRequest
from annotation.selectors.review import claim_reviews as selectors
from annotation.selectors.review.claim_reviews import ReviewPath, ReviewState
from annotation.selectors.verifying.desk import shown_verdict
from annotation.services.desk.stages import writing_stage
from annotation.services.review import claim_reviews
from annotation.views.calibration.articles import marked_article
from annotation.views.calibration.words import claim_context
from annotation.views.campaign.lists import ListFilter, ListOrder, ListSpec, show_list
from campaigns.access import CampaignAccess, campaign_for
from campaigns.selectors.protocols import NoDesignError, protocol_of
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED, read_form

TAB = "review"
STATES = [
    (ReviewState.WAITING, gettext_lazy("Waiting")),
    (ReviewState.RETURNED, gettext_lazy("Returned")),
    (ReviewState.ACCEPTED, gettext_lazy("Accepted")),
    (ReviewState.WITHDRAWN, gettext_lazy("Withdrawn")),
]


@require_safe
@never_cache
def review_list(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """List the written claims by what was decided about them."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    asked = request.GET.get("state", "")
    state = ReviewState(asked) if asked in set(ReviewState) else ReviewState.WAITING
    writers = selectors.writers_in(access.campaign)
    options = [(str(person.public_id), str(person)) for person in writers]
    spec = ListSpec(
        searched=("text",),
        filters=(ListFilter("writer", gettext_lazy("Writer"), "author__public_id", options),),
        orders=(
            ListOrder("oldest", gettext_lazy("Oldest first"), ("pk",)),
            ListOrder("newest", gettext_lazy("Newest first"), ("-pk",)),
        ),
    )
    reviews = selectors.in_force().select_related("reviewer")
    rows = selectors.in_state(selectors.written_claims(access.campaign), state)
    rows = rows.select_related("author", "highlight__page").prefetch_related(
        Prefetch("reviews", reviews, to_attr="decided")
    )
    shown = show_list(request, rows, spec)
    writer = shown.filters[0].chosen
    context = {
        "list": shown,
        "state": state,
        "states": STATES,
        "kept": [("state", state)],
        "path": f"?{urlencode({'writer': writer})}" if writer else "",
    }
    return render_tab(request, access, TAB, "annotation/review/claims.html", context)


@require_safe
@never_cache
def review_next(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Go to the next claim of a writer, of a batch's sample, or of all."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    path = _path(request, access)
    waiting = path.waiting_for(access.person)
    found = selectors.first_after(waiting, request.GET.get("after", ""))
    if found is not None:
        return redirect(_address("review-claim", access, path, found))
    messages.info(request, _("No other claim waits for your review here."))
    if path.batch is not None:
        return redirect("review-batch", public_id, path.batch.number)
    return redirect(_address("review", access, path))


@require_safe
@never_cache
def review_claim(request: HttpRequest, public_id: UUID, claim_id: UUID) -> HttpResponse:
    """Show a claim with its prescription, its highlight in the article, and what was decided."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    return _page(request, access, _claim(access, claim_id))


@require_POST
def decide(request: HttpRequest, public_id: UUID, claim_id: UUID) -> HttpResponse:
    """Accept, return or withdraw a claim, and go on with the next one."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    claim = _claim(access, claim_id)
    sent = read_form(request, ClaimDecisionRequest)
    try:
        made = claim_reviews.review_claim(
            claim=claim,
            decision=sent.decision,
            comment=sent.comment,
            seen=_snapshot(request),
            actor=access.person,
            now=timezone.now(),
        )
    except claim_reviews.ReviewCommentError:
        said = _("To return or withdraw a claim, say why in at most %d characters.")
        return _page(
            request, access, claim, problem=said % LONGEST_REVIEW_COMMENT, typed=sent.comment
        )
    except claim_reviews.ReviewedMeanwhileError as error:
        fresh = _claim(access, claim_id)
        return _page(request, access, fresh, problem=_meanwhile(error.review), typed=sent.comment)
    except claim_reviews.OwnClaimReviewedError:
        return _page(request, access, claim, problem=_("You wrote this claim: others review it."))
    except claim_reviews.NotReviewableError:
        said = _("This claim can no longer be reviewed: it is withdrawn or set aside.")
        return _page(request, access, _claim(access, claim_id), problem=said, typed=sent.comment)
    messages.success(request, _said(made))
    following = _address("review-next", access, _path(request, access))
    joined = "&" if "?" in following else "?"
    return redirect(f"{following}{joined}after={claim.public_id}")


def _snapshot(request: HttpRequest) -> claim_reviews.ClaimSnapshot:
    form = ClaimSnapshotForm(request.POST)
    form.is_valid()
    sent = form.cleaned_data
    # No claim has a version 0: without a number it is as if the claim had changed.
    return claim_reviews.ClaimSnapshot(sent.get("version") or 0, sent.get("seen", ""))


def _said(made: ClaimReview) -> str:
    match made.decision:
        case ClaimReview.Decision.ACCEPTED:
            return _("Accepted.")
        case ClaimReview.Decision.RETURNED:
            return _("Returned. It is not verified until %(writer)s corrects it.") % {
                "writer": made.writer
            }
        case _other:
            return _("Withdrawn. The writer reads why.")


def _meanwhile(review: ClaimReview | None) -> str:
    if review is None:
        return _("The writer has changed this claim. Your decision was not saved; read it again.")
    return _("%(who)s has already reviewed this claim. Your decision was not saved.") % {
        "who": review.reviewer
    }


def _claim(access: CampaignAccess, claim_id: UUID) -> Claim:
    claims = selectors.written_claims(access.campaign).select_related(
        "author", "highlight__page", "base"
    )
    return get_object_or_404(claims, public_id=claim_id)


def _path(request: HttpRequest, access: CampaignAccess) -> ReviewPath:
    """Return the claims that the address asks for; what it does not know is left out."""
    form = ReviewPathForm(request.GET)
    form.is_valid()
    batch, writer = form.cleaned_data.get("batch"), form.cleaned_data.get("writer")
    if batch:
        batches = ReviewBatch.objects.filter(campaign=access.campaign, number=batch)
        return ReviewPath(access.campaign, batch=batches.first())
    person = User.objects.filter(public_id=writer).first() if writer else None
    return ReviewPath(access.campaign, writer=person)


def _address(
    name: str, access: CampaignAccess, path: ReviewPath, claim: Claim | None = None
) -> str:
    arguments = [access.campaign.public_id, *([claim.public_id] if claim else [])]
    kept: dict[str, str] = {}
    if path.batch is not None:
        kept["batch"] = str(path.batch.number)
    elif path.writer is not None:
        kept["writer"] = str(path.writer.public_id)
    address = reverse(name, args=arguments)
    return f"{address}?{urlencode(kept)}" if kept else address


def _page(
    request: HttpRequest,
    access: CampaignAccess,
    claim: Claim,
    *,
    problem: str = "",
    typed: str = "",
) -> HttpResponse:
    campaign, path = access.campaign, _path(request, access)
    decided = selectors.review_of(claim)
    following = _address("review-next", access, path)
    joined = "&" if "?" in following else "?"
    context: dict[str, Any] = {
        "access": access,
        "campaign": campaign,
        "claim": claim,
        "path": path,
        "decided": decided,
        "is_own": claim.author_id == access.person.pk,
        "is_reviewable": claim.state in Claim.KEPT,
        "version": claim.versions.order_by("-number")[0],
        "earlier": list(claim.versions.order_by("-number")[1:]),
        "reviews": ClaimReview.objects.filter(claim=claim, superseded_at__isnull=False)
        .select_related("reviewer")
        .order_by("-pk"),
        "phrases": GradingPhrase.objects.filter(campaign=campaign).order_by("text"),
        "longest": LONGEST_REVIEW_COMMENT,
        "next_address": f"{following}{joined}after={claim.public_id}",
        "decide_address": _address("review-decide", access, path, claim),
        "left": path.waiting_for(access.person).count(),
        "problem": problem,
        "typed": typed or (decided.comment if decided else ""),
        **_beside(campaign, claim),
    }
    # Without the tabs: the decision and the highlight are in sight together.
    template = "annotation/review/claim.html"
    return render(request, template, context, status=REFUSED if problem else 200)


def _beside(campaign: Any, claim: Claim) -> dict[str, Any]:
    """Return the claim in the design's words, its siblings, and its highlight in the article."""
    try:
        protocol = protocol_of(campaign)
    except NoDesignError:
        return {}
    stage = writing_stage(protocol)
    highlight, corpus = claim.from_highlight, campaign.corpus
    marks = dict.fromkeys(highlight.addresses, "highlight")
    siblings = Claim.objects.filter(highlight=highlight).exclude(pk=claim.pk).order_by("pk")
    verdicts = Verification.objects.filter(claim=claim, void_since=None).order_by("verdict")
    return {
        "card": claim_context(protocol, stage, claim, {claim.slot: claim.prescribed}),
        "siblings": siblings,
        "verdicts": [
            shown_verdict(protocol, verdict)
            for verdict in verdicts.values_list("verdict", flat=True)
        ],
        "title": highlight.page.title,
        "article": marked_article(corpus, highlight.page.title, marks) if corpus else None,
    }
