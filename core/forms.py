"""The filter of the audit log."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.action_labels import label_of
from core.form_choices import set_choices


class AuditFilterForm(forms.Form):
    """The entries of the audit log to list."""

    person = forms.TypedChoiceField(label=_("Person"), required=False, empty_value=None)
    action = forms.ChoiceField(label=_("Action"), required=False)

    def __init__(
        self, *args: Any, people: list[tuple[Any, str]], actions: list[str], **options: Any
    ) -> None:
        super().__init__(*args, **options)
        labelled = sorted(((name, label_of(name)) for name in actions), key=lambda pair: pair[1])
        set_choices(self, "person", [("", _("Everyone")), *people])
        set_choices(self, "action", [("", _("Everything")), *labelled])
