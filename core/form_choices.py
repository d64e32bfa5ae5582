"""Choices of a form that are known only when the form is made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django_stubs_ext import StrOrPromise


def set_choices(
    form: forms.BaseForm, name: str, choices: Iterable[tuple[Any, StrOrPromise]]
) -> None:
    """Let people choose among these in the field of this name."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)
