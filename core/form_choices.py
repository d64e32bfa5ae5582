"""Choices of a form field that are known only when the form is created."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.functional import Promise


def set_choices(
    form: forms.BaseForm, name: str, choices: Iterable[tuple[Any, str | Promise]]
) -> None:
    """Set the choices of the field with this name."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)
