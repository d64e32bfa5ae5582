"""Django's classes that our code subscripts for type checkers, as in `ModelForm[User]`.

django-stubs-ext does this for all of Django's generic classes and imports all of them, with the
admin site: a seventh of the time that a command needs to start.
"""

from __future__ import annotations

from typing import Any

from django.core.files.utils import FileProxyMixin
from django.core.paginator import Paginator
from django.forms.models import BaseModelForm


def allow_subscripts() -> None:
    """Let the classes be subscripted at run time; a subscripted class is the class itself."""
    generic: Any
    for generic in (BaseModelForm, FileProxyMixin, Paginator):
        generic.__class_getitem__ = classmethod(_itself)


def _itself(cls: type, _argument: object) -> type:
    return cls
