"""The writing desk: a highlight in its page, and the claims that are written from it."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from annotation.messages import limit_text
from annotation.models import Attempt, TaskName
from annotation.rules.drafts import ClaimDraft, claims_body, read_claim_drafts, read_writing_draft
from annotation.rules.form_requests import SkipRequest
from annotation.rules.writing.cards import IncompleteClaimsError, written_claims
from annotation.rules.writing.submissions import MisfitError
from annotation.selectors.desk.attempts import campaign_of, highlight_of
from annotation.selectors.writing.desk import WritingDesk, quotas_of, writing_desk_of
from annotation.selectors.writing.giveaways import giveaways_of
from annotation.selectors.writing.highlights import material_of
from annotation.services.calibration import phase_items
from annotation.services.desk import act_limits, eligibility, leases, stages, sync
from annotation.services.writing import claims, feedback, highlights
from annotation.services.writing.claim_checks import (
    ClaimsRefusedError,
    check_while_typing,
    claim_index_for,
)
from annotation.views.calibration.taking import take_item
from annotation.views.desk.answers import bad_body, problem, too_often, wants_json
from annotation.views.desk.next_steps import (
    finished,
    next_address,
    not_approved_message,
    not_open_message,
    set_aside_message,
    submitted_claims,
)
from annotation.views.desk.outside import header_line, outside_message
from annotation.views.desk.own import for_scripts, own_attempt
from annotation.views.desk.posted import card_to_check, posted_drafts, shown_card
from annotation.views.desk.refusals import Refusal, plain_finding, refusal_of
from annotation.views.desk.room import page_context
from campaigns.access import campaign_for
from campaigns.models import Campaign
from campaigns.selectors.protocols import protocol_of
from core.http import REFUSED, read_form
from core.structs import BadDataError


@require_POST
def take(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Give the person a highlight, or the one that they hold already, and go to its desk."""
    access = campaign_for(request, public_id)
    return _take(request, access.campaign, access.person)


def _take(request: HttpRequest, campaign: Campaign, person: User) -> HttpResponse:
    try:
        taken = highlights.take_highlight(campaign=campaign, annotator=person, now=timezone.now())
    except highlights.NotAWriterError as error:
        raise PermissionDenied from error
    except stages.CampaignNotOpenError:
        messages.info(request, not_open_message(campaign))
    except eligibility.NotApprovedError as error:
        messages.info(request, not_approved_message(error.task))
    except eligibility.SetAsideError as error:
        messages.warning(request, set_aside_message(error.suspension))
    except highlights.TargetReachedError:
        messages.info(request, _("All highlights of this campaign are taken. Thank you."))
    except highlights.NothingLeftError:
        messages.info(
            request, _("No highlight is left at the moment. Your managers can draw more.")
        )
    else:
        return redirect("writing-desk", taken.attempt.public_id)
    return redirect("home")


@require_safe
def desk(request: HttpRequest, attempt_id: UUID) -> HttpResponseBase:
    """Show the desk; a highlight that was submitted or skipped has none any more."""
    attempt = _attempt(request, attempt_id)
    if attempt.outcome == Attempt.Outcome.SUBMITTED:
        messages.info(request, _("These claims have already been submitted."))
        if attempt.purpose != Attempt.Purpose.WRITE:
            return redirect(next_address(attempt))
        return redirect("my-claims", campaign_of(attempt).public_id)
    if attempt.outcome == Attempt.Outcome.SKIPPED:
        messages.info(request, _("You skipped this highlight."))
        return redirect("home")
    shown = _desk_of(attempt)
    draft = read_writing_draft(shown.draft.body if shown.draft else {})
    drafts = read_claim_drafts([card.key for card in shown.cards], draft.claims)
    return _desk_page(request, shown, drafts)


