"""Webhooks of a campaign, and their deliveries."""

from __future__ import annotations

from django.db.models import QuerySet

from campaigns.models import Campaign, Webhook, WebhookDelivery


def webhooks_of(campaign: Campaign) -> QuerySet[Webhook]:
    """Return the webhooks of a campaign, newest first."""
    webhooks = Webhook.objects.filter(campaign=campaign).select_related("campaign")
    return webhooks.order_by("-created_at", "public_id")


def deliveries_of(webhook: Webhook) -> QuerySet[WebhookDelivery]:
    """Return the deliveries of a webhook with all attempts, newest first."""
    deliveries = WebhookDelivery.objects.filter(webhook=webhook).select_related("webhook__campaign")
    return deliveries.prefetch_related("attempts").order_by("-created_at", "public_id")
