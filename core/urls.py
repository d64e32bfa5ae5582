"""The URL of the audit log."""

from django.urls import path

from core.views import audit

app_name = "core"
urlpatterns = [
    path("", audit.audit_log, name="audit"),
]
