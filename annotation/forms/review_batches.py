"""The forms that draw claims to review."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from annotation.services.review.review_batches import MOST_SAMPLED


class BatchForm(forms.Form):
    """The writer whose claims are reviewed as a batch."""

    writer = forms.ModelChoiceField(label=_("Writer"), queryset=User.objects.none())

    def __init__(self, *args: Any, writers: Sequence[User], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["writer"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = User.objects.filter(pk__in=[person.pk for person in writers]).order_by(
            "username"
        )


class ReviewSampleForm(forms.Form):
    """The size of a random sample of everybody's claims."""

    size = forms.IntegerField(label=_("Claims"), min_value=1, max_value=MOST_SAMPLED, initial=20)
