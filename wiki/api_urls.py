"""URLs of corpora in the API."""

from django.urls import include, path

from wiki import api

corpus_urls = [
    path("pages", api.PageList.as_view(), name="page-list"),
    path("pages/<path:title>", api.PageDetail.as_view(), name="page-detail"),
    path(
        "elements/<slug:address>/<path:title>", api.ElementDetail.as_view(), name="element-detail"
    ),
]
urlpatterns = [
    path("corpora", api.CorpusList.as_view(), name="corpus-list"),
    path("corpora/<uuid:corpus_id>/", include(corpus_urls)),
]
