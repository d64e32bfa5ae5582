"""URLs of campaigns in the API."""

from django.urls import include, path

from campaigns.api import campaigns, machines, workers

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
    path("campaigns/<uuid:public_id>/members", campaigns.MemberList.as_view(), name="member-list"),
    path("campaigns/<uuid:public_id>/", include(machine_urls)),
    path("campaigns/<uuid:public_id>/", include(worker_urls)),
]
