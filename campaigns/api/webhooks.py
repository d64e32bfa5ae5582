"""The API of a campaign's webhooks and their deliveries, for managers."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Meta, Struct
from rest_framework.request import Request

from accounts.roles import Area
from campaigns.api.campaigns import CampaignView
from campaigns.events import known_events
from campaigns.models import Webhook, WebhookDelivery
from campaigns.selectors import webhooks as selectors
from campaigns.services import webhook_deliveries
from campaigns.services import webhooks as services
from core.api.lists import Listing, ListParameters, newest_first
from core.api.operations import operation
from core.api.problems import ApiProblem
from core.api.scopes import Scope
from core.api.struct_schemas import one_of
from core.outgoing.addresses import LONGEST, AddressRefusedError

TAG = "webhooks"
WebhookState = Annotated[str, one_of(Webhook.State.values)]
DeliveryState = Annotated[str, one_of(WebhookDelivery.State.values)]


class WebhookBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The address of a webhook, and the names of the events that it is told about."""

    url: Annotated[str, Meta(min_length=1, max_length=LONGEST)]
    events: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(min_length=1, max_length=40)]


class WebhookAnswer(Struct, frozen=True):
    """A webhook. Its secret is told once: when it is created, and when it is changed."""

    id: UUID
    url: str
    events: list[str]
    state: WebhookState
    created_at: datetime
    failures: int
    failing_since: datetime | None
    secret: str | None


class AttemptAnswer(Struct, frozen=True):
    """A request. `fault` says why it was not accepted; it is empty if it was."""

    at: datetime
    milliseconds: int
    status: int | None
    fault: str
    excerpt: str


class DeliveryAnswer(Struct, frozen=True):
    """An event for a webhook. `id` is what the receiver sees as `webhook-id`."""

    id: UUID
    event: str
    state: DeliveryState
    created_at: datetime
    due_at: datetime | None
    body: dict[str, Any]
    attempts: list[AttemptAnswer]


class WebhookView(CampaignView):
    """The base of the resources of webhooks."""

    needed = (Area.CAMPAIGNS,)

    def webhook(self, webhook_id: UUID) -> Webhook:
        """Return one of the campaign, or answer 404."""
        found = selectors.webhooks_of(self.access.campaign).filter(public_id=webhook_id).first()
        if found is None:
            raise Http404
        return found


class WebhookList(WebhookView):
    """The webhooks of a campaign."""

    @operation(
        "webhooks_list",
        "List the webhooks, newest first",
        tag=TAG,
        parameters=ListParameters,
        answer=Listing[WebhookAnswer],
    )
    def get(
        self, request: Request, public_id: UUID, *, parameters: ListParameters
    ) -> Listing[WebhookAnswer]:
        found, following = newest_first(selectors.webhooks_of(self.access.campaign), parameters)
        return Listing([_webhook(each) for each in found], following)

    @operation(
        "webhooks_create",
        "Create a webhook",
        tag=TAG,
        scope=Scope.MANAGE,
        body=WebhookBody,
        answer=WebhookAnswer,
        has_secret=True,
        status=201,
    )
    def post(self, request: Request, public_id: UUID, *, body: WebhookBody) -> WebhookAnswer:
        try:
            made, secret = services.create_webhook(
                campaign=self.access.campaign,
                url=body.url,
                events=body.events,
                actor=self.access.person,
                now=timezone.now(),
            )
        except services.TooManyWebhooksError:
            detail = _("A campaign has at most ten webhooks. Delete one first.")
            raise ApiProblem(409, "too_many_webhooks", detail) from None
        except (AddressRefusedError, services.UnknownEventError) as error:
            raise _refusal(error) from error
        return _webhook(made, secret)


class WebhookDetail(WebhookView):
    """One webhook."""

    @operation("webhooks_read", "Read a webhook", tag=TAG, answer=WebhookAnswer)
    def get(self, request: Request, public_id: UUID, webhook_id: UUID) -> WebhookAnswer:
        return _webhook(self.webhook(webhook_id))

    @operation(
        "webhooks_change",
        "Change the address and the events of a webhook",
        tag=TAG,
        scope=Scope.MANAGE,
        body=WebhookBody,
        answer=WebhookAnswer,
    )
    def post(
        self, request: Request, public_id: UUID, webhook_id: UUID, *, body: WebhookBody
    ) -> WebhookAnswer:
        found = self.webhook(webhook_id)
        try:
            services.change_webhook(
                webhook=found,
                url=body.url,
                events=body.events,
                actor=self.access.person,
                now=timezone.now(),
            )
        except (AddressRefusedError, services.UnknownEventError) as error:
            raise _refusal(error) from error
        return _webhook(found)


class WebhookPause(WebhookView):
    """A pause of a webhook."""

    @operation(
        "webhooks_pause",
        "Send nothing more to a webhook; what happens meanwhile is not delivered later",
        tag=TAG,
        scope=Scope.MANAGE,
        answer=WebhookAnswer,
    )
    def post(self, request: Request, public_id: UUID, webhook_id: UUID) -> WebhookAnswer:
        found = self.webhook(webhook_id)
        try:
            services.pause_webhook(webhook=found, actor=self.access.person, now=timezone.now())
        except services.NotActiveError:
            raise _not_active() from None
        return _webhook(self.webhook(webhook_id))


