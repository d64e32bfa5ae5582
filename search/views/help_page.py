"""The query language, explained by examples that can be tried."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from search.query.parsing import (
    DEEPEST,
    LONGEST_PATTERN,
    LONGEST_QUERY,
    MOST_EXPANDED,
    MOST_LEAVES,
)


@dataclass(frozen=True, slots=True)
class Example:
    """A query and its meaning. Each finds something in the demo corpus: a test tries them."""

    query: str
    meaning: str | Promise


@dataclass(frozen=True, slots=True)
class Chapter:
    """Examples of one kind."""

    title: str | Promise
    examples: tuple[Example, ...]


CHAPTERS = (
    Chapter(
        _("Words and phrases"),
        (
            Example(
                "longest river",
                _("Pages with all of these words, in any form: also “rivers”."),
            ),
            Example(
                '"whole course lies"',
                _("Exactly these words, in this order. You can paste a whole sentence."),
            ),
            Example(
                '"river country"~10',
                _("These words in this order, with at most ten others between them."),
            ),
            Example("Zurich", _("Accents and capitals make no difference: Zürich is found too.")),
        ),
    ),
    Chapter(
        _("Combining and excluding"),
        (
            Example(
                "mountain -Alps",
                _("With the first word, without the second. No space after the minus."),
            ),
            Example("mountain NOT Alps", _("The same. NOT is written in capitals.")),
            Example('river -"North Sea"', _("Without the phrase.")),
            Example("Aare OR Limmat", _("With either of the two. OR is written in capitals.")),
            Example("(Aare OR Limmat) tributary", _("Parentheses group words.")),
        ),
    ),
    Chapter(
        _("Parts of words, and spelling"),
        (
            Example(
                "hydro*",
                _("Words that start like this: the 50 most common. Type at least two characters."),
            ),
            Example(
                "gla?ier",
                _(
                    "A question mark stands for one letter, an asterisk for any number."
                    " At the end of a word, a question mark has no effect."
                ),
            ),
            Example("Matterhron~", _("Words that are spelled almost like this.")),
            Example(
                "Limat~1",
                _("With one letter added, missing or different; ~2 allows two, the maximum."),
            ),
        ),
    ),
    Chapter(
        _("Where the words must be"),
        (
            Example("intitle:lake", _("In the title of the page, or of a redirect to it.")),
            Example("inlead:tributary", _("In the introduction, before the first heading.")),
            Example("insection:course", _("In the heading of a section.")),
            Example("intable:288", _("In a table. The row that matched is shown.")),
            Example('intable:"288 km"', _("All of these also take a phrase.")),
        ),
    ),
    Chapter(
        _("What the page must be"),
        (
            Example('incategory:"Rivers of Switzerland"', _("In this category.")),
            Example('linksto:"Lake Thun"', _("With a link to this page.")),
            Example("prefix:Lake", _("With a title that starts like this.")),
            Example("hastable: Olympics", _("With a table.")),
            Example(
                "river insource:/1[0-9]{3} kilometres/",
                _("With text that matches a regular expression; add words to narrow it down."),
            ),
            Example("river insource:/north sea/i", _("The same, ignoring case.")),
        ),
    ),
)


# The limits of a query, as the notes on ignored parts name them.
LIMITS = {
    "characters": LONGEST_QUERY,
    "words": MOST_LEAVES,
    "expanded": MOST_EXPANDED,
    "depth": DEEPEST,
    "pattern": LONGEST_PATTERN,
}


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """`/search/help/`: the query language, by examples."""
    return render(request, "search/help.html", {"chapters": CHAPTERS, "limits": LIMITS})
