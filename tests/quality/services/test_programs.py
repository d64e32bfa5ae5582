"""Programs confirmed, corrected and rejected; what is wrong is refused and nothing written."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import IntegrityError, transaction

from assist.models import ModelVersion
from campaigns.models import Campaign
from core.models import AuditEntry
from quality.models import ProgramReading
from quality.selectors.claim_programs import NoResultError
from quality.services import programs
from tests.annotation.disagreeing import add_manager
from tests.people import NOW
from tests.quality.programs_world import PROGRAM, TableDesk, make_table_desk, train_models
from verifier.tables.notation import NotationError

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    train_models(folder)
    return folder


@pytest.fixture
def at(files: Path, home: Path) -> TableDesk:
    return make_table_desk(files)


def test_the_likeliest_programs_are_offered_each_once(at: TableDesk) -> None:
    offered = at.offered
    assert offered.model_number == 3
    assert 1 < len(offered.programs) <= 10
    assert len({program.english for program in offered.programs}) == len(offered.programs)
    assert PROGRAM in [program.text for program in offered.programs]
    ModelVersion.objects.update(is_in_use=False)
    assert (at.offered.programs, at.offered.first) == ((), None)


def test_a_confirmed_program_is_stored_with_all_about_it(at: TableDesk) -> None:
    first = at.offered.first
    assert first is not None
    made = at.read("confirmed")
    assert (made.state, made.program, made.english) == ("confirmed", first.text, first.english)
    assert made.suggested == made.program
    assert (made.page.title, made.table, made.table_digest) == (
        at.page,
        "table_0",
        at.table.digest,
    )
    assert (made.result, made.cells) == (first.result, list(first.cells))
    assert (made.read_by, made.read_at, made.model_number) == (at.desk.manager, NOW, 3)
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.details) == ("program.read", {"state": "confirmed"})


def test_a_written_program_is_stored_as_it_is_printed(at: TableDesk) -> None:
    made = at.read("corrected", ' only( is(rows,"River", "Little Osk") ) ')
    assert made.program == 'only(is(rows, "river", "Little Osk"))'
    assert made.english == "There is exactly one row where river is “Little Osk”."
    assert (made.state, made.result, made.verdict) == ("corrected", True, "supported")
    assert made.cells == ["cell_0_5_1"]
    wrong = at.read("corrected", 'eq(count(is(rows, "country", "Ostrava")), 4)')
    assert (wrong.result, wrong.verdict) == (False, "refuted")


def test_the_first_program_as_a_correction_is_a_confirmation(at: TableDesk) -> None:
    first = at.offered.first
    assert first is not None
    assert at.read("corrected", first.text).state == "confirmed"


def test_another_answer_supersedes_the_first(at: TableDesk) -> None:
    first = at.read("rejected")
    second = at.read("confirmed")
    first.refresh_from_db()
    assert (first.superseded_at, second.superseded_at) == (NOW, None)
    other = add_manager(at.desk)
    seen = programs.seen_digest(at.version, at.table, at.offered, None)
    assert at.read("rejected", by=other, seen=seen).superseded_at is None
    assert ProgramReading.objects.filter(superseded_at=None).count() == 2


def test_nothing_is_stored_about_what_was_not_shown(at: TableDesk) -> None:
    seen = at.seen
    at.read("confirmed")
    with pytest.raises(programs.ChangedMeanwhileError):
        at.read("rejected", seen=seen)
    for wrong in ("", "x", at.seen.replace(at.table.digest, "0" * 32)):
        with pytest.raises(programs.ChangedMeanwhileError):
            at.read("rejected", seen=wrong)
    assert ProgramReading.objects.get().state == "confirmed"


def test_what_is_no_program_or_has_no_result_is_refused(at: TableDesk) -> None:
    for text in ("", "rows", "exec(rows)", "not(" * 1_000, "x" * 10_000_000):
        with pytest.raises(NotationError):
            at.read("corrected", text)
    with pytest.raises(NoResultError):
        at.read("corrected", 'eq(value(is(rows, "river", "Zambezi"), "rank"), 1)')
    assert not ProgramReading.objects.exists()
    assert not AuditEntry.objects.filter(action="program.read").exists()


def test_without_a_model_programs_can_be_written_only(at: TableDesk) -> None:
    ModelVersion.objects.update(is_in_use=False)
    for state in ("confirmed", "rejected"):
        with pytest.raises(programs.NothingOfferedError):
            at.read(state)
    made = at.read("corrected", PROGRAM)
    assert (made.state, made.suggested, made.model_number) == ("corrected", "", None)


def test_nothing_changes_in_an_archived_campaign(at: TableDesk) -> None:
    Campaign.objects.filter(pk=at.desk.campaign.pk).update(
        state=Campaign.State.ARCHIVED, archived_from=Campaign.State.OPEN
    )
    with pytest.raises(programs.ProgramsArchivedError):
        at.read("confirmed")
    assert not ProgramReading.objects.exists()


def test_the_database_keeps_one_answer_a_person(at: TableDesk) -> None:
    at.read("rejected")
    at.read("confirmed")
    with pytest.raises(IntegrityError), transaction.atomic():
        ProgramReading.objects.update(superseded_at=None)
    for changes in ({"state": "corrected"}, {"program": ""}, {"verdict": "unknown"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            ProgramReading.objects.filter(superseded_at=None).update(**changes)
