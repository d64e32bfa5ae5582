"""The pseudo-language, and what of a page is not in its brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from gettext import NullTranslations
from typing import Any

from django.apps import apps
from django.db import models
from django.test import override_settings
from django.utils import translation
from django.utils.translation import trans_real
from lxml import html as lxml_html

from wiki.documents import unpack
from wiki.models import PageContent
from wiki.parsing.feverous import read_feverous

LANGUAGE = "eo"
# Brackets that nothing else uses.
OPEN, CLOSE = "⟦", "⟧"
_INNERMOST = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
_WORD = re.compile(r"[^\W\d_]{2,}")
# Texts that people wrote or that are the same in every language.
# Papers of a release and diagnoses for operators are English in every language (`lang="en"`).
_DATA = "//script | //style | //*[contains(@class, 'article__body')] | //body//*[@lang='en']"
_DATA += " | //*[contains(@class, 'prose')] | //pre | //code | //kbd | //time"
# Names, the same in every language.
_NAMES = re.compile(
    r"Touchstone|UTC|FEVEROUS|FEVER|TabFact|gzip|zstd|SHA-256|JSON|CSV|LaTeX|tantivy"
    r"|Elasticsearch|\bms\b"
    r"|[\w-]*\.(?:json|jsonl|md|html|db|txt|csv)\b"
)
_ATTRIBUTES = ("aria-label", "title", "placeholder", "alt", "aria-description", "data-label")


class Pseudo(NullTranslations):
    """A catalogue in which every message has a translation: itself, in brackets."""

    def __init__(self) -> None:
        super().__init__()
        self._catalog: dict[str, str] = {}
        self.plural = lambda number: int(number != 1)

    def to_language(self) -> str:
        return LANGUAGE

    def language(self) -> str:
        return LANGUAGE

    def gettext(self, message: str) -> str:
        # The empty message is a catalogue's header. Formats of dates are no words.
        if not message or message.endswith("_FORMAT"):
            return message
        # Context and message, as Django joins them.
        return f"{OPEN}{message.rpartition(chr(4))[2]}{CLOSE}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@contextmanager
def pseudo_language() -> Iterator[None]:
    """Speak the pseudo-language."""
    with override_settings(LANGUAGE_CODE=LANGUAGE, LANGUAGES=[(LANGUAGE, "Pseudo")]):
        trans_real.reset_cache(setting="LANGUAGES")
        before = dict(trans_real._translations)  # type: ignore[attr-defined]
        trans_real._translations[LANGUAGE] = Pseudo()  # type: ignore[attr-defined]
        try:
            with translation.override(LANGUAGE):
                yield
        finally:
            trans_real._translations.clear()  # type: ignore[attr-defined]
            trans_real._translations.update(before)  # type: ignore[attr-defined]
            trans_real.reset_cache(setting="LANGUAGES")


def stored_texts() -> list[str]:
    """Return every text of the database: what people, files and study designs say."""
    found: set[str] = set()
    for model in apps.get_models():
        fields = [
            field.name
            for field in model._meta.concrete_fields
            if isinstance(field, models.CharField | models.TextField | models.JSONField)
        ]
        if fields:
            for row in model._default_manager.values_list(*fields):
                for value in row:
                    found.update(_texts(value))
    for content in PageContent.objects.all():
        document = read_feverous(unpack(content.document))
        texts = (getattr(element, "text", "") for element in document.elements())
        found.update(" ".join(text.split()) for text in texts)
    return sorted(found, key=len, reverse=True)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield " ".join(value.split())
        # Chapters of guidelines are chosen by their headings.
        yield from (line.strip("# ") for line in value.splitlines() if line.startswith("#"))
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def untranslated(page: str, data: list[str]) -> list[str]:
    """Return what a reader of the page sees that did not go through gettext."""
    tree: Any = lxml_html.fromstring(page)
    for element in tree.xpath(_DATA):
        element.drop_tree()
    shown = [str(text) for text in tree.xpath("//text()")]
    shown += [element.get(name) for name in _ATTRIBUTES for element in tree.xpath(f"//*[@{name}]")]
    shown += [button.get("value", "") for button in tree.xpath("//input[@type='submit']")]
    # A translated text may have tags inside: brackets are removed over the whole page first.
    whole = "\x1f".join(" ".join(text.split()) for text in shown)
    while whole != (whole := _INNERMOST.sub(" ", whole)):
        pass
    return [left for text in whole.split("\x1f") if (left := _without(text, data))]


def _without(text: str, data: list[str]) -> str:
    """Return what of a text is no data, or "" if no word is left."""
    text = _NAMES.sub(" ", text)
    for value in data:
        if len(value) > 1 and value.casefold() in text.casefold():
            text = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", " ", text, flags=re.IGNORECASE)
        if not _WORD.search(text):
            return ""
    return text.strip() if _WORD.search(text) else ""
