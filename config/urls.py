"""The URLs of the site. A test fails for a URL that is not in the permission matrix."""

from django.conf import settings
from django.urls import include, path

from campaigns.views.home import home
from config import health, mail_check, prometheus, status
from config.administration.registered import tables

urlpatterns = [
    path("", home, name="home"),
    path("", include("accounts.urls")),
    path("", include("campaigns.urls")),
    path("", include("annotation.urls")),
    path("", include("assist.urls")),
    path("", include("quality.urls")),
    path("", include("releases.urls")),
    path("jobs/", include("jobs.urls")),
    path("audit/", include("core.urls")),
    path("search/", include("search.urls")),
    path("wiki/", include("wiki.urls")),
    path("api/v1/", include("config.api_urls")),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", prometheus.metrics, name="metrics"),
    path("admin/", tables.urls),
    path("status/", status.status, name="status"),
    path("status/mail/", mail_check.send_test_mail, name="status-mail"),
]
if "debug_toolbar" in settings.INSTALLED_APPS:
    from debug_toolbar.toolbar import debug_toolbar_urls

    urlpatterns += debug_toolbar_urls()

handler400 = "config.errors.bad_request"
handler403 = "config.errors.permission_denied"
handler404 = "config.errors.page_not_found"
handler500 = "config.errors.server_error"
