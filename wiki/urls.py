"""URLs of the reading view."""

from django.urls import path

from wiki.views import pages

app_name = "wiki"
urlpatterns = [
    path("", pages.page_list, name="pages"),
    path("<path:title>", pages.page, name="page"),
]
