"""The card of a campaign's dataset, which its managers fill in."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.roles import Area
from campaigns.access import campaign_for
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED, posted
from releases.forms.cards import DatasetCardForm
from releases.selectors.cards import stored_card
from releases.services import cards as services

TAB = "dataset-card"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def dataset_card(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show the card of the dataset and save it. What was typed stays where it is refused."""
    access = campaign_for(request, public_id, Area.RELEASES, Area.MEMBERS)
    stored = stored_card(access.campaign)
    form = DatasetCardForm(posted(request), stored=stored)
    if form.is_bound and form.is_valid():
        try:
            services.save_card(
                campaign=access.campaign,
                card=form.card(),
                edited=form.cleaned_data["edited"],
                by=access.person,
                now=timezone.now(),
            )
        except services.CardNamesSomebodyError:
            form.add_error(
                None,
                _(
                    "An answer names a person of this campaign. Releases name nobody who worked on"
                    " them, except under Authors, Citation and Contact."
                ),
            )
        except services.StaleCardError:
            form.add_error(
                None,
                _(
                    "Somebody else saved this card in the meantime. Copy what you typed, then open"
                    " the page again."
                ),
            )
        else:
            messages.success(request, _("Saved. Later releases use it."))
            return redirect("campaign-dataset-card", public_id)
    context = {"form": form, "stored": stored}
    status = REFUSED if form.is_bound else 200
    return render_tab(request, access, TAB, "releases/card.html", context, status=status)
