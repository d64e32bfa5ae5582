"""The words and titles of a corpus, which search keeps in the database.

They do not depend on the engine, so that wildcards, misspellings and completion have the same
answers on both. Every rebuild makes them again from the pages.
"""

from __future__ import annotations

from django.db import models

from search.lengths import LONGEST_TITLE, LONGEST_WORD
from wiki.models import Corpus, Page


class VocabularyTerm(models.Model):
    """A word of a corpus, folded, and the number of pages that have it.

    The number says which words are common; a page that is indexed again is counted again.
    """

    corpus = models.ForeignKey(Corpus, models.CASCADE, related_name="+", db_index=False)
    # A rebuild writes the next edition while the current one is in use.
    edition = models.PositiveIntegerField()
    term = models.CharField(max_length=LONGEST_WORD)
    pages = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["corpus", "edition", "term"], name="vocabulary_term_once"
            ),
        ]

    def __str__(self) -> str:
        return self.term


class VocabularyEdition(models.Model):
    """The edition of its vocabulary that a corpus uses."""

    corpus = models.OneToOneField(Corpus, models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()

    def __str__(self) -> str:
        return str(self.number)


class TitleKey(models.Model):
    """A title of a page, its own or a redirect's, folded so that it can be found while typed."""

    corpus = models.ForeignKey(Corpus, models.CASCADE, related_name="+", db_index=False)
    page = models.ForeignKey(Page, models.CASCADE, related_name="+", db_index=False)
    title = models.CharField(max_length=LONGEST_TITLE)
    is_redirect = models.BooleanField()
    key = models.CharField(max_length=LONGEST_TITLE)
    # The page's tier of incoming links. Completion asks tier by tier, so that it reads few rows,
    # however short the text and large the corpus.
    tier = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["page", "title"], name="title_key_once"),
        ]
        indexes = [models.Index(fields=["corpus", "tier", "key"], name="title_key_by_tier")]

    def __str__(self) -> str:
        return self.title
