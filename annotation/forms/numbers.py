"""The numbers of a study design, as a manager changes them."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from campaigns.protocols.needs import Conflict, ProtocolError
from campaigns.protocols.numbers import Given, Number, numbers, with_numbers
from campaigns.protocols.protocol import Protocol

# What the numbers of each part of a protocol decide, in its order.
HEADINGS: dict[str, str | Promise] = {
    "sources": _("What claims are written from"),
    "factors": _("What is prescribed for a claim"),
    "stages": _("How many claims are written"),
    "feedback": _("What writers see of the verifier"),
    "evidence": _("How much evidence a verdict needs"),
    "redundancy": _("How often a claim is verified"),
    "acceptance": _("How written claims are reviewed"),
    "calibration": _("How people are calibrated"),
    "export": _("How a release is split"),
}
# The labels of the protocols' numbers: protocols are pure and speak English.
LABELS: dict[str, str | Promise] = {
    "Ask of each element whether it is needed": _(
        "Before the confirmation, ask of each element whether it is needed"
    ),
    "Ask for a summary and a mutation": _("Ask for a summary of a paragraph and a mutation of it"),
    "Claims reviewed in each batch": _("Claims reviewed in each batch of a writer (0: no batches)"),
    "Faults with which a batch is accepted": _("Faults in them with which the batch is accepted"),
    "Fewest claims": _("Fewest claims"),
    "Fewest evidence sets": _("Fewest evidence sets"),
    "Fewest rows of a table": _("Fewest rows of a table"),
    "Items": _("Items"),
    "Language questions": _("Language questions"),
    "Let writers ask the verifier about a claim": _("Let writers ask the verifier about a claim"),
    "Most claims": _("Most claims"),
    "Most claims verified more often (0: any number)": _(
        "Most claims verified more often (0: any number)"
    ),
    "Most columns of a table": _("Most columns of a table"),
    "Most evidence sets": _("Most evidence sets"),
    "Most rows of a table": _("Most rows of a table"),
    "Sentences in a run": _("Sentences in a run"),
    "Share of claims that an expert verifies too": _("Share of claims that an expert verifies too"),
    "Share of claims verified more often": _("Share of claims verified more often"),
    "Share of right answers needed": _("Share of right answers needed"),
    "Share of silent gold in the work": _("Share of silent gold in what people verify"),
    "Share of the duplicated claims": _("Share of the duplicated claims"),
    "Share of the highlights": _("Share of the highlights"),
    "Share of the highlights whose writers may ask": _(
        "Share of the highlights whose writers may ask"
    ),
    "Share of the release": _("Share of the release"),
    "Verifications of a claim": _("Verifications of a claim"),
    "Verify only claims that a manager accepted": _("Verify only claims that a manager accepted"),
}
# How numbers contradict one another, at the number to mend.
CONFLICTS: dict[Conflict, str | Promise] = {
    Conflict.ROWS: _("The fewest rows are more than these."),
    Conflict.CLAIMS: _("The fewest claims are more than these."),
    Conflict.SETS: _("The fewest evidence sets are more than these."),
    Conflict.DEPTH: _(
        "Every claim is verified this often or more. Give this share to a larger number of"
        " verifications, or set the share of claims verified more often to 0."
    ),
    Conflict.NEVER_VERIFIED: _("Then no claim would ever be verified."),
    Conflict.ACCEPTABLE: _("Fewer than the claims that are reviewed: else none is ever rejected."),
}
_DEPTH = re.compile(r"(\d+) verifications in all")
# Not 1e999999999, which would take for ever to read.
_WRITTEN = re.compile(r"\d{1,9}(?:[./]\d{1,9})?|\.\d{1,9}")


def spelled(value: int | Fraction) -> str:
    """Return a number as people write it: 0.15 where that is exact, otherwise 1/3."""
    if isinstance(value, Fraction) and 10_000 % value.denominator == 0:
        return f"{float(value):.4f}".rstrip("0").rstrip(".")
    return str(value)


# What a switch can be.
SWITCHED: dict[int | Fraction, str | Promise] = {0: _("Off"), 1: _("On")}


def _label_of(number: Number) -> str:
    about = _about(number)
    # The name of the value is label enough for its share.
    if number.group is not None:
        return about.split(" › ")[-1]
    label = LABELS[number.label]
    return f"{about}: {label}" if about else str(label)


def _label_of_shares(shared: list[Number]) -> str:
    """Return what is shared out: a factor's name, or what the shares are shares of."""
    first = shared[0]
    return first.about.split(" › ")[0] if first.label == "Share" else str(LABELS[first.label])


def _about(number: Number) -> str:
    """Return which part of the protocol a number belongs to, in the reader's language."""
    if depth := _DEPTH.fullmatch(number.about):
        count = int(depth[1])
        return ngettext("%d verification in all", "%d verifications in all", count) % count
    return number.about[:1].upper() + number.about[1:]


def _widget_for(number: Number) -> forms.Widget:
    if number.is_switch:
        return forms.Select(choices=[(str(value), word) for value, word in SWITCHED.items()])
    return forms.TextInput(
        attrs={"inputmode": "text" if number.is_share else "numeric", "class": "number"}
    )


