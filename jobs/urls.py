"""URLs of the jobs."""

from django.urls import path

from jobs.views import jobs

app_name = "jobs"
urlpatterns = [
    path("", jobs.job_list, name="list"),
    path("self-test/", jobs.self_test, name="self-test"),
    path("<uuid:public_id>/", jobs.job_detail, name="detail"),
    path("<uuid:public_id>/progress/", jobs.job_progress, name="progress"),
    path("<uuid:public_id>/cancel/", jobs.cancel, name="cancel"),
    path("<uuid:public_id>/retry/", jobs.retry, name="retry"),
]
