"""The filters of a comparison of two releases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.form_choices import set_choices
from releases.selectors.comparisons import ChangeFilter, ChangeKind

CHANGE_LABELS: dict[ChangeKind, str | Promise] = {
    ChangeKind.ADDED: _("Added"),
    ChangeKind.REMOVED: _("Removed"),
    ChangeKind.TEXT: _("Another text"),
    ChangeKind.VERDICT: _("Another verdict"),
    ChangeKind.EVIDENCE: _("Other evidence"),
    ChangeKind.SPLIT: _("Another part"),
}


class ComparisonForm(forms.Form):
    """The release to compare with, and the differences to list."""

    before = forms.TypedChoiceField(label=_("Compare with"), required=False, coerce=int)
    kind = forms.ChoiceField(label=_("Difference"), required=False)
    old = forms.ChoiceField(label=_("Verdict before"), required=False)
    new = forms.ChoiceField(label=_("Verdict after"), required=False)
    part = forms.ChoiceField(label=_("Part"), required=False)

    def __init__(
        self,
        *args: Any,
        versions: Sequence[int],
        verdicts: Sequence[tuple[str, str]],
        parts: Sequence[str],
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        releases = [(n, _("Release %(version)s") % {"version": n}) for n in versions]
        everything = ("", _("All"))
        set_choices(self, "before", releases)
        set_choices(self, "kind", [everything, *((k.value, t) for k, t in CHANGE_LABELS.items())])
        set_choices(self, "old", [everything, *verdicts])
        set_choices(self, "new", [everything, *verdicts])
        set_choices(self, "part", [everything, *((part, part) for part in parts)])

    @property
    def chosen(self) -> ChangeFilter:
        """Return what is valid of the filter."""
        given = self.cleaned_data
        kind = given.get("kind", "")
        return ChangeFilter(
            kind=ChangeKind(kind) if kind else None,
            before=given.get("old", ""),
            after=given.get("new", ""),
            part=given.get("part", ""),
        )
