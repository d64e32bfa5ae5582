"""People's names in what somebody typed: found, and left out of a release. Pure.

A search cannot be taken back, so one that names somebody is left out and counted. A claim can be
corrected or withdrawn, so a release with one that names somebody is refused.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec.structs import replace

from releases.dataset.rules.records import Record

LEFT_OUT = "[left out]"
_WORD = re.compile(r"\w+")
_MAIL = re.compile(r"[^\s@\"'<>]+@[^\s@\"'<>]+\.[a-z]{2,}", re.IGNORECASE)
# A name of fewer letters would be found everywhere.
_FEWEST_LETTERS = 4
_SEARCHES = frozenset({"searched", "searched_in_page"})
_NAMING_PAGES = frozenset({"page", "title", "results"})
_AT_A_PAGE = frozenset({"page_opened", "link_followed", "went_back"})

# In small letters, word by word.
Name = tuple[str, ...]


class Names:
    """Names, user names and addresses of people, in whatever spelling.

    A single word, such as a first name, may mean anything: it names somebody only where it stands
    alone. All else does wherever it stands.
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._alone: set[str] = set()
        # By their first words.
        self._anywhere: dict[str, set[Name]] = defaultdict(set)
        for words in map(_words, names):
            if sum(map(len, words)) < _FEWEST_LETTERS:
                continue
            if len(words) == 1 and words[0].isalpha():
                self._alone.add(words[0])
            else:
                self._anywhere[words[0]].add(words)

    def found_in(self, texts: Iterable[str]) -> set[Name]:
        """Which of them some texts have."""
        found: set[Name] = set()
        for text in texts:
            words = _words(text)
            if len(words) == 1 and words[0] in self._alone:
                found.add(words)
            if not self._anywhere.keys().isdisjoint(words):
                found |= {
                    name
                    for start, word in enumerate(words)
                    for name in self._anywhere.get(word, ())
                    if words[start : start + len(name)] == name
                }
        return found


def _words(text: str) -> Name:
    return tuple(_WORD.findall(text.casefold()))


def has_mail(text: str) -> bool:
    return "@" in text and _MAIL.search(text) is not None


def names_somebody(texts: Iterable[str], told: Said, record: Record, names: Names) -> bool:
    """Whether texts of a claim say who somebody is.

    People may be called like a page that is looked for, or like somebody in the evidence.
    """
    found: set[Name] = set()
    for text in texts:
        if has_mail(text):
            return True
        found |= names.found_in([text])
    if not found:
        return False
    evidence = (piece.text for one in record.sets for piece in one)
    return not found <= names.found_in([*told.titles, *evidence])


def without_names(record: Record, names: Names) -> Record:
    """The claim without the searches that name somebody; its provenance tells how many."""
    queries = {act.body["query"] for act in record.acts if "query" in act.body}
    # Nearly always nobody is named, and no more needs to be known.
    if not names.found_in(queries) and not any(map(has_mail, queries)):
        return record
    told = said(record)
    unsaid = {query for query in queries if names_somebody([query], told, record, names)}
    acts, count = [], 0
    for act in record.acts:
        if act.body.get("query") in unsaid:
            act = replace(act, body={**act.body, "query": LEFT_OUT})
            count += act.kind in _SEARCHES
        acts.append(act)
    provenance = {**record.provenance, "searches_left_out": count}
    return replace(record, acts=tuple(acts), provenance=provenance) if unsaid else record


class Said(NamedTuple):
    """The texts of a claim's provenance and log."""

    # Searched for.
    typed: list[str]
    # The titles of pages that somebody met on their way.
    titles: list[str]
    others: list[str]


def said(record: Record) -> Said:
    told = Said([], list(record.pages), [])
    _gather(record.provenance, told.others, told)
    for act in record.acts:
        for key, value in act.body.items():
            # Some formats say no more than a `value` of an act.
            if key == "query" or (key == "value" and act.kind in _SEARCHES):
                told.typed.append(str(value))
            elif key == "value" and act.kind in _AT_A_PAGE:
                told.titles.append(str(value))
            else:
                _gather({key: value}, told.others, told)
    return told


def _gather(value: Any, texts: list[str], told: Said) -> None:
    """Every text in it; keys are ours and name nobody."""
    if isinstance(value, str):
        texts.append(value)
    elif isinstance(value, dict):
        for key, one in value.items():
            _gather(one, told.titles if key in _NAMING_PAGES else texts, told)
    elif isinstance(value, list | tuple):
        for one in value:
            _gather(one, texts, told)
