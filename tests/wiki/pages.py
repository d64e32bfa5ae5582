"""Pages for tests, created from wikitext as an import would do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet

from accounts.models import User
from core import append_only
from tests.people import NOW
from wiki import documents
from wiki.models import Corpus, CorpusMember, Page, PageContent
from wiki.parsing.feverous import write_feverous
from wiki.parsing.wikitext import EXTRACTOR_VERSION, parse_wikitext


def make_corpus(name: str = "Test", *, owner: User | None = None) -> Corpus:
    corpus, _ = Corpus.objects.get_or_create(
        name=name,
        defaults={
            "source_name": "Test articles",
            "source_url": "https://wiki.example/{title}?oldid={revision}",
            "licence": "CC BY-SA 4.0",
            "created_at": NOW,
        },
    )
    if owner is not None:
        share_corpus(corpus, owner, CorpusMember.Role.OWNER)
    return corpus


def share_corpus(
    corpus: Corpus, person: User, role: CorpusMember.Role = CorpusMember.Role.MEMBER
) -> None:
    """Give a person a role in a corpus, unless they have one."""
    CorpusMember.objects.get_or_create(
        corpus=corpus, user=person, defaults={"role": role, "added_at": NOW}
    )


def share_all_corpora(person: User) -> None:
    """Let a person read and use every corpus there is, where access is not what is tested."""
    for corpus in Corpus.objects.all():
        share_corpus(corpus, person)


def replace_content(pages: QuerySet[Page], document: Mapping[str, Any]) -> None:
    """Give pages a document under a digest of its own: what has a digest is cached for ever."""
    packed = documents.pack(document)
    with transaction.atomic(), append_only.lifted(connection):
        content, _ = PageContent.objects.get_or_create(
            digest=packed.digest, defaults={"document": packed.data, "size": packed.size}
        )
        pages.update(content=content)


def make_page(title: str, wikitext: str, *, corpus: Corpus | None = None) -> Page:
    """Create a page of a corpus, by default of the corpus "Test"."""
    parsed = parse_wikitext(title, wikitext)
    packed = documents.pack(write_feverous(parsed.document))
    content, _ = PageContent.objects.get_or_create(
        digest=packed.digest, defaults={"document": packed.data, "size": packed.size}
    )
    return Page.objects.create(
        corpus=corpus or make_corpus(),
        title=parsed.document.title,
        source_id=1,
        revision=1_234_567,
        revised_at=NOW,
        source_digest=packed.digest,
        extractor=EXTRACTOR_VERSION,
        content=content,
        is_disambiguation=parsed.is_disambiguation,
        is_flagged=parsed.lacks_references,
        sentences=1,
        tables=0,
        lists=0,
        lossy_elements=0,
    )
