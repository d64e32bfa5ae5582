"""The contents of a corpus."""

from __future__ import annotations

from core.contents import add_contents
from wiki.contents import CORPUS_CONTENTS
from wiki.models import Corpus

add_contents(Corpus, CORPUS_CONTENTS)
