"""URLs of the search in the API."""

from django.urls import path

from search import api

urlpatterns = [
    path("corpora/<uuid:corpus_id>/search", api.SearchView.as_view(), name="search"),
]
