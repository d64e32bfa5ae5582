"""Articles with marked elements, for feedback and grading."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.http import urlencode
from django.utils.safestring import SafeString

from wiki.models import Corpus
from wiki.reading import markup
from wiki.selectors import pages


def marked_article(corpus: Corpus, title: str, marks: Mapping[str, str]) -> SafeString | None:
    """Return an article in which elements are marked by a word each; none if there is no page."""
    found = pages.find_page(corpus, title)
    if found is None:
        return None
    document = pages.document_named(bytes(found.page.content_id))
    linker = markup.Linker(
        pages=pages.resolve_titles(corpus, pages.link_targets(document)),
        query="?" + urlencode({"corpus": str(corpus.public_id)}),
    )
    marked: markup.ElementMarks = {
        address: {"data-marked": mark} for address, mark in marks.items()
    }
    return markup.page_html(document, linker, marked)
