"""Injections in place of every text of the database that people typed or that came with a file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from django.apps import apps
from django.db import IntegrityError, connection, models, transaction

from annotation.models import ScreeningQuestion
from core import append_only
from tests.attacks.hostile_files import INJECTION, NAME
from tests.attacks.test_hostile_pages import hostile_page
from tests.wiki.pages import replace_content
from wiki.models import Page

SHORT = 'x"><img src=/hostile/>'
OUR_APPS = {
    *(
        "accounts",
        "annotation",
        "assist",
        "campaigns",
        "core",
        "jobs",
        "quality",
        "releases",
        "wiki",
    ),
}
# Names that programs give and read: identities, digests, words of a study design.
OURS = {
    *("username", "skeleton", "password", "email", "digest", "start", "name_digest"),
    *("source_digest", "first_language", "country", "seed", "salt", "kind", "unit", "source"),
    *("confirmed_digest", "phase", "slot", "verdict", "wording", "identity", "arm", "key", "value"),
    *("factor", "task", "currency", "extractor", "fingerprint", "options_digest", "data_version"),
    *("code_version", "part", "sha256", "format", "design", "source_format", "split", "challenge"),
    *("evidence_kind", "text_digest", "evidence_digest", "exclusive", "action", "target_kind"),
    *("target_id", "request_id", "address", "body"),
}
# Fields that are called as others are, and have names of a design or of a page.
NOT_TYPED = {
    ("annotation", "Skip", "reason"),
    ("annotation", "VerificationVersion", "answer"),
    ("wiki", "Page", "title"),
    ("wiki", "Redirect", "title"),
    ("wiki", "Redirect", "target"),
    ("wiki", "Redirect", "fragment"),
    ("jobs", "WorkerBeat", "name"),
    # The address of the page must have it; it is letters and digits.
    ("campaigns", "WorkerLink", "parameter"),
}


def typed_fields() -> Iterator[tuple[type[models.Model], models.Field[Any, Any]]]:
    """Yield every field for a text that is not ours."""
    for model in apps.get_models():
        if model._meta.app_label not in OUR_APPS:
            continue
        for field in model._meta.concrete_fields:
            if not isinstance(field, models.CharField | models.TextField) or field.choices:
                continue
            name = (model._meta.app_label, model.__name__, field.name)
            if field.name not in OURS and name not in NOT_TYPED:
                yield model, field


def make_hostile() -> int:
    """Put injections into all typed fields, filled or empty; return into how many."""
    changed = 0
    with transaction.atomic(), append_only.lifted(connection):
        for model, field in typed_fields():
            for row in model._base_manager.values_list("pk", field.name):
                changed += _replace(model, field, *row)
        for question in ScreeningQuestion.objects.all():
            question.options = [f"{INJECTION}{number}" for number in range(len(question.options))]
            question.save(update_fields=["options"])
    replace_content(Page.objects.all(), hostile_page())
    return changed


def _replace(model: type[models.Model], field: models.Field[Any, Any], pk: Any, old: str) -> int:
    most = field.max_length or 10_000
    text = next(text for text in (INJECTION, NAME, SHORT) if len(text) + 10 <= most)
    rows = model._base_manager.filter(pk=pk)
    if old:
        return rows.update(**{field.name: f"{text}{pk}"[:most]})
    # What is empty often has to be: an answer that nobody gave yet.
    with suppress(IntegrityError), transaction.atomic():
        return rows.update(**{field.name: f"{text}{pk}"[:most]})
    return 0
