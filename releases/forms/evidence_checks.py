"""The form that requests an evidence check, and the answer of a judge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from core.form_choices import set_choices
from releases.models.evidence_checks import MOST_JUDGEMENTS
from releases.selectors.systems import System

MOST_SETS = 500
_MOST_GOLD_PERCENT = 50


class EvidenceCheckForm(forms.Form):
    """The systems whose predictions are pooled, and what is drawn of the pool."""

    systems = forms.MultipleChoiceField(label=_("Predictions"), widget=forms.CheckboxSelectMultiple)
    size = forms.IntegerField(
        label=_("Sets to judge"), min_value=1, max_value=MOST_SETS, initial=100
    )
    gold_percent = forms.IntegerField(
        label=_("Known gold among them, in percent"),
        min_value=0,
        max_value=_MOST_GOLD_PERCENT,
        initial=20,
        help_text=_("Judges cannot tell it from predictions: it shows how well they judge."),
    )
    judgements = forms.IntegerField(
        label=_("Judgements of each set"),
        min_value=1,
        max_value=MOST_JUDGEMENTS,
        initial=2,
        help_text=_("Where two judges disagree, a third one is asked."),
    )
    seed = forms.CharField(
        label=_("Seed"),
        required=False,
        max_length=100,
        help_text=_("The same seed draws the same sets. Leave it empty for a random sample."),
    )

    def __init__(self, *args: Any, systems: Sequence[System], **options: Any) -> None:
        super().__init__(*args, **options)
        self._systems = {system.key: system for system in systems}
        set_choices(self, "systems", [(each.key, f"{each.name} ({each.part})") for each in systems])

    @property
    def chosen_systems(self) -> list[System]:
        """The systems that were chosen."""
        return [self._systems[key] for key in self.cleaned_data["systems"]]


class JudgementRequest(Struct, frozen=True):
    """The answer of a judge about a set."""

    answer: str = ""
    note: str = ""


class AcceptRequest(Struct, frozen=True):
    """The number of sets that a manager saw, and accepts."""

    shown: str = ""
