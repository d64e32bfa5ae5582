"""Managers' notes about people."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from campaigns.models import Campaign
from core.services import audit
from quality.models import LONGEST_NOTE, PersonNote


class NoteTextError(Exception):
    """A note is empty or too long."""


class OwnNoteError(Exception):
    """A manager wanted to write or remove a note about themselves."""


@transaction.atomic
def add_note(
    *, campaign: Campaign, person: User, text: str, actor: User, now: datetime
) -> PersonNote:
    """Store a note about a person."""
    cleaned = text.replace("\0", "").strip()
    if not cleaned or len(cleaned) > LONGEST_NOTE:
        raise NoteTextError
    if person.pk == actor.pk:
        raise OwnNoteError
    note = PersonNote.objects.create(
        campaign=campaign, person=person, text=cleaned, written_at=now, written_by=actor
    )
    _record("note.added", note, actor, now)
    return note


@transaction.atomic
def remove_note(*, note: PersonNote, actor: User, now: datetime) -> None:
    """Delete a note. Others remove notes about oneself."""
    if note.person_id == actor.pk:
        raise OwnNoteError
    deleted, _by_table = PersonNote.objects.filter(pk=note.pk).delete()
    # Perhaps somebody else has removed it in the meantime.
    if deleted:
        _record("note.removed", note, actor, now)


def _record(action: str, note: PersonNote, actor: User, now: datetime) -> None:
    # Without the text: what is removed is not to be read elsewhere.
    details = {
        "campaign": note.campaign.name,
        "person": note.person.username,
        "written by": note.written_by.username,
        "written at": note.written_at.isoformat(),
    }
    audit.record(actor=actor, action=action, target=note.person, now=now, details=details)
