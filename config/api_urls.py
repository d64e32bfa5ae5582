"""The JSON API."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from core.api.documentation import documentation
from core.api.views import CountedView


class SchemaView(CountedView, SpectacularAPIView):
    """The description of the API; to make it takes longer than most requests."""


app_name = "api"
urlpatterns = [
    path("docs", documentation, name="docs"),
    path("schema", SchemaView.as_view(), name="schema"),
    path("", include("accounts.api_urls")),
    path("", include("jobs.api_urls")),
    path("", include("wiki.api_urls")),
    path("", include("search.api_urls")),
    path("", include("assist.api_urls")),
    path("", include("campaigns.api_urls")),
    path("", include("annotation.api_urls")),
    path("", include("quality.api_urls")),
    path("", include("releases.api_urls")),
]
