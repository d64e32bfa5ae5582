"""The claims that a person wrote in a campaign, and correcting one."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation.models import Claim
from annotation.rules.writing import submissions
from annotation.rules.writing.cards import (
    ClaimDraft,
    IncompleteClaimsError,
    empty_fields,
    written_from,
)
from annotation.selectors.claims import claims_by, own_claims, rows_of
from annotation.selectors.corrections import CorrectionDesk, correction_desk_of
from annotation.selectors.giveaways import giveaways_of
from annotation.selectors.highlights import material_of
from annotation.selectors.today import today_of
from annotation.services import corrections
from annotation.services.claim_checks import ClaimsRefusedError, check_while_typing
from annotation.services.stages import writing_stage
from annotation.views.breaks import hints_at_break
from annotation.views.desk.own import for_scripts, problem
from annotation.views.desk.posted import asked_to_check, shown_card, typed_in
from annotation.views.desk.refusals import Refusal, plain, refusal_of
from campaigns.access import campaign_for, person_of
from campaigns.selectors.protocols import NoDesignError, protocol_of
from core.requests import REFUSED

CLAIMS_A_PAGE = 30


@require_safe
def my_claims(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """One's own claims, newest first."""
    access = campaign_for(request, public_id)
    mine = claims_by(access.person, access.campaign)
    page = Paginator(mine, CLAIMS_A_PAGE).get_page(request.GET.get("page"))
    try:
        protocol = protocol_of(access.campaign)
    except NoDesignError:
        rows = []
    else:
        rows = rows_of(page, protocol, writing_stage(protocol))
    now = timezone.now()
    context = {
        "access": access,
        "campaign": access.campaign,
        "page": page,
        "rows": rows,
        "hints_at_break": hints_at_break(request, today_of(access.person, now), now),
    }
    return render(request, "annotation/my_claims.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def correct_claim(request: HttpRequest, claim_id: UUID) -> HttpResponse:
    """Write one's own claim anew, until somebody starts to verify it."""
    person = person_of(request)
    claim = get_object_or_404(own_claims(person), public_id=claim_id)
    protocol = protocol_of(claim.campaign)
    correcting = correction_desk_of(claim, protocol, writing_stage(protocol))
    if request.method != "POST":
        return _page(request, correcting)
    typed = typed_in(request.POST, [correcting.card])
    missing = empty_fields([correcting.card], typed)
    try:
        if missing:
            raise IncompleteClaimsError(missing)
        corrections.correct_claim(
            claim=claim,
            written=written_from([correcting.card], typed)[0],
            actor=person,
            now=timezone.now(),
            giveaways=giveaways_of(claim.campaign),
        )
    except corrections.BeingVerifiedError:
        messages.error(request, _("Somebody has started to verify it: it stays as it is."))
        stands = correction_desk_of(_fresh(claim), protocol, writing_stage(protocol))
        return _page(request, stands, typed=typed)
    except (IncompleteClaimsError, ClaimsRefusedError, submissions.MisfitError) as error:
        refusal = refusal_of(error, [correcting.card])
        return _page(request, correcting, typed=typed, refusal=refusal)
    messages.success(request, _("Corrected. What it was before is kept."))
    return redirect("my-claims", claim.campaign.public_id)


@for_scripts
@require_POST
def check_correction(request: HttpRequest, claim_id: UUID) -> HttpResponse:
    """What the checks say of a correction, while it is typed."""
    claim = get_object_or_404(own_claims(person_of(request)), public_id=claim_id)
    protocol = protocol_of(claim.campaign)
    correcting = correction_desk_of(claim, protocol, writing_stage(protocol))
    sent = asked_to_check(request, [correcting.card])
    if sent is None:
        return problem(400, "bad_body", _("Name a card, and send what is typed."))
    found = check_while_typing(
        claim.campaign,
        material_of(claim.from_highlight),
        sent.card,
        {**correcting.others, **sent.typed},
        giveaways_of(claim.campaign),
        correcting.own_ids,
    )
    return JsonResponse({"findings": [plain(finding) for finding in found]})


def _fresh(claim: Claim) -> Claim:
    return Claim.objects.select_related("campaign__corpus", "highlight__page", "base").get(
        pk=claim.pk
    )


def _page(
    request: HttpRequest,
    correcting: CorrectionDesk,
    *,
    typed: dict[str, ClaimDraft] | None = None,
    refusal: Refusal | None = None,
) -> HttpResponse:
    card = correcting.card
    context = {
        "correcting": correcting,
        "claim": correcting.claim,
        "campaign": correcting.claim.campaign,
        "refusal": refusal,
        "beside": {key: one.text for key, one in correcting.others.items()},
        "unstored": typed[card.key].text if typed and not correcting.is_open else "",
        "shown": shown_card(
            card,
            typed[card.key] if typed else correcting.typed,
            is_open=True,
            findings=refusal.findings.get(card.key, []) if refusal else [],
        ),
    }
    status = REFUSED if refusal is not None else 200
    return render(request, "annotation/claim_correct.html", context, status=status)
