"""The writing desk: a highlight in its page, and the claims that are written from it."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from annotation.models import Attempt
from annotation.rules.writing import cards as card_module
from annotation.rules.writing import submissions
from annotation.rules.writing.cards import ClaimDraft
from annotation.selectors.attempts import campaign_of, highlight_of
from annotation.selectors.giveaways import giveaways_of
from annotation.selectors.highlights import material_of
from annotation.selectors.writing import WritingDesk, quotas_of, writing_desk_of
from annotation.services import claims, desks, highlights, leases, stages
from annotation.services.claim_checks import ClaimsRefusedError, check_while_typing
from annotation.views.desk.labels import labels
from annotation.views.desk.own import for_scripts, own_attempt, problem, wants_json
from annotation.views.desk.posted import asked_to_check, shown_card, typed_in
from annotation.views.desk.refusals import Refusal, plain, refusal_of
from annotation.views.desk.room import page_context
from campaigns.access import campaign_for
from campaigns.selectors.protocols import protocol_of
from core.requests import REFUSED

LABELS: dict[str, Promise] = {
    "highlight": gettext_lazy("Go to the highlight"),
    "card": gettext_lazy("Open claim %s"),
    "next": gettext_lazy("Next claim"),
    "submit": gettext_lazy("Submit all claims"),
    "skip": gettext_lazy("Skip this highlight"),
    "undo": gettext_lazy("Undo the last choice"),
    "undone": gettext_lazy("Undone."),
}


@require_POST
def take(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """The next highlight, or the one that this person holds already."""
    access = campaign_for(request, public_id)
    try:
        taken = highlights.take_highlight(
            campaign=access.campaign, annotator=access.person, now=timezone.now()
        )
    except highlights.NotAWriterError as error:
        raise PermissionDenied from error
    except stages.CampaignNotOpenError:
        messages.info(request, _("The campaign hands out nothing at the moment."))
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
    """The desk; what is submitted or skipped has none any more."""
    attempt = own_attempt(request, attempt_id, Attempt.Purpose.WRITE)
    if attempt.outcome == Attempt.Outcome.SUBMITTED:
        messages.info(request, _("These claims are submitted already."))
        return redirect("my-claims", campaign_of(attempt).public_id)
    if attempt.outcome == Attempt.Outcome.SKIPPED:
        messages.info(request, _("You skipped this highlight."))
        return redirect("home")
    shown = _desk_of(attempt)
    typed = card_module.read_typed(shown.cards, shown.draft.body if shown.draft else {})
    return _desk_page(request, shown, typed)


@for_scripts
@require_POST
def check(request: HttpRequest, attempt_id: UUID) -> HttpResponse:
    """What the checks say of one card, while it is typed."""
    attempt = own_attempt(request, attempt_id, Attempt.Purpose.WRITE)
    shown = _desk_of(attempt)
    sent = asked_to_check(request, shown.cards)
    if sent is None:
        return problem(400, "bad_body", _("Name a card, and send what is typed."))
    found = check_while_typing(
        campaign_of(attempt),
        material_of(highlight_of(attempt)),
        sent.card,
        sent.typed,
        giveaways_of(campaign_of(attempt)),
    )
    return JsonResponse({"findings": [plain(finding) for finding in found]})


@require_POST
def submit(request: HttpRequest, attempt_id: UUID) -> HttpResponseBase:
    """Hand in all claims together; what is refused keeps its text."""
    attempt = own_attempt(request, attempt_id, Attempt.Purpose.WRITE)
    shown = _desk_of(attempt)
    typed = typed_in(request.POST, shown.cards)
    missing = card_module.empty_fields(shown.cards, typed)
    try:
        if missing:
            raise card_module.IncompleteClaimsError(missing)
        claims.submit_claims(
            attempt=attempt,
            claims=card_module.written_from(shown.cards, typed),
            now=timezone.now(),
            giveaways=giveaways_of(campaign_of(attempt)),
        )
    except REFUSALS as error:
        return _refused(request, shown, typed, refusal_of(error, shown.cards))
    done = reverse("my-claims", args=[campaign_of(attempt).public_id])
    messages.success(request, _("Your claims are submitted."))
    return JsonResponse({"next": done}) if wants_json(request) else redirect(done)


@require_POST
def skip(request: HttpRequest, attempt_id: UUID) -> HttpResponseBase:
    """Write nothing from this highlight, and say why."""
    attempt = own_attempt(request, attempt_id, Attempt.Purpose.WRITE)
    try:
        highlights.skip_highlight(
            attempt=attempt,
            reason=request.POST.get("reason", ""),
            text=request.POST.get("text", ""),
            now=timezone.now(),
        )
    except stages.SkipReasonError:
        messages.error(request, _("Choose a reason; “something else” needs a few words."))
        return redirect("writing-desk", attempt_id)
    except leases.LeaseLostError:
        messages.info(request, _("The highlight has passed to somebody else in the meantime."))
        return redirect("home")
    messages.success(request, _("Skipped. Nobody else will get it."))
    return redirect("home")


REFUSALS = (
    card_module.IncompleteClaimsError,
    ClaimsRefusedError,
    submissions.MisfitError,
    leases.LeaseLostError,
    leases.AlreadySubmittedError,
    stages.CampaignNotOpenError,
)


def _desk_of(attempt: Attempt) -> WritingDesk:
    protocol = protocol_of(campaign_of(attempt))
    return writing_desk_of(attempt, protocol, stages.writing_stage(protocol))


def _refused(
    request: HttpRequest, shown: WritingDesk, typed: dict[str, ClaimDraft], refusal: Refusal
) -> HttpResponse:
    if wants_json(request):
        return problem(REFUSED, refusal.code, refusal.message, **refusal.as_json(plain))
    desks.keep_draft(
        attempt=shown.attempt,
        body={"claims": {key: one.as_draft() for key, one in typed.items()}},
        now=timezone.now(),
    )
    return _desk_page(request, shown, typed, refusal=refusal)


def _desk_page(
    request: HttpRequest,
    shown: WritingDesk,
    typed: dict[str, ClaimDraft],
    *,
    refusal: Refusal | None = None,
) -> HttpResponse:
    attempt = shown.attempt
    campaign = campaign_of(attempt)
    draft = shown.draft
    body = draft.body if draft else {}
    before = body.get("room")
    title = before.get("title") if isinstance(before, dict) else None
    room = page_context(attempt, title) if isinstance(title, str) and title else None
    room = room or page_context(attempt, highlight_of(attempt).page.title) or {}
    opened = body.get("open")
    if opened not in typed:
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
                typed[card.key],
                is_open=card.key == opened,
                findings=refusal.findings.get(card.key, []) if refusal else [],
            )
            for card in shown.cards
        ],
        "quotas": quotas_of(campaign.pk, protocol_of(campaign)),
        "refusal": refusal,
        "lease_until": shown.lease_until,
        "draft_data": {
            "revision": draft.revision if draft else 0,
            "body": body,
            "saved_at": draft.saved_at if draft else None,
        },
        "labels": labels(LABELS),
        "shown": "annotation/desk/room_page.html",
        "tools": "annotation/desk/write/tools.html",
        "has_own_search_box": True,
    }
    status = 200 if refusal is None else REFUSED
    return render(request, "annotation/desk/write/desk.html", context, status=status)
