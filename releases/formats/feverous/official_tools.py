"""The official FEVEROUS readers and scorer, importable without large libraries that they never use.

Only where they are installed (`requirements-official.txt`), and never in a process that serves
people: see `feverous_check`. `FeverousDB` imports retrieval helpers (NumPy, SciPy, scikit-learn)
and calls none of them; `AnnotationProcessor` makes a spaCy tokenizer that only its entity methods
use.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


def _stand_in(name: str, **names: Any) -> None:
    module = ModuleType(name)
    vars(module).update(names)
    sys.modules.setdefault(name, module)


class _NoTokenizer:
    def __init__(self, **options: Any) -> None:
        """Do nothing: created when the reader is imported, and never used."""


_stand_in("feverous.database.utils")
_stand_in("feverous.baseline.drqa.tokenizers.spacy_tokenizer", SpacyTokenizer=_NoTokenizer)

from feverous.database.feverous_db import FeverousDB  # noqa: E402
from feverous.evaluation.evaluate import feverous_evaluation  # noqa: E402
from feverous.utils.annotation_processor import AnnotationProcessor  # noqa: E402
from feverous.utils.wiki_page import WikiPage  # noqa: E402

__all__ = ["AnnotationProcessor", "FeverousDB", "WikiPage", "feverous_evaluation"]
