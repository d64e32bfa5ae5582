"""The corpus that a command is given by name."""

from __future__ import annotations

from django.core.management.base import CommandError

from core.name_lists import name_some
from wiki.models import Corpus


def named_corpus(name: str) -> Corpus:
    """Return the corpus of this name. Raise CommandError, which lists the names, if missing."""
    corpus = Corpus.objects.filter(name=name).first()
    if corpus is None:
        names = Corpus.objects.order_by("name").values_list("name", flat=True)
        raise CommandError(f"There is no corpus “{name}”. {name_some(list(names))}")
    return corpus
