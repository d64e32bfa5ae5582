"""The forms of reports, and of table programs."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct

from campaigns.models import Campaign
from quality.models import QualityReport

# The newest finished runs that can be chosen.
RUNS_OFFERED = 200


class ReportComparisonForm(forms.Form):
    """The choice of two runs of the same kind."""

    before = forms.ModelChoiceField(
        QualityReport.objects.none(), to_field_name="public_id", label=gettext_lazy("Before")
    )
    after = forms.ModelChoiceField(
        QualityReport.objects.none(), to_field_name="public_id", label=gettext_lazy("After")
    )

    def __init__(self, *args: Any, campaign: Campaign, **options: Any) -> None:
        super().__init__(*args, **options)
        runs = QualityReport.objects.filter(campaign=campaign, finished_at__isnull=False)
        offered = runs.order_by("-requested_at", "-pk").values("pk")[:RUNS_OFFERED]
        shown = runs.filter(pk__in=list(offered.values_list("pk", flat=True)))
        for name in ("before", "after"):
            field = self.fields[name]
            assert isinstance(field, forms.ModelChoiceField)
            field.queryset = shown.order_by("kind", "-requested_at", "-pk")

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        before, after = found.get("before"), found.get("after")
        if before and after and before.kind != after.kind:
            self.add_error("after", _("Choose two reports of the same kind."))
        elif before and before == after:
            self.add_error("after", _("Choose another report than the first."))
        return found


class ProgramRequest(Struct, frozen=True):
    """An answer to a program: an action, the program of a correction, what was shown."""

    action: str = ""
    # The number of an offered program; the written one if it is empty.
    chosen: str = ""
    text: str = ""
    seen: str = ""
