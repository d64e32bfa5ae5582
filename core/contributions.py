"""Contributions of apps to those below them: tabs and panels of pages, contents, checks, rights.

An app has its own in a module `contributions`. All of them are loaded when one is first asked for:
they import most of the site, and a command such as `migrate` needs none of it. The web server and
the workers load them when they start.
"""

from __future__ import annotations

from functools import cache

from django.utils.module_loading import autodiscover_modules


@cache
def load_contributions() -> None:
    """Import the contributions, those of apps above first."""
    autodiscover_modules("contributions")
