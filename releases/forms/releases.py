"""The form with which a release is built."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from campaigns.protocols.protocol import Protocol
from core.form_choices import set_choices
from releases.dataset.rules.choices import Choices, Compression, IncludedPages
from releases.dataset.rules.splits import RequestedPart
from releases.formats.designs import possible_formats
from releases.forms.format_titles import format_title


@dataclass(frozen=True, slots=True)
class PartFields:
    """The fields of one part of a release."""

    name: str
    size: forms.BoundField
    balanced: forms.BoundField
    withheld: BoundWidget


class WithdrawalForm(forms.Form):
    """The reason why a release is withdrawn, for everybody who had it."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        strip=True,
        help_text=_("Everybody who may see the release reads it. It cannot be undone."),
    )


class ReleaseForm(forms.Form):
    """The options of a release: its parts are given, their sizes can be changed."""

    note = forms.CharField(
        label=_("What is new"),
        max_length=300,
        required=False,
        help_text=_("A sentence for the users of the dataset. Optional."),
    )
    formats = forms.MultipleChoiceField(
        label=_("Formats"), widget=forms.CheckboxSelectMultiple, choices=[]
    )
    compression = forms.ChoiceField(
        label=_("Compression"),
        choices=[
            (Compression.NONE, _("None: every tool can read it")),
            (Compression.GZIP, "gzip"),
            (Compression.ZSTD, "zstd"),
        ],
    )
    pages = forms.ChoiceField(
        label=_("Pages"),
        choices=[
            (IncludedPages.USED, _("Only pages with evidence")),
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
            "Labels that are not published are in the internal files; predictions can still be"
            " scored."
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
        """Set the choices. `suggested` has the parts, and those that stay withheld."""
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
                "Labels that are not published are in the internal files; predictions can still be"
                " scored. What was published without labels stays so (%(parts)s), unless a"
                " manager builds it."
            ) % {"parts": ", ".join(suggested.withheld)}
        for part in self.suggested.parts[1:]:
            self.fields[f"size_{part.name}"] = forms.DecimalField(
                label=_("Size of %(part)s") % {"part": part.name},
                min_value=0,
                max_digits=9,
                decimal_places=3,
                initial=float(part.share or 0) if part.size is None else part.size,
                help_text=_("Below 1: a share of the claims. From 1 on: a number of claims."),
            )
            self.fields[f"balanced_{part.name}"] = forms.BooleanField(
                label=_("The same number of claims for each verdict in %(part)s")
                % {"part": part.name},
                required=False,
                initial=part.balanced,
            )

    @property
    def common_fields(self) -> list[forms.BoundField]:
        """The fields for all parts together."""
        return [self[name] for name in ("note", "formats", "compression", "pages")]

    @property
    def first_part(self) -> str:
        """The part that gets all claims that no other part takes."""
        return self.suggested.parts[0].name

    @property
    def part_fields(self) -> list[PartFields]:
        names = [part.name for part in self.suggested.parts[1:]]
        return [
            PartFields(name, self[f"size_{name}"], self[f"balanced_{name}"], withheld)
            for name, withheld in zip(names, self["withheld"].subwidgets, strict=True)
        ]

    def choices(self) -> Choices:
        """Return the options that were chosen."""
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
