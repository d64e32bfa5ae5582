"""URLs of the releases in the API."""

from django.urls import URLPattern, URLResolver, include, path

from releases import api

release_urls = [
    path("archive", api.ReleaseArchive.as_view(), name="release-archive"),
    path("files/<path:path>", api.ReleaseFile.as_view(), name="release-file"),
]
campaign_urls: list[URLPattern | URLResolver] = [
    path("releases", api.ReleaseList.as_view(), name="release-list"),
    path("releases/<int:version>", api.ReleaseDetail.as_view(), name="release-detail"),
    path("releases/<int:version>/", include(release_urls)),
]
urlpatterns = [path("campaigns/<uuid:public_id>/", include(campaign_urls))]
