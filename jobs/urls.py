"""Addresses of the jobs and of the audit log."""

from django.urls import path

from jobs.views import audit, jobs

app_name = "jobs"
urlpatterns = [
    path("", jobs.job_list, name="list"),
    path("audit/", audit.audit_log, name="audit"),
    path("self-test/", jobs.self_test, name="self-test"),
    path("<uuid:public_id>/", jobs.job_detail, name="detail"),
    path("<uuid:public_id>/progress/", jobs.job_progress, name="progress"),
    path("<uuid:public_id>/cancel/", jobs.cancel, name="cancel"),
    path("<uuid:public_id>/retry/", jobs.retry, name="retry"),
]
