"""What was left out of a query or read otherwise, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext

from search.query import Ignored


@dataclass(frozen=True, slots=True)
class Explained:
    """A part of the query, and what became of it."""

    text: str
    sentence: str


def explain_ignored(ignored: Iterable[Ignored]) -> list[Explained]:
    """What to tell the reader of each part that was left out or read otherwise."""
    return [Explained(part.text, gettext(part.sentence)) for part in ignored]
