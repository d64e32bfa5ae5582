"""The JSON API."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

app_name = "api"
urlpatterns = [
    path("schema", SpectacularAPIView.as_view(), name="schema"),
    path("", include("accounts.api_urls")),
    path("", include("jobs.api_urls")),
    path("", include("wiki.api_urls")),
    path("", include("search.api_urls")),
    path("", include("campaigns.api_urls")),
    path("", include("annotation.api_urls")),
    path("", include("releases.api_urls")),
]
