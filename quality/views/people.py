"""The people of a campaign in numbers: a table that sorts, a file, and a page for each person."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.roles import Area
from annotation.selectors.campaign.people import SHOWN_DAYS, weeks_of
from annotation.selectors.review.suspensions import suspensions_in
from campaigns.access import CampaignAccess, campaign_for
from campaigns.views.campaign_page import render_tab
from core.http import REFUSED, csv_file
from plots import Sparkline
from quality.measuring.results import ReportFigure
from quality.messages import GUIDELINES_STATES
from quality.models import LONGEST_NOTE, PersonNote
from quality.selectors import people as selectors
from quality.selectors import reports as report_selectors
from quality.selectors.people import PersonRow
from quality.services import notes
from quality.views.person_charts import agreement_charts_of, work_charts

TAB = "quality-people"
SortKey = Callable[[PersonRow], float | str | datetime | None]


@dataclass(frozen=True, slots=True)
class PeopleColumn:
    """A column of the table: what it sorts by, and whether the largest come first."""

    name: str
    label: str | Promise
    key: SortKey
    is_numeric: bool = True


def _value(figure: ReportFigure | None) -> float | None:
    return figure.value if figure else None


def _calibration(row: PersonRow) -> str | None:
    return ", ".join(one.outcome for one in row.candidacies) or None


COLUMNS = (
    PeopleColumn("name", gettext_lazy("Person"), lambda row: str(row.person).casefold(), False),
    PeopleColumn("items", gettext_lazy("Items"), lambda row: row.work.items),
    PeopleColumn("hours", gettext_lazy("Active hours"), lambda row: row.work.hours),
    PeopleColumn("median", gettext_lazy("Median time"), lambda row: row.work.median_ms),
    PeopleColumn("skips", gettext_lazy("Skipped"), lambda row: row.work.skip_rate),
    PeopleColumn("reports", gettext_lazy("Reported"), lambda row: row.work.report_rate),
    PeopleColumn(
        "agreement",
        gettext_lazy("Agreement, κ"),
        lambda row: _value(row.figures.kappa) if row.figures else None,
    ),
    PeopleColumn(
        "competence",
        gettext_lazy("Competence"),
        lambda row: row.figures.competence if row.figures else None,
    ),
    PeopleColumn(
        "evidence",
        gettext_lazy("Evidence F1"),
        lambda row: _value(row.figures.evidence_f1) if row.figures else None,
    ),
    PeopleColumn("seen", gettext_lazy("Last seen"), lambda row: row.work.last_at),
    PeopleColumn("calibration", gettext_lazy("Calibration"), _calibration, False),
    PeopleColumn("guidelines", gettext_lazy("Guidelines"), lambda row: row.guidelines, False),
)
# The names of the file's columns, which programs read.
_FILE_COLUMNS = (
    "user_name", "name", "items_written", "items_verified", "active_hours", "median_seconds",
    "skipped", "skip_rate", "reported", "report_rate", "kappa", "kappa_low", "kappa_high",
    "competence", "evidence_f1", "evidence_f1_low", "evidence_f1_high", "last_seen",
    "calibration", "guidelines", "set_aside",
    *(f"items_{days}_days_ago" for days in range(SHOWN_DAYS - 1, -1, -1)),
)  # fmt: skip


@require_safe
@never_cache
def people(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show everyone who writes or verifies, sorted as the address asks."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    table = selectors.people_table(access.campaign, timezone.now())
    column, is_reversed = _order(request)
    rows = _sorted(table.rows, column, is_reversed=is_reversed)
    most = max((max(row.work.days) for row in rows), default=0)
    context = {
        "report": table.report,
        "requires_calibration": table.requires_calibration,
        "columns": [_head(each, column, is_reversed=is_reversed) for each in COLUMNS],
        "rows": [(row, _sparkline(row, most)) for row in rows],
        "days": SHOWN_DAYS,
    }
    return render_tab(request, access, TAB, "quality/people.html", context)


@require_safe
@never_cache
def people_file(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Return the same as comma-separated values."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    table = selectors.people_table(access.campaign, timezone.now())
    name = slugify(access.campaign.name) or "campaign"
    return csv_file(f"{name}-people", _lines(table.rows))


@require_safe
@never_cache
def person(request: HttpRequest, public_id: UUID, person_id: UUID) -> HttpResponse:
    """Show one person: their numbers over time, their agreement, and what managers decided."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    return _page(request, access, person_id)