@for_scripts
@require_POST
def check(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """Answer with what the checks find in a card while it is typed."""
    attempt = _attempt(request, attempt_id)
    try:
        asked = card_to_check(request, _desk_of(attempt).cards)
    except BadDataError as error:
        return bad_body(error)
    found = check_while_typing(
        claim_index_for(attempt, campaign_of(attempt)),
        material_of(highlight_of(attempt)),
        asked.card,
        asked.drafts,
        giveaways_of(campaign_of(attempt)),
    )
    return JsonResponse({"findings": [plain_finding(finding) for finding in found]})


@require_POST
def submit(request: HttpRequest, attempt_id: UUID) -> HttpResponseBase:
    """Submit all claims together; those that are refused keep their text."""
    attempt = _attempt(request, attempt_id)
    shown = _desk_of(attempt)
    drafts = posted_drafts(request.POST, shown.cards)
    try:
        written = claims.submit_claims(
            attempt=attempt,
            claims=written_claims(shown.cards, drafts),
            now=timezone.now(),
            giveaways=giveaways_of(campaign_of(attempt)),
        )
    except REFUSALS as error:
        return _refused(request, shown, drafts, refusal_of(error, shown.cards))
    said = _("Your claims are submitted.")
    if attempt.purpose == Attempt.Purpose.WRITE:
        said = submitted_claims(written, shown.stage, said)
    return _go_on(request, attempt, said)


@require_POST
def skip(request: HttpRequest, attempt_id: UUID) -> HttpResponseBase:
    """Skip the highlight, with a reason, and go on with the next one."""
    attempt = _attempt(request, attempt_id)
    if attempt.purpose != Attempt.Purpose.WRITE:
        if wants_json(request):
            return problem(409, "outside", outside_message())
        messages.error(request, outside_message())
        return redirect("writing-desk", attempt_id)
    sent = read_form(request, SkipRequest)
    try:
        highlights.skip_highlight(
            attempt=attempt, reason=sent.reason, text=sent.text, now=timezone.now()
        )
    except stages.SkipReasonError:
        said = _("Choose a reason; “something else” needs a few words.")
        if wants_json(request):
            return problem(REFUSED, "reason", said)
        messages.error(request, said)
        return redirect("writing-desk", attempt_id)
    except act_limits.TooOftenError as error:
        if wants_json(request):
            return too_often(error)
        messages.error(request, limit_text(error.act, error.limit.most, error.limit.within))
        return redirect("writing-desk", attempt_id)
    except leases.LeaseLostError:
        said = _("The highlight was passed on to somebody else in the meantime.")
        if wants_json(request):
            return problem(409, "lease_lost", said)
        messages.info(request, said)
        return redirect("home")
    return _go_on(request, attempt, _("Skipped. Nobody else will get it."))


def _go_on(request: HttpRequest, attempt: Attempt, said: str) -> HttpResponse:
    """Say how the item ended, and go on with the next one; a form may ask to stop here."""
    if wants_json(request):
        return finished(request, attempt, said)
    messages.success(request, said)
    if attempt.purpose == Attempt.Purpose.CALIBRATION:
        return take_item(request, campaign_of(attempt), attempt.annotator, TaskName.WRITE)
    if attempt.purpose != Attempt.Purpose.WRITE:
        return redirect(next_address(attempt))
    if "stop" in request.POST:
        return redirect("home")
    return _take(request, campaign_of(attempt), attempt.annotator)


REFUSALS = (
    IncompleteClaimsError,
    ClaimsRefusedError,
    MisfitError,
    leases.LeaseLostError,
    leases.AlreadySubmittedError,
    stages.CampaignNotOpenError,
    phase_items.PhaseOverError,
)


def _attempt(request: HttpRequest, attempt_id: UUID) -> Attempt:
    attempt = own_attempt(request, attempt_id)
    if attempt.highlight_id is None:
        raise Http404
    return attempt


def _desk_of(attempt: Attempt) -> WritingDesk:
    protocol = protocol_of(campaign_of(attempt))
    return writing_desk_of(attempt, protocol, stages.writing_stage(protocol))


def _refused(
    request: HttpRequest, shown: WritingDesk, drafts: dict[str, ClaimDraft], refusal: Refusal
) -> HttpResponse:
    if wants_json(request):
        return problem(REFUSED, refusal.code, refusal.message, **refusal.as_json())
    sync.keep_draft(attempt=shown.attempt, body=claims_body(drafts), now=timezone.now())
    return _desk_page(request, shown, drafts, refusal=refusal)


def _desk_page(
    request: HttpRequest,
    shown: WritingDesk,
    drafts: dict[str, ClaimDraft],
    *,
    refusal: Refusal | None = None,
) -> HttpResponse:
    attempt = shown.attempt
    campaign = campaign_of(attempt)
    stored = shown.draft
    draft = read_writing_draft(stored.body if stored else {})
    room = page_context(attempt, draft.room.title) if draft.room.title else None
    room = room or page_context(attempt, highlight_of(attempt).page.title) or {}
    opened = draft.open
    if opened not in drafts:
        opened = shown.cards[0].key if shown.cards else ""
    if refusal is not None:
        opened = refusal.first_key or opened
    context = {
        **room,
        "campaign": campaign,
        "attempt": attempt,
        "desk": shown,
        "cards": [
            shown_card(
                card,
                drafts[card.key],
                is_open=card.key == opened,
                findings=refusal.findings.get(card.key, []) if refusal else [],
            )
            for card in shown.cards
        ],
        "has_feedback": feedback.is_given(attempt),
        "quotas": quotas_of(campaign.pk, protocol_of(campaign)),
        "refusal": refusal,
        "lease_until": shown.lease_until,
        "header_line": header_line(attempt),
        "lease_minutes": settings.LEASE_MINUTES,
        "draft_data": {
            "revision": stored.revision if stored else 0,
            "body": stored.body if stored else {},
            "saved_at": stored.saved_at if stored else None,
        },
        "shown": "annotation/desk/room_page.html",
        "tools": "annotation/desk/write/tools.html",
        "has_own_search_box": True,
    }
    status = 200 if refusal is None else REFUSED
    return render(request, "annotation/desk/write/desk.html", context, status=status)
