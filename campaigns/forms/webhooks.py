"""The form of a webhook."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaigns.events import known_events
from campaigns.services.webhooks import site_policy
from core.outgoing.addresses import LONGEST, AddressRefusedError, read_target


class WebhookForm(forms.Form):
    """The address of a webhook, and the events that it is told about."""

    url = forms.CharField(
        label=_("Address"),
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"inputmode": "url", "spellcheck": "false"}),
        help_text=_("Of your own service, for example https://example.org/touchstone."),
    )
    events = forms.MultipleChoiceField(label=_("Events"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(name, event.label) for name, event in known_events().items()]
        self.fields["events"].choices = choices  # type: ignore[attr-defined]

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"]
        try:
            read_target(url, site_policy())
        except AddressRefusedError as error:
            raise ValidationError(error.fault.label) from error
        return url
