"""Pages of the verifier."""

from django.urls import path

from assist.views import checking, versions

urlpatterns = [
    path("check/", checking.check, name="check-claim"),
    path("check/models/", versions.version_list, name="models"),
    path("check/models/progress/", versions.progress, name="models-progress"),
    path("check/models/train/", versions.train, name="models-train"),
    path("check/models/<uuid:public_id>/use/", versions.use, name="model-use"),
    path("check/models/<uuid:public_id>/cancel/", versions.cancel, name="model-cancel"),
    path("check/models/<uuid:public_id>/resume/", versions.resume, name="model-resume"),
    path("check/models/<uuid:public_id>/delete/", versions.delete, name="model-delete"),
]
