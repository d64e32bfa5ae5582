"""The forms with which managers make and describe gold."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from annotation.models import LONGEST_CLAIM, Gold, TaskName
from annotation.models.gold import LONGEST_WHY
from annotation.selectors.calibration.phases import phases_for
from annotation.services.calibration.gold import (
    LONGEST_CLAUSE,
    MOST_TRIES,
    GoldDescription,
    prescribable,
)
from campaigns.models import Campaign
from campaigns.selectors.protocols import protocol_of


class GoldForm(forms.Form):
    """The use of gold, and the reason for it."""

    task = TaskName.VERIFY
    place = forms.ChoiceField(label=_("Used for"))
    try_number = forms.IntegerField(
        label=_("Try"),
        min_value=1,
        max_value=MOST_TRIES,
        initial=1,
        help_text=_("Another try gets other items."),
    )
    difficulty = forms.ChoiceField(label=_("Kind"), choices=Gold.Difficulty)
    why = forms.CharField(
        label=_("Why this is the right answer"),
        max_length=LONGEST_WHY,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    clause = forms.CharField(
        label=_("Clause of the guidelines"),
        max_length=LONGEST_CLAUSE,
        required=False,
        widget=forms.TextInput(attrs={"list": "clauses", "autocomplete": "off"}),
    )

    def __init__(
        self, *args: Any, campaign: Campaign, gold: Gold | None = None, **options: Any
    ) -> None:
        if gold is not None:
            self.task = TaskName(gold.task)
            options["initial"] = {
                "place": gold.phase or gold.use,
                "try_number": gold.try_number,
                "difficulty": gold.difficulty,
                "why": gold.why,
                "clause": gold.clause,
            }
        options.setdefault("prefix", None)
        super().__init__(*args, **options)
        self._phases = {
            phase.name: phase.label for phase in phases_for(protocol_of(campaign), self.task)
        }
        self.fields["place"].choices = [  # type: ignore[attr-defined]
            *self._phases.items(),
            (Gold.Use.PRACTICE.value, Gold.Use.PRACTICE.label),
            *(
                [(Gold.Use.SILENT.value, Gold.Use.SILENT.label)]
                if self.task is TaskName.VERIFY
                else []
            ),
        ]

    @property
    def description(self) -> GoldDescription:
        """Return what was filled in."""
        chosen = self.cleaned_data["place"]
        is_phase = chosen in self._phases
        return GoldDescription(
            use=Gold.Use.PHASE if is_phase else Gold.Use(chosen),
            phase=chosen if is_phase else "",
            try_number=self.cleaned_data["try_number"],
            difficulty=Gold.Difficulty(self.cleaned_data["difficulty"]),
            why=self.cleaned_data["why"],
            clause=self.cleaned_data["clause"],
        )

    def refuse(self, field: str, text: str) -> None:
        """Say why the gold was refused, at its field."""
        self.add_error(field if field in self.fields else None, text)


class ClaimGoldForm(GoldForm):
    """A new claim for candidates to verify."""

    text = forms.CharField(
        label=_("Claim"), max_length=LONGEST_CLAIM, widget=forms.Textarea(attrs={"rows": 2})
    )
    field_order = ("text",)

    def __init__(self, *args: Any, campaign: Campaign, **options: Any) -> None:
        super().__init__(*args, campaign=campaign, auto_id="claim_%s", **options)


class HighlightGoldForm(GoldForm):
    """A new highlight for candidates to write from, with what is prescribed for each claim."""

    task = TaskName.WRITE
    source = forms.ChoiceField(label=_("Kind of highlight"))
    title = forms.CharField(
        label=_("Page"),
        max_length=300,
        required=False,
        help_text=_("Leave it empty to have a page drawn."),
    )
    field_order = ("source", "title")

    def __init__(self, *args: Any, campaign: Campaign, **options: Any) -> None:
        super().__init__(*args, campaign=campaign, auto_id="highlight_%s", **options)
        protocol = protocol_of(campaign)
        self.fields["source"].choices = [  # type: ignore[attr-defined]
            (source.name, source.label) for source in protocol.sources
        ]
        self._prescribable = prescribable(protocol)
        slots = {slot.name: slot.label for _stage, slot in protocol.slots()}
        for slot, factors in self._prescribable.items():
            for name in factors:
                factor = protocol.factor(name)
                self.fields[f"{slot}.{name}"] = forms.ChoiceField(
                    label=f"{slots[slot]}: {factor.label}",
                    choices=[(value.name, value.label) for value in factor.values],
                )

    @property
    def prescribed(self) -> dict[str, dict[str, str]]:
        """Return what was chosen for each slot and factor."""
        return {
            slot: {name: self.cleaned_data[f"{slot}.{name}"] for name in factors}
            for slot, factors in self._prescribable.items()
        }
