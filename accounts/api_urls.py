"""URLs of the API about the person who calls it."""

from django.urls import path

from accounts.api import MeView

urlpatterns = [path("me", MeView.as_view(), name="me")]
