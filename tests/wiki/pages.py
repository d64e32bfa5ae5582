"""Pages for tests, created from wikitext as an import would do."""

from __future__ import annotations

from tests.people import NOW
from wiki import documents
from wiki.models import Corpus, Page, PageContent
from wiki.parsing import EXTRACTOR_VERSION, parse_wikitext, write_feverous


def make_corpus(name: str = "Test") -> Corpus:
    corpus, _ = Corpus.objects.get_or_create(
        name=name,
        defaults={
            "source_name": "Test articles",
            "source_url": "https://wiki.example/{title}?oldid={revision}",
            "licence": "CC BY-SA 4.0",
            "created_at": NOW,
        },
    )
    return corpus


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
