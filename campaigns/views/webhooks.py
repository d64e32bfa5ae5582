"""Pages of a campaign's webhooks and their deliveries, for managers."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import shown_once
from accounts.roles import Area
from campaigns.access import CampaignAccess, campaign_for
from campaigns.events import known_events
from campaigns.forms.webhooks import WebhookForm
from campaigns.models import Webhook
from campaigns.models.webhooks import PING
from campaigns.selectors import webhooks as selectors
from campaigns.services import webhook_deliveries
from campaigns.services import webhooks as services
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED, posted

DELIVERIES_A_PAGE = 25


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def webhooks(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show the webhooks, or create one."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    form = WebhookForm(posted(request))
    if form.is_valid():
        try:
            webhook, secret = services.create_webhook(
                campaign=access.campaign,
                url=form.cleaned_data["url"],
                events=form.cleaned_data["events"],
                actor=access.person,
                now=timezone.now(),
            )
        except services.TooManyWebhooksError:
            form.add_error(None, _("A campaign has at most ten webhooks. Delete one first."))
        else:
            at = reverse("campaign-webhook-secret", args=[public_id, webhook.public_id])
            return shown_once.go_and_show(request, at=at, secret=secret)
    context = {"webhooks": list(selectors.webhooks_of(access.campaign)), "form": form}
    status = REFUSED if form.is_bound else 200
    template = "campaigns/webhooks.html"
    return render_tab(request, access, "webhooks", template, context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def webhook(request: HttpRequest, public_id: UUID, webhook_id: UUID) -> HttpResponse:
    """Show a webhook with its deliveries, or change it."""
    access, found = _webhook_for(request, public_id, webhook_id)
    form = WebhookForm(posted(request), initial={"url": found.url, "events": found.events})
    if form.is_valid():
        services.change_webhook(
            webhook=found,
            url=form.cleaned_data["url"],
            events=form.cleaned_data["events"],
            actor=access.person,
            now=timezone.now(),
        )
        messages.success(request, _("Saved."))
        return redirect("campaign-webhook", public_id, webhook_id)
    deliveries = Paginator(selectors.deliveries_of(found), DELIVERIES_A_PAGE)
    context = {
        "webhook": found,
        "form": form,
        "page": deliveries.get_page(request.GET.get("page")),
        "labels": {PING: _("Test")} | {name: event.label for name, event in known_events().items()},
        "days_kept": webhook_deliveries.KEPT.days,
    }
    status = REFUSED if form.is_bound else 200
    template = "campaigns/webhook.html"
    return render_tab(request, access, "webhooks", template, context, status=status)


@require_safe
@never_cache
def secret_made(request: HttpRequest, public_id: UUID, webhook_id: UUID) -> HttpResponse:
    """Show the secret, this once."""
    access, found = _webhook_for(request, public_id, webhook_id)
    secret = shown_once.take(request)
    if secret is None:
        back = reverse("campaign-webhook", args=[public_id, webhook_id])
        return shown_once.go_back(request, to=back)
    context = {"campaign": access.campaign, "webhook": found, "made": secret}
    return render(request, "campaigns/webhook_secret.html", context)


@require_POST
def change_secret(request: HttpRequest, public_id: UUID, webhook_id: UUID) -> HttpResponse:
    """Give a webhook another secret."""
    access, found = _webhook_for(request, public_id, webhook_id)
    secret = services.rotate_secret(webhook=found, actor=access.person, now=timezone.now())
    at = reverse("campaign-webhook-secret", args=[public_id, webhook_id])
    return shown_once.go_and_show(request, at=at, secret=secret)


@require_POST
def pause(request: HttpRequest, public_id: UUID, webhook_id: UUID) -> HttpResponse:
    """Send nothing more."""
    access, found = _webhook_for(request, public_id, webhook_id)
    try:
        services.pause_webhook(webhook=found, actor=access.person, now=timezone.now())
    except services.NotActiveError:
        messages.info(request, _("It was not active."))
    else:
        messages.success(request, _("Paused. What happens now is not delivered later."))
    return redirect("campaign-webhook", public_id, webhook_id)


@require_POST
def resume(request: HttpRequest, public_id: UUID, webhook_id: UUID) -> HttpResponse:
    """Send again."""
    access, found = _webhook_for(request, public_id, webhook_id)
    services.resume_webhook(webhook=found, actor=access.person, now=timezone.now())
    messages.success(request, _("Resumed. Events are delivered from now on."))
    return redirect("campaign-webhook", public_id, webhook_id)


@require_POST
def ping(request: HttpRequest, public_id: UUID, webhook_id: UUID) -> HttpResponse:
    """Send a test."""
    _access, found = _webhook_for(request, public_id, webhook_id)
    now = timezone.now()
    try:
        services.send_ping(webhook=found, now=now)
    except services.NotActiveError:
        messages.error(request, _("Nothing is sent until the webhook is resumed."))
    else:
        webhook_deliveries.enqueue_sending(webhook=found, now=now)
        messages.success(request, _("A test is on its way. Reload to see what came of it."))
    return redirect("campaign-webhook", public_id, webhook_id)


@require_POST
def repeat(
    request: HttpRequest, public_id: UUID, webhook_id: UUID, delivery_id: UUID
) -> HttpResponse:
    """Send a delivery again."""
    _access, found = _webhook_for(request, public_id, webhook_id)
    delivery = get_object_or_404(selectors.deliveries_of(found), public_id=delivery_id)
    now = timezone.now()
    try:
        services.repeat_delivery(delivery=delivery, now=now)
    except services.NotActiveError:
        messages.error(request, _("Nothing is sent until the webhook is resumed."))
    else:
        webhook_deliveries.enqueue_sending(webhook=found, now=now)
        messages.success(request, _("It is sent again. Reload to see what came of it."))
    return redirect("campaign-webhook", public_id, webhook_id)


@require_POST
def delete(request: HttpRequest, public_id: UUID, webhook_id: UUID) -> HttpResponse:
    """Delete a webhook with its deliveries."""
    access, found = _webhook_for(request, public_id, webhook_id)
    services.delete_webhook(webhook=found, actor=access.person, now=timezone.now())
    messages.success(request, _("Deleted."))
    return redirect("campaign-webhooks", public_id)


def _webhook_for(
    request: HttpRequest, public_id: UUID, webhook_id: UUID
) -> tuple[CampaignAccess, Webhook]:
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    found = get_object_or_404(selectors.webhooks_of(access.campaign), public_id=webhook_id)
    return access, found
