"""What people ask for in forms: a release, claims of one, predictions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from campaigns.forms.campaigns import CAMPAIGN_NAME_TAKEN
from campaigns.models import Campaign
from campaigns.protocols import registry
from campaigns.protocols.protocol import Protocol
from core.form_choices import set_choices
from releases import formats
from releases.dataset.rules.choices import Choices, Compression, IncludedPages
from releases.dataset.rules.splits import RequestedPart
from releases.formats.designs import possible_formats
from releases.models import DatasetImport
from wiki.models import Corpus

LARGEST_UPLOAD = 200 * 2**20
# All files of an import together.
LARGEST_IMPORT = 2**30
IMPORT_PARTS = ("train", "dev", "test")


@dataclass(frozen=True, slots=True)
class PartFields:
    """What is asked about one part of a release."""

    name: str
    size: forms.BoundField
    balanced: forms.BoundField
    withheld: BoundWidget


# The titles of our own formats; those of others are names.
_TITLES = {"public": _("JSON lines, public"), "internal": _("JSON lines, internal")}


def format_title(name: str) -> str | Promise:
    """Return a format's title in the reader's language."""
    return _TITLES.get(name, formats.get(name).title)


class ReleaseForm(forms.Form):
    """A release with the parts that are suggested, their sizes to be changed."""

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
            (IncludedPages.USED, _("Those that evidence comes from")),
            (IncludedPages.CORPUS, _("The whole corpus")),
            (IncludedPages.NONE, _("None")),
        ],
        help_text=_(
            "Pages of evidence in parts without labels are left out, if no other part has them."
        ),
    )
    withheld = forms.MultipleChoiceField(
        label=_("Publish without labels"),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        choices=[],
        help_text=_(
            "Labels that are not published stand in the internal files; predictions are scored all"
            " the same."
        ),
    )

    def __init__(
        self,
        *args: Any,
        protocol: Protocol,
        suggested: Choices,
        may_publish_labels: bool,
        **options: Any,
    ) -> None:
        """`suggested`: the parts, and those of them that are to be withheld as before."""
        self.suggested = suggested
        options.setdefault(
            "initial",
            {
                "formats": list(self.suggested.formats),
                "compression": self.suggested.compression,
                "pages": self.suggested.pages,
                "withheld": list(suggested.withheld),
            },
        )
        super().__init__(*args, **options)
        possible = possible_formats(protocol)
        set_choices(self, "formats", [(name, format_title(name)) for name in possible])
        names = [part.name for part in self.suggested.parts]
        set_choices(self, "withheld", [(name, name) for name in names[1:]])
        if suggested.withheld and not may_publish_labels:
            self.fields["withheld"].help_text = _(
                "Labels that are not published stand in the internal files; predictions are scored"
                " all the same. What was published without labels stays so (%(parts)s), unless a"
                " manager builds it."
            ) % {"parts": ", ".join(suggested.withheld)}
        for part in self.suggested.parts[1:]:
            self.fields[f"size_{part.name}"] = forms.DecimalField(
                label=_("Size of %(part)s") % {"part": part.name},
                min_value=0,
                max_digits=9,
                decimal_places=3,
                initial=float(part.share or 0) if part.size is None else part.size,
                help_text=_("Below 1 a share of the claims, otherwise a number of claims."),
            )
            self.fields[f"balanced_{part.name}"] = forms.BooleanField(
                label=_("As many claims of each verdict in %(part)s") % {"part": part.name},
                required=False,
                initial=part.balanced,
            )

    @property
    def common_fields(self) -> list[forms.BoundField]:
        """What is asked once, for all parts."""
        return [self[name] for name in ("note", "formats", "compression", "pages")]

    @property
    def first_part(self) -> str:
        """The one that gets all claims that no other part takes."""
        return self.suggested.parts[0].name

    @property
    def part_fields(self) -> list[PartFields]:
        names = [part.name for part in self.suggested.parts[1:]]
        return [
            PartFields(name, self[f"size_{name}"], self[f"balanced_{name}"], withheld)
            for name, withheld in zip(names, self["withheld"].subwidgets, strict=True)
        ]

    def choices(self) -> Choices:
        """What was asked for."""
        given = self.cleaned_data
        parts = (
            self.suggested.parts[0],
            *(
                _part(part.name, given[f"size_{part.name}"], given[f"balanced_{part.name}"])
                for part in self.suggested.parts[1:]
            ),
        )
        return replace(
            self.suggested,
            formats=tuple(given["formats"]),
            parts=parts,
            withheld=tuple(given["withheld"]),
            compression=Compression(given["compression"]),
            pages=IncludedPages(given["pages"]),
        )


def _part(name: str, size: Any, balanced: bool) -> RequestedPart:
    if size < 1:
        return RequestedPart(name, share=Fraction(size), balanced=balanced)
    return RequestedPart(name, size=int(size), balanced=balanced)


class ImportForm(forms.Form):
    """Files of claims, a part each, and what is to become of them."""

    name = forms.CharField(
        label=_("Name of the campaign"),
        max_length=120,
        help_text=_("That the dataset becomes. Say what it is and of when."),
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
                _("Claims to verify again: people verify them anew, blind to what the file says"),
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
        help_text=_("By which its verdicts and challenges are known, and its claims verified."),
    )
    corpus = forms.ModelChoiceField(
        Corpus.objects.order_by("name"),
        label=_("Corpus"),
        empty_label=None,
        to_field_name="public_id",
        help_text=_("Where its evidence is looked up. Pages that are not there are kept by name."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        designs = ((name, one.title) for name, one in registry.PROTOCOLS.items())
        set_choices(self, "design", [("", _("As the format has it")), *designs])
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
        """Each part beside its file."""
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
        """The files that were chosen, by their parts."""
        given = self.cleaned_data
        return [
            ((given.get(f"part_{number}") or part).strip(), given[f"file_{number}"])
            for number, part in enumerate(IMPORT_PARTS, start=1)
            if given.get(f"file_{number}")
        ]


class ClaimFilterForm(forms.Form):
    """Which claims of a release to show, by the fields that there are options for."""

    split = forms.ChoiceField(label=_("Part"), required=False)
    verdict = forms.ChoiceField(label=_("Verdict"), required=False)
    challenge = forms.ChoiceField(label=_("Challenge"), required=False)
    evidence_kind = forms.ChoiceField(label=_("Evidence"), required=False)
    is_unresolved = forms.ChoiceField(label=_("Pages"), required=False)

    def __init__(self, *args: Any, options: dict[str, list[tuple[str, str]]], **more: Any) -> None:
        super().__init__(*args, **more)
        for name in self.fields.keys() - options.keys():
            del self.fields[name]
        for name, choices in options.items():
            set_choices(self, name, [("", _("All")), *choices])

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
        set_choices(self, "part", [(part, part) for part in parts])

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > LARGEST_UPLOAD:
            raise forms.ValidationError(_("The file is larger than 200 MB."))
        return file
