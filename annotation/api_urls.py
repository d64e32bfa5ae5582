"""URLs of verifying in the API."""

from django.urls import include, path

from annotation import api

attempt_urls = [
    path("sync", api.AttemptSync.as_view(), name="attempt-sync"),
    path("confirm", api.AttemptConfirm.as_view(), name="attempt-confirm"),
    path("submit", api.AttemptSubmit.as_view(), name="attempt-submit"),
    path("skip", api.AttemptSkip.as_view(), name="attempt-skip"),
    path("report", api.AttemptReport.as_view(), name="attempt-report"),
]
urlpatterns = [
    path("campaigns/<uuid:public_id>/verify", api.Take.as_view(), name="verify-take"),
    path("attempts/<uuid:attempt_id>", api.AttemptDetail.as_view(), name="attempt-detail"),
    path("attempts/<uuid:attempt_id>/", include(attempt_urls)),
]
