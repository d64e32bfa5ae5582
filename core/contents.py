"""The contents of campaigns and corpora, told by every app whose rows belong to one.

An app adds its own in its module `contributions`; apps above come first, since their rows refer to
those below:

add_contents(Campaign, Contents(rows=(OwnedRows(Release, "campaign"), …)))

So a campaign can be deleted with all that belongs to it, and the page that asks can say what that
is, without the app of campaigns knowing of releases.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.utils.functional import Promise

from core.contributions import load_contributions


@dataclass(frozen=True, slots=True)
class OwnedRows:
    """A table, and the path from its rows to what they belong to.

    `before` is called with the keys of rows that are about to be deleted: for files, and for rows
    that would be left without a purpose. It may be called again with the same keys.
    """

    model: type[models.Model]
    path: str
    before: Callable[[Sequence[Any]], None] | None = None


@dataclass(frozen=True, slots=True)
class Dependents:
    """A count that people read before they archive or delete."""

    label: str | Promise
    count: Callable[[Any], int]


def _nothing(root: Any) -> str:
    return ""


def _never(root: Any) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Contents:
    """The rows of an app that belong to something, in the order in which they can be deleted."""

    rows: tuple[OwnedRows, ...]
    dependents: tuple[Dependents, ...] = ()
    # Returns a sentence that says why it cannot be deleted; empty where it can.
    objection: Callable[[Any], str] = _nothing
    # Returns whether a job is working on it.
    is_busy: Callable[[Any], bool] = _never


_contents: dict[type[models.Model], list[Contents]] = {}


def add_contents(root: type[models.Model], contents: Contents) -> None:
    """Add what belongs to a model, once."""
    known = _contents.setdefault(root, [])
    if contents not in known:
        known.append(contents)


def _contents_of(root: type[models.Model]) -> list[Contents]:
    load_contributions()
    return _contents.get(root, [])


def owned_rows(root: type[models.Model]) -> list[OwnedRows]:
    """Return the tables of everything that belongs to a model, those that refer to others first."""
    return [rows for contents in _contents_of(root) for rows in contents.rows]


def count_dependents(thing: models.Model) -> list[tuple[str | Promise, int]]:
    """Return what belongs to a thing, in numbers."""
    return [
        (dependents.label, dependents.count(thing))
        for contents in _contents_of(type(thing))
        for dependents in contents.dependents
    ]


def objections_to_deletion(thing: models.Model) -> list[str]:
    """Return the sentences that say why a thing cannot be deleted."""
    objections = (contents.objection(thing) for contents in _contents_of(type(thing)))
    return [objection for objection in objections if objection]


def is_busy(thing: models.Model) -> bool:
    """Return whether a job is working on a thing."""
    return any(contents.is_busy(thing) for contents in _contents_of(type(thing)))
