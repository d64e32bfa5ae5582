"""The audit log on screen, for administrators."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.core.paginator import InvalidPage
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from core.forms import AuditFilterForm
from core.people import person_of
from core.row_pages import RowPaginator
from core.selectors import audit

PAGE_SIZE = 100


@never_cache
@require_safe
def audit_log(request: HttpRequest) -> HttpResponse:
    """Show the audit log, filtered by person, action, thing and time."""
    if not person_of(request).is_administrator:
        raise PermissionDenied
    form = AuditFilterForm(
        request.GET,
        people=audit.recorded_people(),
        actions=audit.recorded_actions(),
        kinds=audit.recorded_kinds(),
    )
    status = 200 if form.is_valid() else 400
    chosen = form.chosen
    try:
        rows = RowPaginator(audit.list_entries(chosen), PAGE_SIZE)
        page = rows.page(request.GET.get("page", 1))
    except InvalidPage:
        raise Http404 from None
    context = {"form": form, "page": page, "is_filtered": not chosen.is_empty}
    return render(request, "core/audit.html", context, status=status)
