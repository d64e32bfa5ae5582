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
    """A query, and what it finds. Each finds something in the demo corpus: a test tries them."""

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
                _("Exactly these words, in this order. A whole sentence can be pasted so."),
            ),
            Example(
                '"river country"~10',
                _("These words in this order, with ten others between them at most; no more."),
            ),
            Example("Zurich", _("Accents and capitals make no difference: Zürich is found too.")),
        ),
    ),
    Chapter(
        _("Joining and leaving out"),
        (
            Example(
                "mountain -Alps",
                _("With the first word, without the second. The minus touches what it leaves out."),
            ),
            Example("mountain NOT Alps", _("The same. NOT is written in capitals.")),
            Example('river -"North Sea"', _("Without the phrase.")),
            Example("Aare OR Limmat", _("With either of the two. OR is written in capitals.")),
            Example(
                "(Aare OR Limmat) tributary", _("Parentheses hold together what belongs together.")
            ),
        ),
    ),
    Chapter(
        _("Parts of words, and spelling"),
        (
            Example(
                "hydro*",
                _("Words that start like this: the 50 commonest. Give two characters or more."),
            ),
            Example(
                "gla?ier",
                _(
                    "A question mark stands for one letter, an asterisk for any number."
                    " At the end of a word, a question mark only asks."
                ),
            ),
            Example("Matterhron~", _("Words that are spelled almost like this.")),
            Example(
                "Limat~1",
                _("With one letter more, less or other; ~2 allows two, which is the most."),
            ),
        ),
    ),
    Chapter(
        _("Where the words must stand"),
        (
            Example("intitle:lake", _("In the title of the page, or of a redirect to it.")),
            Example("inlead:tributary", _("In the introduction, before the first heading.")),
            Example("insection:course", _("In the heading of a section.")),
            Example("intable:288", _("In a table. The row that matched is shown.")),
            Example('intable:"288 km"', _("Each of these takes a phrase as well.")),
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
                _("With text that matches a regular expression; words must narrow it down."),
            ),
            Example("river insource:/north sea/i", _("The same, whether in capitals or not.")),
        ),
    ),
)


# What a query may hold, as the sentences say that tell of too much.
LIMITS = {
    "characters": LONGEST_QUERY,
    "words": MOST_LEAVES,
    "expanded": MOST_EXPANDED,
    "depth": DEEPEST,
    "pattern": LONGEST_PATTERN,
}


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """`/search/help/`."""
    return render(request, "search/help.html", {"chapters": CHAPTERS, "limits": LIMITS})
