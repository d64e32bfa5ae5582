"""The form that invites many people: a pasted list, or the same as a file."""

from __future__ import annotations

import csv
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import ProhibitNullCharactersValidator, validate_email
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.forms.people import MemberRoleField
from campaigns.services.bulk_invitations import Invitee

MOST_PEOPLE = 200
LARGEST_FILE = 100_000
_LONGEST_NOTE = 120
_HEADINGS = frozenset({"email", "e-mail", "note"})


class BulkInvitationForm(forms.Form):
    """A list of people, one a line: an e-mail address, a note, or both with a comma between."""

    people = forms.CharField(
        label=gettext_lazy("People"),
        required=False,
        max_length=LARGEST_FILE,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=gettext_lazy(
            "One person a line: an e-mail address, a note for your own list, or both with a comma "
            "between them."
        ),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a CSV file"),
        required=False,
        help_text=gettext_lazy("The same lines in UTF-8. A first line “email,note” is skipped."),
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
    )
    role = MemberRoleField(initial="annotator")

    def clean_file(self) -> str:
        file: UploadedFile[Any] | None = self.cleaned_data["file"]
        if file is None:
            return ""
        if (file.size or 0) > LARGEST_FILE:
            raise ValidationError(_("The file is longer than 100 kB."))
        try:
            text: str = file.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise ValidationError(_("The file is not in UTF-8.")) from None
        ProhibitNullCharactersValidator()(text)
        return text

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        pasted, file = cleaned["people"], cleaned["file"]
        if bool(pasted) == bool(file.strip()):
            raise ValidationError(_("Paste a list or choose a file, one of the two."))
        try:
            cleaned["invitees"] = read_invitees(pasted or file)
        except ValidationError as error:
            self.add_error("people" if pasted else "file", error)
        return cleaned


def read_invitees(text: str) -> list[Invitee]:
    """Return the people of a list; raise ValidationError with the first line that is wrong."""
    found: list[Invitee] = []
    addresses: set[str] = set()
    for number, line in enumerate(text.splitlines(), start=1):
        cells = [cell.strip() for cell in next(csv.reader([line]), [])]
        if not any(cells) or (number == 1 and {cell.lower() for cell in cells} <= _HEADINGS):
            continue
        invitee = _read_line(number, [cell for cell in cells if cell])
        if invitee.email and invitee.email.lower() in addresses:
            raise _fault(number, _("“%s” is in the list twice.") % invitee.email)
        addresses.add(invitee.email.lower())
        found.append(invitee)
    if not found:
        raise ValidationError(_("The list is empty."))
    if len(found) > MOST_PEOPLE:
        raise ValidationError(_("Invite at most %d people at once.") % MOST_PEOPLE)
    return found


def _read_line(number: int, cells: list[str]) -> Invitee:
    if len(cells) > 2:
        raise _fault(number, _("It has more than an address and a note."))
    emails = [cell for cell in cells if "@" in cell]
    notes = [cell for cell in cells if "@" not in cell]
    if len(emails) > 1 or len(notes) > 1:
        raise _fault(number, _("It has two addresses or two notes."))
    email, note = "".join(emails), "".join(notes)
    if email:
        try:
            validate_email(email)
        except ValidationError:
            raise _fault(number, _("“%s” is no e-mail address.") % email) from None
    if len(email) > 254 or len(note) > _LONGEST_NOTE:
        raise _fault(number, _("An address has at most 254 characters, a note at most 120."))
    return Invitee(note=note or email[:_LONGEST_NOTE], email=email)


def _fault(number: int, detail: str) -> ValidationError:
    return ValidationError(_("Line %(number)d: %(detail)s") % {"number": number, "detail": detail})
