"""Access for probes with any host name.

Load balancers, container health checks and Prometheus use an IP address, which is not one of the
site's host names, and would be refused. The answers to them do not depend on the host.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

PROBED = frozenset({"/healthz", "/readyz", "/metrics"})


class ProbeHostMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info in PROBED:
            known = [host for host in settings.ALLOWED_HOSTS if host != "*"]
            request.META["HTTP_HOST"] = known[0].removeprefix(".") if known else "localhost"
            request.META.pop("HTTP_X_FORWARDED_HOST", None)
        return self.get_response(request)
