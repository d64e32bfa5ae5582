"""The reminder of a break, and skipping it. It is kept in the session: nobody else sees it."""

from __future__ import annotations

from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from annotation.selectors.desk.today import Today

SKIPPED = "break_skipped_at"


@require_POST
def skip_break(request: HttpRequest) -> HttpResponse:
    """Go on working: the reminder is not shown for a while."""
    request.session[SKIPPED] = timezone.now().timestamp()
    # A desk asks by a script, and stays.
    if "HX-Request" in request.headers:
        return HttpResponse()
    came_from = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(came_from, allowed_hosts={request.get_host()})
    return redirect(came_from if is_ours else "home")


def hints_at_break(request: HttpRequest, today: Today | None, now: datetime) -> bool:
    """Return whether this page should remind its reader of a break."""
    skipped = request.session.get(SKIPPED)
    skipped_at = datetime.fromtimestamp(skipped, tz=UTC) if skipped is not None else None
    return today is not None and today.hints_at_break(now, skipped_at)
