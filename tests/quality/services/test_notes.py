"""Notes about people: nobody writes or removes those about themselves, and both leave a trace."""

from __future__ import annotations

import pytest

from core.models import AuditEntry
from quality.models import PersonNote
from quality.services import notes
from tests.people import NOW, Cast

pytestmark = pytest.mark.django_db


def note_about_the_manager(cast: Cast) -> PersonNote:
    return notes.add_note(
        campaign=cast.campaign, person=cast.manager, text="Slow", actor=cast.administrator, now=NOW
    )


def test_nobody_removes_a_note_about_themselves(cast: Cast) -> None:
    note = note_about_the_manager(cast)
    with pytest.raises(notes.OwnNoteError):
        notes.remove_note(note=note, actor=cast.manager, now=NOW)
    assert PersonNote.objects.get() == note
    assert not AuditEntry.objects.filter(action="note.removed").exists()


def test_adding_and_removing_a_note_are_recorded_without_its_text(cast: Cast) -> None:
    note = note_about_the_manager(cast)
    notes.remove_note(note=note, actor=cast.administrator, now=NOW)
    # Removed once, however often it is asked for.
    notes.remove_note(note=note, actor=cast.administrator, now=NOW)
    assert not PersonNote.objects.exists()
    details = {
        "campaign": cast.campaign.name,
        "person": "mara",
        "written by": "ines",
        "written at": NOW.isoformat(),
    }
    entries = AuditEntry.objects.order_by("pk")
    assert [(one.action, one.actor_id, one.target_id, one.details) for one in entries] == [
        (action, cast.administrator.pk, str(cast.manager.public_id), details)
        for action in ("note.added", "note.removed")
    ]
    assert [one.action_label for one in entries] == [
        "Added a note about a person",
        "Removed a note about a person",
    ]
