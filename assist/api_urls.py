"""URLs of the verifier in the API."""

from django.urls import path

from assist import api

urlpatterns = [
    path("corpora/<uuid:corpus_id>/check", api.ClaimCheckView.as_view(), name="claim-check"),
]
