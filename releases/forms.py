"""What people ask for in forms: a release, claims of one, predictions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from annotation.protocols.protocol import Protocol
from releases import formats
from releases.choices import Choices, Pages, possible_formats, usual_choices
from releases.splits import PartWanted
from releases.writing import Compression

LARGEST_UPLOAD = 200 * 2**20


class ReleaseForm(forms.Form):
    """A release with the parts that the design suggests, their sizes to be changed."""

    note = forms.CharField(
        label=_("What is new"),
        max_length=300,
        required=False,
        help_text=_("A sentence for whoever uses the dataset. May be empty."),
    )
    formats = forms.MultipleChoiceField(
        label=_("Formats"), widget=forms.CheckboxSelectMultiple, choices=[]
    )
    compression = forms.ChoiceField(
        label=_("Compression"),
        choices=[
            (Compression.NONE, _("None: every tool reads it as it is")),
            (Compression.GZIP, "gzip"),
            (Compression.ZSTD, "zstd"),
        ],
    )
    pages = forms.ChoiceField(
        label=_("Pages"),
        choices=[
            (Pages.USED, _("Those that evidence comes from")),
            (Pages.CORPUS, _("The whole corpus")),
            (Pages.NONE, _("None")),
        ],
    )
    withheld = forms.MultipleChoiceField(
        label=_("Publish without labels"),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        choices=[],
        help_text=_("Only the internal files keep them; predictions are scored all the same."),
    )

    def __init__(self, *args: Any, protocol: Protocol, **options: Any) -> None:
        self.usual = usual_choices(protocol)
        options.setdefault(
            "initial",
            {
                "formats": list(self.usual.formats),
                "compression": self.usual.compression,
                "pages": self.usual.pages,
            },
        )
        super().__init__(*args, **options)
        possible = possible_formats(protocol)
        self.fields["formats"].choices = [  # type: ignore[attr-defined]
            (name, formats.get(name).title) for name in possible
        ]
        names = [part.name for part in self.usual.parts]
        self.fields["withheld"].choices = [  # type: ignore[attr-defined]
            (name, name) for name in names[1:]
        ]
        for part in self.usual.parts[1:]:
            self.fields[f"size_{part.name}"] = forms.DecimalField(
                label=_("Size of %(part)s") % {"part": part.name},
                min_value=0,
                max_digits=9,
                decimal_places=3,
                initial=float(part.share or 0),
                help_text=_("Below 1 a share of the claims, otherwise a number of claims."),
            )
            self.fields[f"balanced_{part.name}"] = forms.BooleanField(
                label=_("As many claims of each verdict in %(part)s") % {"part": part.name},
                required=False,
                initial=part.balanced,
            )

    def choices(self) -> Choices:
        """What was asked for."""
        given = self.cleaned_data
        parts = (
            self.usual.parts[0],
            *(
                _part(part.name, given[f"size_{part.name}"], given[f"balanced_{part.name}"])
                for part in self.usual.parts[1:]
            ),
        )
        return replace(
            self.usual,
            formats=tuple(given["formats"]),
            parts=parts,
            withheld=tuple(given["withheld"]),
            compression=Compression(given["compression"]),
            pages=Pages(given["pages"]),
        )


def _part(name: str, size: Any, balanced: bool) -> PartWanted:
    if size < 1:
        return PartWanted(name, share=Fraction(size), balanced=balanced)
    return PartWanted(name, size=int(size), balanced=balanced)


class ClaimFilterForm(forms.Form):
    """Which claims of a release to show. What is unknown is as if it were not there."""

    split = forms.ChoiceField(label=_("Part"), required=False)
    verdict = forms.ChoiceField(label=_("Verdict"), required=False)
    challenge = forms.ChoiceField(label=_("Challenge"), required=False)
    evidence_kind = forms.ChoiceField(label=_("Evidence"), required=False)

    def __init__(self, *args: Any, options: dict[str, list[tuple[str, str]]], **more: Any) -> None:
        super().__init__(*args, **more)
        for name, choices in options.items():
            self.fields[name].choices = [("", _("All")), *choices]  # type: ignore[attr-defined]

    def filters(self) -> dict[str, str]:
        return {name: value for name, value in self.cleaned_data.items() if value}


class PredictionForm(forms.Form):
    """A file of predictions for one part."""

    name = forms.CharField(
        label=_("Name"), max_length=120, help_text=_("Of the system, as you will know it again.")
    )
    part = forms.ChoiceField(label=_("Part"))
    file = forms.FileField(
        label=_("Predictions"),
        help_text=_("JSON lines with predicted_label and predicted_evidence; gzip and zstd too."),
    )

    def __init__(self, *args: Any, parts: list[str], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["part"].choices = [(part, part) for part in parts]  # type: ignore[attr-defined]

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > LARGEST_UPLOAD:
            raise forms.ValidationError(_("The file is larger than 200 MB."))
        return file
