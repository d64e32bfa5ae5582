"""The claims that a person wrote in a campaign, and their corrections."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation.models import Attempt, Claim, Suspension
from annotation.rules.drafts import ClaimDraft
from annotation.rules.writing.cards import IncompleteClaimsError, written_claims
from annotation.rules.writing.submissions import MisfitError
from annotation.selectors.desk.attempts import held_attempt
from annotation.selectors.desk.today import today_of
from annotation.selectors.review.claim_reviews import review_of
from annotation.selectors.review.suspensions import suspension_of
from annotation.selectors.writing.claims import (
    CampaignClaims,
    ClaimFilter,
    OwnState,
    claims_by,
    own_claims,
    rows_of,
)
from annotation.selectors.writing.corrections import CorrectionDesk, correction_desk_of
from annotation.selectors.writing.giveaways import giveaways_of
from annotation.selectors.writing.highlights import material_of
from annotation.services.desk.stages import writing_stage
from annotation.services.review import claim_reviews
from annotation.services.writing import corrections
from annotation.services.writing.claim_checks import ClaimsRefusedError, check_while_typing
from annotation.views.breaks import hints_at_break
from annotation.views.desk.answers import bad_body
from annotation.views.desk.next_steps import FROM_DESK
from annotation.views.desk.own import for_scripts
from annotation.views.desk.posted import card_to_check, posted_drafts, shown_card
from annotation.views.desk.refusals import Refusal, plain_finding, refusal_of
from annotation.views.desk.room import page_context
from annotation.views.own_lists import wanted_name, wanted_time, wanted_words
from campaigns.access import campaign_for, person_of, refuse_archived
from campaigns.selectors.protocols import NoDesignError, protocol_of
from core.http import REFUSED
from core.structs import BadDataError

CLAIMS_A_PAGE = 30


@require_safe
def my_claims(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """List a person's own claims, newest first."""
    access = campaign_for(request, public_id)
    state = wanted_name(request, "state")
    chosen = ClaimFilter(
        verdict=wanted_name(request, "verdict"),
        state=OwnState(state) if state in set(OwnState) else None,
        words=wanted_words(request),
        **wanted_time(request),
    )
    mine = claims_by(access.person, access.campaign, chosen)
    page = Paginator(mine, CLAIMS_A_PAGE).get_page(request.GET.get("page"))
    try:
        protocol = protocol_of(access.campaign)
    except NoDesignError:
        rows, verdicts = [], []
    else:
        rows = rows_of(page, protocol, writing_stage(protocol))
        verdicts = list(protocol.verdicts.choices)
    now = timezone.now()
    context = {
        "access": access,
        "campaign": access.campaign,
        "suspension": suspension_of(access.person, access.campaign, Suspension.Work.WRITE),
        "page": page,
        "rows": rows,
        "verdicts": verdicts,
        "wanted": chosen,
        "wanted_state": chosen.state or "",
        "state_name": "state",
        "states": [
            (OwnState.RETURNED, _("Returned")),
            (OwnState.CORRECTABLE, _("Can be corrected")),
            (OwnState.VERIFYING, _("Being verified")),
            (OwnState.WITHDRAWN, _("Withdrawn")),
        ],
        "since": request.GET.get("since", ""),
        "until": request.GET.get("until", ""),
        "is_filtered": chosen != ClaimFilter(),
        "own_url": request.path,
        "hints_at_break": hints_at_break(request, today_of(access.person, now), now),
    }
    return render(request, "annotation/my_claims.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def correct_claim(request: HttpRequest, claim_id: UUID) -> HttpResponse:
    """Correct a claim of one's own, until somebody starts to verify it."""
    person = person_of(request)
    claim = get_object_or_404(own_claims(person), public_id=claim_id)
    desk = _desk_of(claim)
    if request.method != "POST":
        return _page(request, desk)
    refuse_archived(claim.campaign)
    drafts = posted_drafts(request.POST, [desk.card])
    try:
        [written] = written_claims([desk.card], drafts)
        corrections.correct_claim(
            claim=claim,
            written=written,
            actor=person,
            now=timezone.now(),
            giveaways=giveaways_of(claim.campaign),
        )
    except corrections.UnchangedError:
        messages.error(
            request, _("Change the claim as the comment asks, or withdraw it. Nothing was saved.")
        )
        return _page(request, desk, drafts=drafts, status=REFUSED)
    except corrections.BeingVerifiedError:
        messages.error(
            request, _("Somebody has started to verify this claim: it can no longer be corrected.")
        )
        return _page(request, _desk_of(_fresh(claim)), drafts=drafts)
    except (IncompleteClaimsError, ClaimsRefusedError, MisfitError) as error:
        return _page(request, desk, drafts=drafts, refusal=refusal_of(error, [desk.card]))
    messages.success(request, _("Corrected. The earlier version is kept."))
    if request.GET.get(FROM_DESK) == "desk":
        held = held_attempt(person.pk, claim.campaign, Attempt.Purpose.WRITE)
        if held is not None:
            return redirect("writing-desk", held.public_id)
    return redirect("my-claims", claim.campaign.public_id)


@require_POST
def keep_claim(request: HttpRequest, claim_id: UUID) -> HttpResponse:
    """Send a claim back as it is, which was returned with the rest of a batch."""
    claim = _own_claim(request, claim_id)
    try:
        claim_reviews.keep_claim(claim=claim, actor=person_of(request), now=timezone.now())
    except claim_reviews.NotReturnedError:
        messages.error(request, _not_returned())
    else:
        messages.success(request, _("Sent back as it is."))
    return _to_returned(claim)


@require_POST
def withdraw_claim(request: HttpRequest, claim_id: UUID) -> HttpResponse:
    """Withdraw a claim of one's own that was returned."""
    claim = _own_claim(request, claim_id)
    try:
        claim_reviews.withdraw_returned(claim=claim, actor=person_of(request), now=timezone.now())
    except claim_reviews.NotReturnedError:
        messages.error(request, _not_returned())
    else:
        messages.success(request, _("The claim is withdrawn."))
    return _to_returned(claim)


def _own_claim(request: HttpRequest, claim_id: UUID) -> Claim:
    claim = get_object_or_404(own_claims(person_of(request)), public_id=claim_id)
    refuse_archived(claim.campaign)
    return claim


def _not_returned() -> str:
    return _("This claim is not waiting for you any more. Nothing was changed.")


def _to_returned(claim: Claim) -> HttpResponse:
    """Go back to what is left of the returned claims, or to all."""
    assert claim.author is not None
    left = claims_by(claim.author, claim.campaign, ClaimFilter(state=OwnState.RETURNED))
    address = reverse("my-claims", args=[claim.campaign.public_id])
    return redirect(f"{address}?state={OwnState.RETURNED}" if left.exists() else address)


@for_scripts
@require_POST
def check_correction(request: HttpRequest, claim_id: UUID) -> HttpResponse:
    """Answer with what the checks find in a correction while it is typed."""
    claim = get_object_or_404(own_claims(person_of(request)), public_id=claim_id)
    desk = _desk_of(claim)
    try:
        asked = card_to_check(request, [desk.card])
    except BadDataError as error:
        return bad_body(error)
    found = check_while_typing(
        CampaignClaims(claim.campaign),
        material_of(claim.from_highlight),
        asked.card,
        {**desk.others, **asked.drafts},
        giveaways_of(claim.campaign),
        desk.own_ids,
    )
    return JsonResponse({"findings": [plain_finding(finding) for finding in found]})


def _article(claim: Claim) -> dict[str, Any]:
    """Return the page with the highlight that the claim was written from."""
    if claim.attempt is None or claim.highlight is None:
        return {}
    return page_context(claim.attempt, claim.highlight.page.title) or {}


def _desk_of(claim: Claim) -> CorrectionDesk:
    protocol = protocol_of(claim.campaign)
    return correction_desk_of(claim, protocol, writing_stage(protocol))


def _fresh(claim: Claim) -> Claim:
    return Claim.objects.select_related("campaign__corpus", "highlight__page", "base").get(
        pk=claim.pk
    )


def _page(
    request: HttpRequest,
    desk: CorrectionDesk,
    *,
    drafts: dict[str, ClaimDraft] | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    card = desk.card
    context = {
        **_article(desk.claim),
        "correcting": desk,
        "claim": desk.claim,
        "review": review_of(desk.claim) if desk.claim.state == Claim.State.RETURNED else None,
        "campaign": desk.claim.campaign,
        "refusal": refusal,
        "beside": {key: draft.text for key, draft in desk.others.items()},
        "unstored": drafts[card.key].text if drafts and not desk.is_open else "",
        "shown": shown_card(
            card,
            drafts[card.key] if drafts else desk.draft,
            is_open=True,
            findings=refusal.findings.get(card.key, []) if refusal else [],
        ),
    }
    status = REFUSED if refusal is not None else status
    return render(request, "annotation/claim_correct.html", context, status=status)
