"""Batches of claims, accepted or rejected by a sample, and samples of everybody's claims."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.roles import Area
from annotation.forms.review_batches import BatchForm, ReviewSampleForm
from annotation.models import LONGEST_REVIEW_COMMENT, ReviewBatch
from annotation.rules.form_requests import BatchDecisionRequest
from annotation.selectors.review import claim_reviews as selectors
from annotation.services.review import claim_reviews, review_batches
from campaigns.access import CampaignAccess, campaign_for
from campaigns.selectors.protocols import NoDesignError, protocol_of
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED, read_form
from core.row_pages import RowPaginator

TAB = "review"
BATCHES_A_PAGE = 20


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def batches(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """List the batches; draw another one of a writer's claims, or a sample of everybody's."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    writers = [one for one in selectors.writers_in(access.campaign) if one != access.person]
    is_reading = "size" in request.POST
    is_batch = request.method == "POST" and not is_reading
    batch_form = BatchForm(request.POST if is_batch else None, writers=writers)
    reading_form = ReviewSampleForm(request.POST if is_reading else None)
    made = _drawn(access, batch_form, reading_form)
    if made is not None:
        return redirect("review-batch", public_id, made.number)
    page = RowPaginator(selectors.batches_of(access.campaign), BATCHES_A_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "batch_form": batch_form,
        "reading_form": reading_form,
        "pages": page,
        "batches": selectors.show_batches(list(page)),
        "acceptance": _acceptance(access),
    }
    status = REFUSED if batch_form.is_bound or reading_form.is_bound else 200
    return render_tab(
        request, access, TAB, "annotation/review/batches.html", context, status=status
    )


def _acceptance(access: CampaignAccess) -> object:
    try:
        return protocol_of(access.campaign).acceptance
    except NoDesignError:
        return None


def _drawn(
    access: CampaignAccess, batch_form: BatchForm, reading_form: ReviewSampleForm
) -> ReviewBatch | None:
    """Draw what was asked for; where that is refused, the form says why."""
    now = timezone.now()
    try:
        if batch_form.is_valid():
            return review_batches.draw_batch(
                campaign=access.campaign,
                writer=batch_form.cleaned_data["writer"],
                actor=access.person,
                now=now,
            )
        if reading_form.is_valid():
            return review_batches.draw_reading(
                campaign=access.campaign,
                size=reading_form.cleaned_data["size"],
                actor=access.person,
                now=now,
            )
    except (review_batches.NoBatchesError, NoDesignError):
        batch_form.add_error(None, _("This campaign reviews no claims in batches."))
    except review_batches.BatchInReviewError:
        batch_form.add_error(None, _("A batch of this writer is being reviewed already."))
    except review_batches.NothingToReviewError:
        form = batch_form if batch_form.is_bound else reading_form
        form.add_error(None, _("No claim waits for a review."))
    return None


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def batch(request: HttpRequest, public_id: UUID, number: int) -> HttpResponse:
    """Show a batch with its sample, and accept or reject it as the sample says."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    found = get_object_or_404(selectors.batches_of(access.campaign), number=number)
    problem, sent = "", read_form(request, BatchDecisionRequest)
    if request.method == "POST":
        problem = _decided(request, access, found, sent)
        if not problem:
            return redirect("review-batch", public_id, number)
        found = get_object_or_404(selectors.batches_of(access.campaign), number=number)
    [shown] = selectors.show_batches([found])
    context = {
        "shown": shown,
        "batch": found,
        "is_own": found.writer_id == access.person.pk,
        "longest": LONGEST_REVIEW_COMMENT,
        "typed": sent.comment,
        "problem": problem,
    }
    template = "annotation/review/batch.html"
    return render_tab(request, access, TAB, template, context, status=REFUSED if problem else 200)


def _decided(
    request: HttpRequest, access: CampaignAccess, found: ReviewBatch, sent: BatchDecisionRequest
) -> str:
    """Decide about a batch; return what is wrong, if something is."""
    try:
        review_batches.decide_batch(
            batch=found,
            state=sent.state,
            comment=sent.comment,
            actor=access.person,
            now=timezone.now(),
        )
    except claim_reviews.ReviewCommentError:
        return _("Say why, in at most %d characters: the writer reads it.") % LONGEST_REVIEW_COMMENT
    except review_batches.BatchDecidedError:
        return _("Somebody has already decided about this batch. Your decision was not saved.")
    except review_batches.BatchUndecidedError:
        return _("The sample is not read to its end, or says otherwise. Nothing was stored.")
    except review_batches.OwnBatchError:
        return _("You wrote these claims: others decide.")
    is_accepted = sent.state == ReviewBatch.State.ACCEPTED
    messages.success(
        request,
        _("The batch is accepted.")
        if is_accepted
        else _("The batch is rejected. Its claims are with their writer."),
    )
    return ""
