"""People's names in what somebody typed: found, and left out of a release. Pure.

A search cannot be corrected, so one that names somebody is left out and counted. A claim can be
corrected or withdrawn, so a release with one that names somebody is refused.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any, NamedTuple

from msgspec.structs import replace

from annotation.rules.logs.bodies import ELEMENT_KINDS
from releases.dataset.rules.records import Act, Record

LEFT_OUT = "[left out]"
_WORD = re.compile(r"\w+")
_MAIL = re.compile(r"[^\s@\"'<>]+@[^\s@\"'<>]+\.[a-z]{2,}", re.IGNORECASE)
# A name of fewer letters would be found everywhere.
_FEWEST_LETTERS = 4
# Keys of acts: searches, and pages or searches from which and to which somebody went.
TYPED = ("query", "from", "to")
_SEARCHES = frozenset({"searched", "searched_in_page"})
_NAMING_PAGES = frozenset({"page", "title", "results", "anchor"})
_AT_A_PAGE = frozenset({"page_opened", "link_followed", "went_back"})

# In lower case, word by word.
_Words = tuple[str, ...]


class PeopleNames:
    """PeopleNames, user names and addresses of people, in whatever spelling.

    A single word or number, such as a first name, may mean anything: it names somebody only where
    it stands alone. All else does wherever it stands.
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._alone: set[str] = set()
        # By their first words.
        self._anywhere: dict[str, set[_Words]] = defaultdict(set)
        for words in map(_words, names):
            if sum(map(len, words)) < _FEWEST_LETTERS:
                continue
            if len(words) == 1 and (words[0].isalpha() or words[0].isdecimal()):
                self._alone.add(words[0])
            else:
                self._anywhere[words[0]].add(words)

    def found_in(self, texts: Iterable[str]) -> set[_Words]:
        """Return the names that occur in some texts."""
        found: set[_Words] = set()
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

    def has_part(self, text: str) -> bool:
        """Return whether a text is some words of a name, such as the last two of three."""
        words = _words(text)
        return len(words) > 1 and any(
            name[start : start + len(words)] == words
            for alike in self._anywhere.values()
            for name in alike
            for start in range(len(name))
        )


def _words(text: str) -> _Words:
    return tuple(_WORD.findall(text.casefold()))


def has_mail(text: str) -> bool:
    return "@" in text and _MAIL.search(text) is not None


def names_somebody(
    texts: Iterable[str], of_claim: ClaimTexts, record: Record, names: PeopleNames
) -> bool:
    """Return whether texts of a claim say who somebody is.

    People may be called like a page that is looked for, or like somebody in the evidence.
    """
    found: set[_Words] = set()
    for text in texts:
        if has_mail(text):
            return True
        found |= names.found_in([text])
    if not found:
        return False
    evidence = (piece.text for pieces in record.sets for piece in pieces)
    return not found <= names.found_in([*of_claim.titles, *evidence])


def without_names(record: Record, names: PeopleNames) -> Record:
    """Return the claim without what names somebody in its log.

    Its provenance has the number of searches that were left out.
    """
    typed = {text for act in record.acts for text in _typed_in(act)}
    hidden: set[str] = set()
    # Nearly always nobody is named, and no more needs to be known.
    if names.found_in(typed) or any(map(has_mail, typed)):
        texts = claim_texts(record)
        hidden = {text for text in typed if names_somebody([text], texts, record, names)}
    acts, count = [], 0
    for act in record.acts:
        body = _unnamed(act, hidden, names)
        if body != act.body:
            count += act.kind in _SEARCHES and act.body.get("query") in hidden
            act = replace(act, body=body)
        acts.append(act)
    unnamed = replace(record, acts=tuple(acts))
    if not count:
        return unnamed
    return replace(unnamed, provenance={**record.provenance, "searches_left_out": count})


def _typed_in(act: Act) -> Iterator[str]:
    """Yield what somebody typed, and where they came from or went: a page or a search."""
    body = act.body
    for key in TYPED:
        if isinstance(text := body.get(key), str):
            yield text


def _unnamed(act: Act, hidden: Set[str], names: PeopleNames) -> Mapping[str, Any]:
    """Return the body of an act without texts that name somebody."""
    # Their pages are known to be there.
    if act.kind in ELEMENT_KINDS:
        return act.body
    return {key: _left(key, value, hidden, names) for key, value in act.body.items()}


def _left(key: str, value: Any, hidden: Set[str], names: PeopleNames) -> Any:
    if isinstance(value, list):
        return [_left(key, each, hidden, names) for each in value]
    if not isinstance(value, str):
        return value
    if key in TYPED:
        return LEFT_OUT if value in hidden else value
    # A single word is a code, such as a verdict; people may be called like a page.
    is_text = key not in _NAMING_PAGES and len(_words(value)) > 1
    is_named = has_mail(value) or (is_text and bool(names.found_in([value])))
    return LEFT_OUT if is_named else value


class ClaimTexts(NamedTuple):
    """The texts of a claim's provenance and log."""

    # Searched for.
    typed: list[str]
    # The titles of pages that somebody met on their way.
    titles: list[str]
    others: list[str]


def claim_texts(record: Record) -> ClaimTexts:
    """Return the texts of a claim's provenance and log, by their kind."""
    texts = ClaimTexts([], list(record.pages), [])
    _gather(record.provenance, texts.others, texts)
    for act in record.acts:
        for key, value in act.body.items():
            # Some formats have no more than a `value` of an act.
            if key in TYPED or (key == "value" and act.kind in _SEARCHES):
                texts.typed.append(str(value))
            elif key == "value" and act.kind in _AT_A_PAGE:
                texts.titles.append(str(value))
            else:
                _gather({key: value}, texts.others, texts)
    return texts


def _gather(value: Any, found: list[str], texts: ClaimTexts) -> None:
    """Add every text in a value; keys are ours and name nobody."""
    if isinstance(value, str):
        found.append(value)
    elif isinstance(value, dict):
        for key, inner in value.items():
            _gather(inner, texts.titles if key in _NAMING_PAGES else found, texts)
    elif isinstance(value, list | tuple):
        for inner in value:
            _gather(inner, found, texts)