@require_POST
def add_note(request: HttpRequest, public_id: UUID, person_id: UUID) -> HttpResponse:
    """Store a note about a person. What was typed stays where it is refused."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    about = _person(access, person_id)
    text = request.POST.get("text", "")
    try:
        notes.add_note(
            campaign=access.campaign,
            person=about,
            text=text,
            actor=access.person,
            now=timezone.now(),
        )
    except notes.NoteTextError:
        problem = _("Write a note of at most %d characters.") % LONGEST_NOTE
        return _page(request, access, person_id, problem=problem, typed=text)
    except notes.OwnNoteError:
        problem = _("Others write notes about you.")
        return _page(request, access, person_id, problem=problem, typed=text)
    messages.success(request, _("Note added."))
    return redirect("quality-person", public_id, person_id)


@require_POST
def remove_note(
    request: HttpRequest, public_id: UUID, person_id: UUID, note_id: UUID
) -> HttpResponse:
    """Remove a note."""
    access = campaign_for(request, public_id, Area.CAMPAIGNS)
    note = get_object_or_404(
        PersonNote, campaign=access.campaign, person__public_id=person_id, public_id=note_id
    )
    try:
        notes.remove_note(note=note, actor=access.person, now=timezone.now())
    except notes.OwnNoteError:
        problem = _("Others remove notes about you.")
        return _page(request, access, person_id, problem=problem)
    messages.success(request, _("Note removed."))
    return redirect("quality-person", public_id, person_id)


def _person(access: CampaignAccess, person_id: UUID) -> User:
    found = selectors.person_in(access.campaign, person_id)
    if found is None:
        raise Http404
    return found


def _page(
    request: HttpRequest,
    access: CampaignAccess,
    person_id: UUID,
    *,
    problem: str = "",
    typed: str = "",
) -> HttpResponse:
    campaign, now = access.campaign, timezone.now()
    agreement = selectors.agreement_of_people(campaign)
    row = selectors.person_row(campaign, _person(access, person_id), now, agreement)
    charts = work_charts(campaign, row.person, weeks_of(row.person, campaign, now))
    if agreement.result is not None and row.figures is not None:
        names = report_selectors.names_of(agreement.figures)
        charts += agreement_charts_of(campaign, row.person, agreement.result, row.figures, names)
    context = {
        "row": row,
        "person": row.person,
        "report": agreement.report,
        "charts": charts,
        "guidelines": GUIDELINES_STATES[row.guidelines],
        "phases": selectors.phases_of(row.person, campaign),
        "suspensions": suspensions_in(campaign).filter(person=row.person),
        "notes": selectors.notes_about(row.person, campaign),
        "is_self": row.person.pk == access.person.pk,
        "longest": LONGEST_NOTE,
        "problem": problem,
        "typed": typed,
    }
    status = REFUSED if problem else 200
    return render_tab(request, access, TAB, "quality/person.html", context, status=status)


def _order(request: HttpRequest) -> tuple[PeopleColumn, bool]:
    """Return the column that the address sorts by, and whether its largest values come first."""
    asked = request.GET.get("sort", "")
    name, is_reversed = asked.removeprefix("-"), asked.startswith("-")
    column = next((each for each in COLUMNS if each.name == name), None)
    return (COLUMNS[0], False) if column is None else (column, is_reversed)


def _sorted(
    rows: Sequence[PersonRow], column: PeopleColumn, *, is_reversed: bool
) -> list[PersonRow]:
    """Return the rows in order; people without a value come last in either direction."""
    by_name = sorted(rows, key=lambda row: str(row.person).casefold())
    known = [row for row in by_name if column.key(row) is not None]
    known.sort(key=lambda row: column.key(row), reverse=is_reversed)  # type: ignore[arg-type, return-value]
    return known + [row for row in by_name if column.key(row) is None]


def _head(each: PeopleColumn, sorted_by: PeopleColumn, *, is_reversed: bool) -> dict[str, object]:
    """Return a column's head: where its link leads, and how it is sorted now."""
    is_current = each.name == sorted_by.name
    # First the largest of numbers, and names from A to Z.
    goes_down = not is_reversed if is_current else each.is_numeric
    return {
        "label": each.label,
        "sort": f"-{each.name}" if goes_down else each.name,
        "aria": ("descending" if is_reversed else "ascending") if is_current else "",
        "is_numeric": each.is_numeric,
    }


def _sparkline(row: PersonRow, most: int) -> Sparkline:
    total = sum(row.work.days)
    label = ngettext(
        "%(n)d item in %(days)d days: %(each)s",
        "%(n)d items in %(days)d days: %(each)s",
        total,
    ) % {"n": total, "days": SHOWN_DAYS, "each": ", ".join(map(str, row.work.days))}
    return Sparkline(values=row.work.days, label=label, most=most)


def _lines(rows: Sequence[PersonRow]) -> Iterator[Sequence[object]]:
    """Yield the lines of the file."""
    yield _FILE_COLUMNS
    for row in rows:
        work, figures = row.work, row.figures
        kappa = figures.kappa if figures else ReportFigure(None)
        evidence = figures.evidence_f1 if figures else ReportFigure(None)
        numbers = (
            round(work.hours, 2), work.median_seconds, work.skipped, work.skip_rate,
            work.reported, work.report_rate, kappa.value, kappa.low, kappa.high,
            figures.competence if figures else None, evidence.value, evidence.low, evidence.high,
        )  # fmt: skip
        yield (
            row.person.username,
            row.person.name,
            work.written,
            work.verified,
            *("" if number is None else number for number in numbers),
            work.last_at.isoformat() if work.last_at else "",
            " ".join(f"{one.task}:{one.outcome}" for one in row.candidacies),
            row.guidelines.value,
            "yes" if row.is_set_aside else "no",
            *work.days,
        )
