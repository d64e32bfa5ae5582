"""Health."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse


@login_not_required
def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


readyz = metrics = healthz
