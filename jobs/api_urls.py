"""URLs of the jobs in the API."""

from django.urls import path

from jobs import api

urlpatterns = [
    path("jobs", api.JobList.as_view(), name="job-list"),
    path("jobs/<uuid:public_id>", api.JobDetail.as_view(), name="job-detail"),
    path("jobs/<uuid:public_id>/cancel", api.JobCancel.as_view(), name="job-cancel"),
]
