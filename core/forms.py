"""The filter of the audit log."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from core.action_labels import kind_label, label_of
from core.form_choices import set_choices
from core.moments import read_day, read_end_of_day
from core.selectors.audit import AuditFilter

_DAY = forms.TextInput(attrs={"type": "date"})
_WRONG_DAY = _("Enter a day as 2026-03-14.")


class AuditFilterForm(forms.Form):
    """The entries of the audit log to list."""

    person = forms.TypedChoiceField(label=_("Person"), required=False, empty_value=None)
    action = forms.ChoiceField(label=_("Action"), required=False)
    kind = forms.ChoiceField(label=_("On what"), required=False)
    words = forms.CharField(label=_("Name"), required=False, max_length=120)
    since = forms.CharField(label=_("From"), required=False, max_length=20, widget=_DAY)
    until = forms.CharField(label=_("To"), required=False, max_length=20, widget=_DAY)

    def __init__(
        self,
        *args: Any,
        people: list[tuple[Any, str]],
        actions: list[str],
        kinds: list[str],
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        labelled = sorted(((name, label_of(name)) for name in actions), key=lambda pair: pair[1])
        things = sorted(((kind, kind_label(kind)) for kind in kinds), key=lambda pair: pair[1])
        set_choices(self, "person", [("", _("Everyone")), *people])
        set_choices(self, "action", [("", _("Everything")), *labelled])
        set_choices(self, "kind", [("", _("Everything")), *things])

    def clean_since(self) -> Any:
        return _read(self.cleaned_data["since"], read_day)

    def clean_until(self) -> Any:
        return _read(self.cleaned_data["until"], read_end_of_day)

    @property
    def chosen(self) -> AuditFilter:
        """Return what is valid of the filter."""
        given = self.cleaned_data
        return AuditFilter(
            person=given.get("person") or None,
            action=given.get("action", ""),
            kind=given.get("kind", ""),
            words=given.get("words", ""),
            since=given.get("since"),
            until=given.get("until"),
        )


def _read(text: str, read: Any) -> Any:
    if not text:
        return None
    day = read(text)
    if day is None:
        raise ValidationError(_WRONG_DAY)
    return day
