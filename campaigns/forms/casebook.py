"""The form of a precedent in the casebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.clauses import GuidelineClause
from campaigns.models import Precedent


class PrecedentForm(forms.ModelForm[Precedent]):
    """A question and its answer as everybody will read them."""

    clause = forms.ChoiceField(
        label=_("Clause of the guidelines"),
        required=False,
        help_text=_("The precedent is listed beside this clause and links to it."),
    )

    class Meta:
        model = Precedent
        fields = ["asked", "answered", "clause"]
        help_texts = {"asked": _("Do not write anything that reveals who asked.")}
        widgets = {
            "asked": forms.Textarea(attrs={"rows": 4}),
            "answered": forms.Textarea(attrs={"rows": 6}),
        }

    def __init__(self, *args: Any, clauses: Sequence[GuidelineClause], **options: Any) -> None:
        super().__init__(*args, **options)
        names = dict.fromkeys(clause.text for clause in clauses if len(clause.text) <= 300)
        # The clause of an older version stays unless another is chosen.
        if self.instance.clause:
            names.setdefault(self.instance.clause)
        self.fields["clause"].choices = [  # type: ignore[attr-defined]
            ("", _("No particular clause")),
            *((name, name) for name in names),
        ]
