"""Contributions of search to the corpora below: contents."""

from __future__ import annotations

from core.contents import add_contents
from search.contents import CORPUS_CONTENTS
from wiki.models import Corpus

add_contents(Corpus, CORPUS_CONTENTS)
