"""The claims that a person wrote in a campaign, and correcting one."""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation.access import campaign_for
from annotation.selectors.claims import claims_by

CLAIMS_A_PAGE = 30


@require_safe
def my_claims(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """One's own claims, newest first."""
    access = campaign_for(request, public_id)
    mine = claims_by(access.person, access.campaign)
    page = Paginator(mine, CLAIMS_A_PAGE).get_page(request.GET.get("page"))
    context = {"access": access, "campaign": access.campaign, "page": page}
    return render(request, "annotation/my_claims.html", context)
