"""The hours of a campaign: items and active time by person, task and week, and what is paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.roles import Area
from annotation.forms.hours import DaysForm, PayRatesForm
from annotation.selectors.campaign.completions import WorkerHours, hours_by_worker
from annotation.selectors.campaign.work_hours import WorkHours, hours_in, rates_of
from annotation.services.campaign import pay
from campaigns.access import CampaignAccess, campaign_for
from campaigns.selectors.workers import workers_of
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED, csv_file
from plots import Bar, BarChart

_SHOWN_WEEKS = 4
# The names of the file's columns, which programs read.
_WORKER_COLUMNS = (
    "worker_id", "user_name", "link", "items", "other_items", "active_hours", "amount", "currency",
    "completion_code", "completed_at",
)  # fmt: skip
_COLUMNS = (
    "user_name", "name", "task", "week", "week_begins", "items", "other_items", "active_hours",
    "paid_for", "rate", "amount", "currency",
)  # fmt: skip


@require_safe
@never_cache
def hours(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show the work of some weeks, by default of this one and the three before."""
    return _page(request, campaign_for(request, public_id, Area.CAMPAIGNS))


@require_safe
@never_cache
def hours_file(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Return the same as comma-separated values."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    form = DaysForm(_days(request))
    if not form.is_valid():
        return _page(request, access)
    first, last = form.cleaned_data["first"], form.cleaned_data["last"]
    work = hours_in(access.campaign, first=first, last=last)
    name = slugify(access.campaign.name) or "campaign"
    return csv_file(f"{name}-hours-{first}-{last}", _rows(work))


@require_safe
@never_cache
def workers_file(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Return what to pay each worker of an external platform, by worker id."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    form = DaysForm(_days(request))
    if not form.is_valid():
        return _page(request, access)
    first, last = form.cleaned_data["first"], form.cleaned_data["last"]
    work = hours_in(access.campaign, first=first, last=last)
    name = slugify(access.campaign.name) or "campaign"
    rows = _worker_rows(hours_by_worker(access.campaign, work))
    return csv_file(f"{name}-workers-{first}-{last}", rows)


@require_POST
def rates(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Set what is paid. What was typed stays where it is refused."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    form = PayRatesForm(request.POST, rates_of(access.campaign))
    if not form.is_valid():
        return _page(request, access, refused=form)
    pay.set_pay_rates(
        campaign=access.campaign,
        rates=form.rates,
        currency=form.cleaned_data["currency"].upper(),
        actor=access.person,
        now=timezone.now(),
    )
    messages.success(request, _("Rates saved."))
    return redirect("campaign-hours", public_id)


def _days(request: HttpRequest) -> dict[str, str | date]:
    """Return the days that are asked for, or the last weeks."""
    today = timezone.localdate()
    monday = today - timedelta(days=today.weekday())
    return {
        "first": request.GET.get("first") or monday - timedelta(weeks=_SHOWN_WEEKS - 1),
        "last": request.GET.get("last") or today,
    }


def _page(
    request: HttpRequest, access: CampaignAccess, *, refused: PayRatesForm | None = None
) -> HttpResponse:
    form = DaysForm(_days(request))
    work = None
    if form.is_valid():
        chosen = form.cleaned_data
        work = hours_in(access.campaign, first=chosen["first"], last=chosen["last"])
    context = {
        "has_workers": workers_of(access.campaign).exists(),
        "form": form,
        "work": work,
        "chart": _chart(work) if work else None,
        "rates_form": refused or PayRatesForm(None, rates_of(access.campaign)),
    }
    status = 200 if work is not None and refused is None else REFUSED
    template = "annotation/campaign/hours.html"
    return render_tab(request, access, "hours", template, context, status=status)


def _chart(work: WorkHours) -> BarChart:
    """Return the active hours of each person over all weeks, the most first."""
    by_person: dict[str, float] = {}
    for week in work.weeks:
        name = str(week.person)
        by_person[name] = by_person.get(name, 0.0) + float(week.hours)
    people = sorted(by_person.items(), key=lambda each: (-each[1], each[0]))
    return BarChart(
        title=ngettext(
            "%(people)d person worked %(hours)s active hours on %(items)d items",
            "%(people)d people worked %(hours)s active hours on %(items)d items",
            len(people),
        )
        % {"people": len(people), "hours": f"{work.hours:,}", "items": work.items},
        value_name=_("Active hours"),
        bars=tuple(Bar(label=name, value=round(hours, 2)) for name, hours in people),
    )


def _worker_rows(workers: Sequence[WorkerHours]) -> Iterator[Sequence[object]]:
    yield _WORKER_COLUMNS
    for done in workers:
        worker = done.worker
        yield (
            worker.worker_id,
            worker.person.username,
            worker.link.name,
            done.items,
            done.others,
            done.hours,
            done.amount if done.amount is not None else "",
            done.currency,
            worker.code,
            worker.completed_at.isoformat() if worker.completed_at else "",
        )


def _rows(work: WorkHours) -> Iterator[Sequence[object]]:
    """Yield the lines of the file."""
    yield _COLUMNS
    for week in work.weeks:
        rate = week.rate
        yield (
            week.person.username,
            week.person.name,
            week.task.value,
            week.iso_week,
            week.week.isoformat(),
            week.items,
            week.others,
            week.hours,
            rate.basis if rate else "",
            rate.amount if rate else "",
            week.amount if rate else "",
            rate.currency if rate else "",
        )
