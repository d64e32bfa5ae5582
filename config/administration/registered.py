"""The tables that administrators see. Left out on purpose: what a person tells about themselves.

A profile is read by its owner only, and so are the answers to their scripts; the contents of pages,
failed tries and the search's own tables are of no use to read.
"""

from __future__ import annotations

from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import models

from accounts.models import CountedTries, Profile, User
from annotation.models import ClaimKey, Evidence, EvidenceSet, Interaction
from config.administration.site import tables as tables
from config.administration.tables import (
    LogTable,
    LongTable,
    PersonTable,
    ReadOnlyTable,
    TitledTable,
    table_of,
)
from core.models import IdempotencyKey
from wiki.models import (
    OutboxEntry,
    Page,
    PageCategory,
    PageContent,
    PageTable,
    Redirect,
    SentenceRun,
)

LEFT_OUT_APPS = frozenset({"search"})
LEFT_OUT: frozenset[type[models.Model]] = frozenset(
    {Profile, CountedTries, IdempotencyKey, PageContent, SentenceRun, OutboxEntry, ClaimKey}
)
SPECIAL: dict[type[models.Model], type[ReadOnlyTable]] = {
    User: PersonTable,
    Interaction: LogTable,
    Evidence: LongTable,
    EvidenceSet: LongTable,
    Page: TitledTable,
    Redirect: TitledTable,
    PageTable: LongTable,
    PageCategory: LongTable,
}


def register_tables() -> None:
    """Register every table that is not left out, once."""
    for app in apps.get_app_configs():
        # Our own apps, not Django's.
        if Path(app.path).parent != settings.PROJECT_ROOT or app.label in LEFT_OUT_APPS:
            continue
        for model in app.get_models():
            if model not in LEFT_OUT and not tables.is_registered(model):
                tables.register(model, table_of(model, SPECIAL.get(model, ReadOnlyTable)))


register_tables()
