"""URLs of campaigns in the API."""

from django.urls import include, path

from campaigns.api import campaigns, invitations, machines, members, webhooks, workers

member_urls = [
    path("members", members.MemberList.as_view(), name="member-list"),
    path(
        "members/<uuid:membership_id>/role", members.MemberRoleChange.as_view(), name="member-role"
    ),
    path(
        "members/<uuid:membership_id>/remove", members.MemberRemove.as_view(), name="member-remove"
    ),
    path("invitations", invitations.InvitationList.as_view(), name="invitation-list"),
    path(
        "invitations/<uuid:invitation_id>/revoke",
        invitations.InvitationRevoke.as_view(),
        name="invitation-revoke",
    ),
]
machine_urls = [
    path("machines", machines.MachineList.as_view(), name="machine-list"),
    path("machines/<uuid:machine_id>/token", machines.MachineToken.as_view(), name="machine-token"),
]
worker_urls = [
    path("worker-links", workers.WorkerLinkList.as_view(), name="worker-link-list"),
    path(
        "worker-links/<uuid:link_id>/revoke",
        workers.WorkerLinkRevoke.as_view(),
        name="worker-link-revoke",
    ),
    path("workers", workers.WorkerList.as_view(), name="worker-list"),
]
webhook_urls = [
    path("pause", webhooks.WebhookPause.as_view(), name="webhook-pause"),
    path("resume", webhooks.WebhookResume.as_view(), name="webhook-resume"),
    path("secret", webhooks.WebhookSecret.as_view(), name="webhook-secret"),
    path("delete", webhooks.WebhookDelete.as_view(), name="webhook-delete"),
    path("ping", webhooks.WebhookPing.as_view(), name="webhook-ping"),
    path("deliveries", webhooks.DeliveryList.as_view(), name="webhook-delivery-list"),
    path(
        "deliveries/<uuid:delivery_id>/repeat",
        webhooks.DeliveryRepeat.as_view(),
        name="webhook-delivery-repeat",
    ),
]
urlpatterns = [
    path("campaigns", campaigns.CampaignList.as_view(), name="campaign-list"),
    path("campaigns/<uuid:public_id>", campaigns.CampaignDetail.as_view(), name="campaign-detail"),
    path("campaigns/<uuid:public_id>/", include(member_urls)),
    path("campaigns/<uuid:public_id>/", include(machine_urls)),
    path("campaigns/<uuid:public_id>/", include(worker_urls)),
    path(
        "campaigns/<uuid:public_id>/webhooks", webhooks.WebhookList.as_view(), name="webhook-list"
    ),
    path(
        "campaigns/<uuid:public_id>/webhooks/<uuid:webhook_id>",
        webhooks.WebhookDetail.as_view(),
        name="webhook-detail",
    ),
    path("campaigns/<uuid:public_id>/webhooks/<uuid:webhook_id>/", include(webhook_urls)),
]
