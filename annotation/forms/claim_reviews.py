"""Forms for the addresses and decisions of reviews; values that do not fit are left out."""

from __future__ import annotations

from django import forms

_MOST = 9_999_999


class ReviewPathForm(forms.Form):
    """The claims that a manager goes through, as an address names them."""

    batch = forms.IntegerField(required=False, min_value=1, max_value=_MOST)
    writer = forms.UUIDField(required=False)


class ClaimSnapshotForm(forms.Form):
    """The claim as its page showed it, which the page sends back with a decision."""

    version = forms.IntegerField(required=False, min_value=1, max_value=_MOST)
    seen = forms.CharField(required=False, max_length=36)
