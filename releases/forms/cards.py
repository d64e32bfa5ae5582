"""The form of a dataset's card."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from releases.dataset.rules.cards import (
    LONGEST_ANSWER,
    LONGEST_LINE,
    CardAnswers,
    clean_lines,
    clean_text,
)
from releases.models import DatasetCard

_SURROGATE = re.compile(r"[\ud800-\udfff]")
_RESOLVER = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:)", re.IGNORECASE)
_DOI = re.compile(r"10\.[0-9]{4,9}/[!-~]+")
_NOT_A_CHARACTER = _("This text has characters that cannot be stored.")


class CardField(forms.CharField):
    """A text of the card: plain lines, none of them with control characters."""

    def __init__(self, *, rows: int, **options: Any) -> None:
        widget = forms.Textarea(attrs={"rows": rows}) if rows > 1 else forms.TextInput
        longest = LONGEST_ANSWER if rows > 1 else LONGEST_LINE
        super().__init__(required=False, max_length=longest, widget=widget, **options)

    def clean(self, value: Any) -> str:
        text: str = super().clean(value)
        if _SURROGATE.search(text):
            raise forms.ValidationError(_NOT_A_CHARACTER)
        return clean_text(text)


class DatasetCardForm(forms.Form):
    """The facts that only people know about a dataset, asked once for all its releases."""

    summary = CardField(
        label=_("Summary"),
        rows=3,
        help_text=_("What the dataset is, and what it is for, in a few sentences."),
    )
    authors = CardField(
        label=_("Authors"), rows=3, help_text=_("One a line, in the order of the citation.")
    )
    citation = CardField(
        label=_("Citation"),
        rows=4,
        help_text=_("How to cite the dataset: a sentence or BibTeX."),
    )
    licence = CardField(
        label=_("Licence"),
        rows=1,
        help_text=_(
            "Of the claims, verdicts and choice of evidence, such as CC BY-SA 4.0. Texts of pages"
            " keep the licence of their corpus."
        ),
    )
    doi = CardField(
        label=_("DOI"),
        rows=1,
        help_text=_("Of the dataset, such as 10.5281/zenodo.1234567, if it has one."),
    )
    contact = CardField(
        label=_("Contact"),
        rows=1,
        help_text=_("Whom to write to about the dataset: a name with an address."),
    )
    pay = CardField(
        label=_("Pay"), rows=3, help_text=_("How the people who wrote and verified were paid.")
    )
    consent = CardField(
        label=_("Consent"),
        rows=3,
        help_text=_("What they were told and agreed to, and how they could withdraw."),
    )
    ethics_review = CardField(
        label=_("Ethics review"),
        rows=3,
        help_text=_("Whether a board reviewed the study: which one, when, with what result."),
    )
    funding = CardField(label=_("Funding"), rows=2, help_text=_("Who paid for the work."))
    offensive_content = CardField(
        label=_("Offensive content"),
        rows=3,
        help_text=_("What may offend or upset readers, and what was done against that."),
    )
    describes_people = forms.BooleanField(
        label=_("Say who the annotators are"),
        required=False,
        help_text=_(
            "The datasheet then has the answers of their profiles, in groups of five people or"
            " more."
        ),
    )
    # When the card that is edited was saved: of two who edit it, the second is told.
    edited = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    def __init__(self, *args: Any, stored: DatasetCard | None, **options: Any) -> None:
        if stored is not None:
            initial = {name: getattr(stored, name) for name in CardAnswers.__struct_fields__}
            options["initial"] = {**initial, "edited": stored.changed_at.isoformat()}
        super().__init__(*args, **options)

    def clean_authors(self) -> str:
        authors = clean_lines(self.cleaned_data["authors"])
        if any(len(author) > LONGEST_LINE for author in authors.split("\n")):
            raise forms.ValidationError(
                _("A line has at most %(most)d characters."), params={"most": LONGEST_LINE}
            )
        return authors

    def clean_doi(self) -> str:
        doi = _RESOLVER.sub("", self.cleaned_data["doi"])
        if doi and not _DOI.fullmatch(doi):
            raise forms.ValidationError(_("A DOI begins with 10. and has a slash."))
        return doi

    def clean_edited(self) -> Any:
        text = self.cleaned_data["edited"]
        try:
            return parse_datetime(text) if text else None
        except ValueError:
            return None

    @property
    def description_fields(self) -> list[forms.BoundField]:
        return [
            self[name] for name in ("summary", "authors", "citation", "licence", "doi", "contact")
        ]

    @property
    def question_fields(self) -> list[forms.BoundField]:
        names = (
            *("pay", "consent", "ethics_review", "funding", "offensive_content"),
            "describes_people",
        )
        return [self[name] for name in names]

    def card(self) -> CardAnswers:
        """Return what was typed as one value."""
        given = {name: self.cleaned_data[name] for name in CardAnswers.__struct_fields__}
        return CardAnswers(**{**given, "authors": tuple(given["authors"].splitlines())})
