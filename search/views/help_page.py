"""The query language, explained by examples that can be tried."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe


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
            Example('"whole course lies"', _("Exactly these words, in this order.")),
            Example(
                '"river country"~10',
                _("These words in this order, with at most ten others between them."),
            ),
            Example("Zurich", _("Accents and capitals make no difference: Zürich is found too.")),
        ),
    ),
    Chapter(
        _("Joining and leaving out"),
        (
            Example("mountain -Alps", _("With the first word, without the second.")),
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
            Example("hydro*", _("Words that start like this.")),
            Example(
                "gla?ier", _("A question mark stands for one letter, an asterisk for any number.")
            ),
            Example("Matterhron~", _("Words that are spelled almost like this.")),
        ),
    ),
    Chapter(
        _("Where the words must stand"),
        (
            Example("intitle:lake", _("In the title of the page.")),
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
        ),
    ),
)


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """`/search/help/`."""
    return render(request, "search/help.html", {"chapters": CHAPTERS})
