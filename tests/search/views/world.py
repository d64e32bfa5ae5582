"""A small indexed encyclopedia for the screens of the search."""

from __future__ import annotations

import search
from tests.people import NOW
from tests.wiki.pages import make_corpus, make_page
from wiki.models import Corpus, Redirect

AARE = """
{{Infobox river
| name = Aare
| length = 288 km
| mouth = Rhine
}}
The Aare is a river of [[Switzerland]]. It is a tributary of the Rhine.

== Course ==
The river leaves the lake at Thun. It flows around the old town of Bern.

== Tributaries ==
{| class="wikitable"
|+ Larger tributaries
! River !! Mouth !! Length
|-
! Kander
| Lake Thun || 44 km
|-
! Saane
| Wileroltigen || 126 km
|}

* The Nydegg bridge spans it in Bern
"""
PAGES = {
    "Aare": AARE,
    "Limmat": "The Limmat is a river of Switzerland. It leaves Lake Zürich.",
    "Zürich": "Zürich is a city of Switzerland. The Limmat flows out of the lake.",
    "Bern": "Bern is the capital of Switzerland. It stands on the Aare.",
    "A <b>bold</b> title & more": "Its text has <nowiki><script>alert(1)</script></nowiki> markup.",
}


def make_encyclopedia(name: str = "Test", **more: str) -> Corpus:
    """Return a corpus of the pages above and those given, with redirects and an index."""
    corpus = make_corpus(name)
    for title, wikitext in {**PAGES, **more}.items():
        make_page(title, wikitext, corpus=corpus)
    Redirect.objects.create(corpus=corpus, title="Aare River", target="Aare")
    Redirect.objects.create(
        corpus=corpus, title="Aare Tributaries", target="Aare", fragment="Tributaries"
    )
    search.rebuild_index(corpus=corpus, clock=lambda: NOW)
    return corpus