class WebhookResume(WebhookView):
    """The end of a pause, or of a time in which a webhook was switched off."""

    @operation(
        "webhooks_resume",
        "Send to a webhook again",
        tag=TAG,
        scope=Scope.MANAGE,
        answer=WebhookAnswer,
    )
    def post(self, request: Request, public_id: UUID, webhook_id: UUID) -> WebhookAnswer:
        found = self.webhook(webhook_id)
        services.resume_webhook(webhook=found, actor=self.access.person, now=timezone.now())
        return _webhook(self.webhook(webhook_id))


class WebhookSecret(WebhookView):
    """Another secret."""

    @operation(
        "webhooks_change_secret",
        "Give a webhook another secret; for a day, the former one signs as well",
        tag=TAG,
        scope=Scope.MANAGE,
        answer=WebhookAnswer,
        has_secret=True,
    )
    def post(self, request: Request, public_id: UUID, webhook_id: UUID) -> WebhookAnswer:
        found = self.webhook(webhook_id)
        secret = services.rotate_secret(webhook=found, actor=self.access.person, now=timezone.now())
        return _webhook(found, secret)


class WebhookDelete(WebhookView):
    """The end of a webhook."""

    @operation(
        "webhooks_delete",
        "Delete a webhook with its deliveries",
        tag=TAG,
        scope=Scope.MANAGE,
        answer=WebhookAnswer,
    )
    def post(self, request: Request, public_id: UUID, webhook_id: UUID) -> WebhookAnswer:
        found = self.webhook(webhook_id)
        answer = _webhook(found)
        services.delete_webhook(webhook=found, actor=self.access.person, now=timezone.now())
        return answer


class WebhookPing(WebhookView):
    """A test of a webhook."""

    @operation(
        "webhooks_ping",
        "Send a test, the event `ping`",
        tag=TAG,
        scope=Scope.MANAGE,
        answer=DeliveryAnswer,
        status=202,
    )
    def post(self, request: Request, public_id: UUID, webhook_id: UUID) -> DeliveryAnswer:
        found, now = self.webhook(webhook_id), timezone.now()
        try:
            delivery = services.send_ping(webhook=found, now=now)
        except services.NotActiveError:
            raise _not_active() from None
        webhook_deliveries.enqueue_sending(webhook=found, now=now)
        return _delivery(delivery)


class DeliveryList(WebhookView):
    """The deliveries of a webhook."""

    @operation(
        "webhook_deliveries_list",
        "List the deliveries of a webhook with their attempts, newest first",
        tag=TAG,
        parameters=ListParameters,
        answer=Listing[DeliveryAnswer],
    )
    def get(
        self, request: Request, public_id: UUID, webhook_id: UUID, *, parameters: ListParameters
    ) -> Listing[DeliveryAnswer]:
        rows = selectors.deliveries_of(self.webhook(webhook_id))
        found, following = newest_first(rows, parameters)
        return Listing([_delivery(each) for each in found], following)


class DeliveryRepeat(WebhookView):
    """A delivery that is sent again."""

    @operation(
        "webhook_deliveries_repeat",
        "Send a delivery again, with the same id and body",
        tag=TAG,
        scope=Scope.MANAGE,
        answer=DeliveryAnswer,
        status=202,
    )
    def post(
        self, request: Request, public_id: UUID, webhook_id: UUID, delivery_id: UUID
    ) -> DeliveryAnswer:
        rows, now = selectors.deliveries_of(self.webhook(webhook_id)), timezone.now()
        found = rows.filter(public_id=delivery_id).first()
        if found is None:
            raise Http404
        try:
            services.repeat_delivery(delivery=found, now=now)
        except services.NotActiveError:
            raise _not_active() from None
        webhook_deliveries.enqueue_sending(webhook=found.webhook, now=now)
        return _delivery(rows.get(pk=found.pk))


def _refusal(error: AddressRefusedError | services.UnknownEventError) -> ApiProblem:
    if isinstance(error, AddressRefusedError):
        fault = {"field": "url", "code": "address_refused", "detail": str(error.fault.label)}
    else:
        detail = _("The events are: %(names)s.") % {"names": ", ".join(known_events())}
        fault = {"field": "events", "code": "unknown_event", "detail": detail}
    return ApiProblem(422, fault["code"], fault["detail"], errors=[fault])


def _not_active() -> ApiProblem:
    return ApiProblem(409, "not_active", _("Nothing is sent until the webhook is resumed."))


def _webhook(webhook: Webhook, secret: str | None = None) -> WebhookAnswer:
    return WebhookAnswer(
        id=webhook.public_id,
        url=webhook.url,
        events=webhook.events,
        state=webhook.state,
        created_at=webhook.created_at,
        failures=webhook.failures,
        failing_since=webhook.failing_since,
        secret=secret,
    )


def _delivery(delivery: WebhookDelivery) -> DeliveryAnswer:
    attempts = [
        AttemptAnswer(
            at=attempt.at,
            milliseconds=attempt.milliseconds,
            status=attempt.status,
            fault=attempt.fault,
            excerpt=attempt.excerpt,
        )
        for attempt in sorted(delivery.attempts.all(), key=lambda attempt: attempt.number)
    ]
    return DeliveryAnswer(
        id=delivery.public_id,
        event=delivery.event,
        state=delivery.state,
        created_at=delivery.created_at,
        due_at=delivery.due_at,
        body=msgspec.json.decode(delivery.body),
        attempts=attempts,
    )
