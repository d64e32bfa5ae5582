"""Forms of links for workers, and of the worker id that comes by one."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from campaigns.member_roles import MEMBER_ROLE_LABELS, MEMBER_ROLES, MemberRole
from campaigns.models import WorkerLink
from campaigns.models.workers import WORKER_ID

# The roles that a link for strangers may give.
WORKER_ROLES = ("verifier", "writer", "annotator")


class WorkerLinkForm(forms.ModelForm[WorkerLink]):
    """A new link for workers."""

    role = forms.TypedChoiceField(
        label=_("Role"),
        choices=[(key, MEMBER_ROLE_LABELS[key]) for key in WORKER_ROLES],
        coerce=MEMBER_ROLES.__getitem__,
    )
    days = forms.IntegerField(label=_("Days it works"), min_value=1, max_value=365, initial=30)
    field_order = ["name", "role", "parameter", "seats", "items", "code", "days"]

    class Meta:
        model = WorkerLink
        fields = ["name", "parameter", "seats", "items", "code"]
        help_texts = {
            "name": _("For example: Prolific, March. Workers do not see it."),
            "parameter": _(
                "What the platform calls it: PROLIFIC_PID at Prolific, workerId at MTurk, any name "
                "for a pool of your own."
            ),
            "items": _("After so many submitted items a worker gets the code."),
            "code": _(
                "The one of your study at Prolific, the same for everybody. Leave it empty and "
                "each worker gets a code of their own."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["parameter"].initial = "PROLIFIC_PID"

    @property
    def member_role(self) -> MemberRole:
        """Return the role that workers get."""
        role: MemberRole = self.cleaned_data["role"]
        return role

    @property
    def lifetime(self) -> timedelta:
        """Return how long the link works."""
        return timedelta(days=self.cleaned_data["days"])


class WorkerIdForm(forms.Form):
    """The worker id in the address of the link."""

    worker_id = forms.CharField(
        label=_("Worker id"),
        max_length=100,
        validators=[RegexValidator(WORKER_ID, _("This is no worker id."))],
    )
