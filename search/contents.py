"""The rows of this app that belong to a corpus."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.contents import Contents, Dependents, OwnedRows
from jobs.models import UNFINISHED, Job
from search.models import TitleKey, VocabularyEdition, VocabularyTerm
from search.selectors.index_states import key_of_index_jobs, state_of_index
from wiki.models import Corpus


def _is_indexing(corpus: Corpus) -> bool:
    return Job.objects.filter(exclusive=key_of_index_jobs(corpus), state__in=UNFINISHED).exists()


CORPUS_CONTENTS = Contents(
    rows=(
        OwnedRows(VocabularyTerm, "corpus"),
        OwnedRows(VocabularyEdition, "corpus"),
        OwnedRows(TitleKey, "corpus"),
    ),
    dependents=(
        Dependents(
            _("Pages in the search index"), lambda corpus: state_of_index(corpus=corpus).indexed
        ),
    ),
    is_busy=_is_indexing,
)