class NumberField(forms.CharField):
    """A whole number, or a share written as 0.15, 15% or 1/3."""

    def __init__(self, number: Number) -> None:
        super().__init__(
            label=_label_of(number),
            max_length=40,
            widget=_widget_for(number),
        )
        self.number = number

    def clean(self, value: Any) -> Fraction:
        text = super().clean(value).replace(",", ".").replace(" ", "")
        percent = text.endswith("%")
        text = text.removesuffix("%")
        try:
            if not _WRITTEN.fullmatch(text):
                raise ValueError
            given = Fraction(text) / (100 if percent else 1)
        except (ValueError, ZeroDivisionError):
            raise ValidationError(
                _("Enter a share as 0.15, 15% or 1/3.")
                if self.number.is_share
                else _("Enter a whole number.")
            ) from None
        if not self.number.is_share and given.denominator != 1:
            raise ValidationError(_("Enter a whole number."))
        if not self.number.least <= given <= self.number.most:
            raise ValidationError(
                _("From %(least)s to %(most)s."),
                params={"least": self.number.least, "most": self.number.most},
            )
        return given


@dataclass(frozen=True, slots=True)
class NumberRow:
    """One number of the form, with what the study design itself has there."""

    field: BoundField
    number: Number
    default: str | Promise
    is_changed: bool


@dataclass(frozen=True, slots=True)
class Shares:
    """Shares that add up to 1, shown as bars; `label` names what is shared out."""

    label: str
    rows: list[NumberRow]


@dataclass(frozen=True, slots=True)
class NumberGroup:
    """The numbers that decide one thing, under a heading: shares as bars, then single ones."""

    # The part of the protocol that they belong to.
    part: str
    label: str | Promise
    shares: list[Shares]
    rows: list[NumberRow]


class NumbersForm(forms.Form):
    """Every number that may be changed. `defaults` are those of the study design as it ships."""

    def __init__(
        self, data: Mapping[str, Any] | None, *, protocol: Protocol, defaults: Protocol | None
    ) -> None:
        self.protocol = protocol
        self.numbers = numbers(protocol)
        self.defaults = {one.path: one.default for one in numbers(defaults or protocol)}
        super().__init__(data, initial={one.path: spelled(one.default) for one in self.numbers})
        for number in self.numbers:
            self.fields[number.path] = NumberField(number)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        groups: dict[str, list[str]] = {}
        for number in self.numbers:
            if number.group is not None:
                groups.setdefault(number.group, []).append(number.path)
        for paths in groups.values():
            if any(path not in cleaned for path in paths):
                continue
            total = sum((cleaned[path] for path in paths), Fraction(0))
            if total != 1:
                message = _("These shares add up to %(total)s, not to 1.")
                self.add_error(paths[-1], message % {"total": spelled(total)})
        self._mark_conflicts(self._changes_among(cleaned, left_out=self._faulty_groups()))
        return cleaned

    def _faulty_groups(self) -> set[str | None]:
        return {one.group for one in self.numbers if one.group and one.path in self.errors}

    def _mark_conflicts(self, changes: dict[str, Given]) -> None:
        """Mark every number that contradicts another one, each at its field."""
        while True:
            try:
                with_numbers(self.protocol, changes)
            except ProtocolError as error:
                if error.conflict is None:
                    self.add_error(None, str(error))
                    return
                self.add_error(error.path, str(CONFLICTS[error.conflict]))
                # The other numbers are checked without those of this part.
                rest = {
                    path: given
                    for path, given in changes.items()
                    if not path.startswith(error.within)
                }
                if rest == changes:
                    return
                changes = rest
            else:
                return

    def _changes_among(
        self, given: Mapping[str, Fraction], left_out: Container[str | None] = ()
    ) -> dict[str, Given]:
        return {
            one.path: given[one.path] if one.is_share else int(given[one.path])
            for one in self.numbers
            if one.path in given and one.group not in left_out and given[one.path] != one.default
        }

    @property
    def changes(self) -> dict[str, Given]:
        """Return the numbers that were changed."""
        return self._changes_among(self.cleaned_data)

    @property
    def groups(self) -> list[NumberGroup]:
        """Return the rows of the page, grouped by what they are about."""
        return [
            self._group(part, list(some))
            for part, some in groupby(self.numbers, key=lambda number: number.path.split(".")[0])
        ]

    def _group(self, part: str, some: list[Number]) -> NumberGroup:
        shared: dict[str, list[Number]] = {}
        for number in some:
            if number.group is not None:
                shared.setdefault(number.group, []).append(number)
        return NumberGroup(
            part=part,
            label=HEADINGS.get(part, part),
            shares=[
                Shares(_label_of_shares(mine), [self._row(number) for number in mine])
                for mine in shared.values()
            ],
            rows=[self._row(number) for number in some if number.group is None],
        )

    @property
    def restored(self) -> dict[str, Given]:
        """Return the changes that bring back the numbers of the study design as it ships."""
        return {
            one.path: self.defaults[one.path]
            for one in self.numbers
            if one.path in self.defaults and self.defaults[one.path] != one.default
        }

    @property
    def is_changed(self) -> bool:
        return bool(self.restored)

    def _row(self, number: Number) -> NumberRow:
        default = self.defaults.get(number.path, number.default)
        return NumberRow(
            self[number.path],
            number,
            SWITCHED[default] if number.is_switch else spelled(default),
            is_changed=default != number.default,
        )
