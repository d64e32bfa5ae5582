"""URLs of campaigns in the API."""

from django.urls import path

from campaigns import api

urlpatterns = [
    path("campaigns", api.CampaignList.as_view(), name="campaign-list"),
    path("campaigns/<uuid:public_id>", api.CampaignDetail.as_view(), name="campaign-detail"),
    path("campaigns/<uuid:public_id>/members", api.MemberList.as_view(), name="member-list"),
]
