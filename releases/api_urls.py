"""URLs of the releases in the API."""

from django.urls import URLPattern, URLResolver, include, path

from core.body_limit import allows_large_body
from releases.api import predictions, releases
from releases.forms.predictions import LARGEST_UPLOAD

release_urls = [
    path("cancel", releases.ReleaseCancel.as_view(), name="release-cancel"),
    path("withdraw", releases.ReleaseWithdraw.as_view(), name="release-withdraw"),
    path(
        "predictions",
        allows_large_body(LARGEST_UPLOAD)(predictions.PredictionList.as_view()),
        name="prediction-list",
    ),
    path(
        "predictions/<uuid:prediction_id>",
        predictions.PredictionDetail.as_view(),
        name="prediction-detail",
    ),
    path(
        "predictions/<uuid:prediction_id>/cancel",
        predictions.PredictionCancel.as_view(),
        name="prediction-cancel",
    ),
    path("archive", releases.ReleaseArchive.as_view(), name="release-archive"),
    path("files/<path:path>", releases.ReleaseFile.as_view(), name="release-file"),
]
campaign_urls: list[URLPattern | URLResolver] = [
    path("releases", releases.ReleaseList.as_view(), name="release-list"),
    path("releases/<int:version>", releases.ReleaseDetail.as_view(), name="release-detail"),
    path("releases/<int:version>/", include(release_urls)),
]
urlpatterns = [path("campaigns/<uuid:public_id>/", include(campaign_urls))]
