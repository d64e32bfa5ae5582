"""URLs of campaigns in the API."""

from django.urls import include, path

from campaigns.api import campaigns, invitations, machines, members, workers

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
urlpatterns = [
    path("campaigns", campaigns.CampaignList.as_view(), name="campaign-list"),
    path("campaigns/<uuid:public_id>", campaigns.CampaignDetail.as_view(), name="campaign-detail"),
    path("campaigns/<uuid:public_id>/", include(member_urls)),
    path("campaigns/<uuid:public_id>/", include(machine_urls)),
    path("campaigns/<uuid:public_id>/", include(worker_urls)),
]
