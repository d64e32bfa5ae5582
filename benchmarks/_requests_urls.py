"""The site's addresses, and a bare view to compare with: session, user and one row."""

from uuid import UUID

from django.http import HttpRequest, JsonResponse
from django.urls import include, path

from campaigns.models import Campaign


def bare(request: HttpRequest, public_id: UUID) -> JsonResponse:
    """Answer a person who is logged in with one row."""
    return JsonResponse({"name": Campaign.objects.get(public_id=public_id).name})


urlpatterns = [path("bare/<uuid:public_id>/", bare), path("", include("config.urls"))]
