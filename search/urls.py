"""Addresses of the search."""

from django.urls import path

from search.views import help_page, results, suggestions

app_name = "search"
urlpatterns = [
    path("", results.results, name="results"),
    path("suggest", suggestions.suggest, name="suggest"),
    path("in-page", suggestions.in_page, name="in-page"),
    path("help/", help_page.help_page, name="help"),
]
