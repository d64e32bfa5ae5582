"""The form with which a dataset is imported."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from campaigns.forms.campaigns import CAMPAIGN_NAME_TAKEN
from campaigns.models import Campaign
from campaigns.protocols import registry
from core.form_choices import set_choices
from releases import formats
from releases.forms.format_titles import format_title
from releases.models import DatasetImport
from wiki.models import Corpus
from wiki.selectors.access import Right, corpora_for

# All files of an import together.
LARGEST_IMPORT = 2**30
IMPORT_PARTS = ("train", "dev", "test")


class DatasetImportForm(forms.Form):
    """Files of claims, a part each, and what they become."""

    name = forms.CharField(
        label=_("Name of the campaign"),
        max_length=120,
        help_text=_("The dataset becomes a campaign of this name. Say what it is and from when."),
    )
    purpose = forms.ChoiceField(
        label=_("Purpose"),
        choices=[
            (
                DatasetImport.Purpose.ANALYSE,
                _("Finished data to analyse: browsed, scored against, exported again"),
            ),
            (
                DatasetImport.Purpose.VERIFY,
                _("Claims to verify again: people verify them without seeing what the file says"),
            ),
        ],
        widget=forms.RadioSelect,
        initial=DatasetImport.Purpose.ANALYSE,
    )
    format = forms.ChoiceField(
        label=_("Format"),
        choices=[(name, format_title(name)) for name in formats.FORMATS],
    )
    design = forms.ChoiceField(
        label=_("Study design"),
        required=False,
        help_text=_("It defines the verdicts and challenges, and how claims are verified."),
    )
    corpus = forms.ModelChoiceField(
        Corpus.objects.none(),
        label=_("Corpus"),
        empty_label=None,
        to_field_name="public_id",
        help_text=_("Evidence is looked up in its pages. Pages that are missing are kept by name."),
    )

    def __init__(self, *args: Any, person: User, **options: Any) -> None:
        super().__init__(*args, **options)
        usable = corpora_for(person, Right.USE).filter(archived_at__isnull=True)
        self.fields["corpus"].queryset = usable.order_by("name")  # type: ignore[attr-defined]
        designs = ((name, one.title) for name, one in registry.PROTOCOLS.items())
        set_choices(self, "design", [("", _("The usual one for the format")), *designs])
        for number, part in enumerate(IMPORT_PARTS, start=1):
            self.fields[f"part_{number}"] = forms.CharField(
                label=_("Part %(number)s") % {"number": number},
                max_length=40,
                required=False,
                initial=part,
            )
            self.fields[f"file_{number}"] = forms.FileField(
                label=_("File of part %(number)s") % {"number": number}, required=False
            )

    @property
    def file_rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The fields of each part beside those of its file."""
        numbers = range(1, len(IMPORT_PARTS) + 1)
        return [(self[f"part_{number}"], self[f"file_{number}"]) for number in numbers]

    @property
    def other_fields(self) -> list[forms.BoundField]:
        return [field for field in self if not field.name.startswith(("part_", "file_"))]

    def clean_name(self) -> str:
        name = " ".join(str(self.cleaned_data["name"]).split())
        if Campaign.objects.filter(name=name).exists():
            raise forms.ValidationError(CAMPAIGN_NAME_TAKEN)
        return name

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.uploads() and not any(name.startswith("file_") for name in self.errors):
            self.add_error("file_1", _("Choose a file."))
        return cleaned

    def uploads(self) -> list[tuple[str, Any]]:
        """Return the chosen files with their parts."""
        given = self.cleaned_data
        return [
            ((given.get(f"part_{number}") or part).strip(), given[f"file_{number}"])
            for number, part in enumerate(IMPORT_PARTS, start=1)
            if given.get(f"file_{number}")
        ]
