"""A second look at evidence that somebody selected. Imports NumPy.

It is part of a web request, so it is bounded: few sets, small ones, and for a short time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from assist.selectors.loaded import NoModelError, verifier_in_use
from assist.selectors.stored_pages import StoredPages
from verifier.combination import ClaimVerifier
from verifier.retrieval.retriever import RetrievedEvidence
from verifier.retrieval.source import ReadPage, SourceSentence, SourceTable
from verifier.text.model import NOT_ENOUGH, SUPPORTS, likeliest_label
from verifier.text.tokens import MOST_CHARACTERS, MOST_TOKENS, words_of
from wiki.models import Corpus

MISSING, OPPOSITE, TOO_LITTLE = "machine_missing", "machine_opposite", "machine_not_enough"
# Below this probability nothing is said: a machine that cries wolf is not read.
LEAST_PROBABILITY = 0.6
# Of what is beyond these bounds, nothing is said.
MOST_SETS = 10
MOST_ELEMENTS = 30
MOST_SENTENCES = 5
MOST_PAGES = 5
MOST_TABLES = 3
MOST_TABLE_CELLS = 5_000
# No set is begun after so many seconds.
MOST_SECONDS = 0.3
_MOST_FIGURES = 3


@dataclass(frozen=True, slots=True)
class LookedSet:
    """A set to look at: its elements by page and address, and all texts that are read with them."""

    number: int
    elements: Sequence[tuple[str, str]]
    # Titles, sections, headers of rows and columns, captions, and the elements themselves.
    texts: Sequence[str]


class LookNote(NamedTuple):
    """Something that may be worth another look: in which set, a code, and what it is about."""

    number: int
    code: str
    # Figures of the claim, or a program in English.
    about: str = ""


def look_again(
    *,
    corpus: Corpus,
    claim: str,
    label: str,
    sets: Sequence[LookedSet],
    clock: Callable[[], float],
) -> list[LookNote]:
    """Return what the machine would look at again in sets that are to show this label."""
    until = clock() + MOST_SECONDS
    small = [chosen for chosen in sets[:MOST_SETS] if 0 < len(chosen.elements) <= MOST_ELEMENTS]
    if label == NOT_ENOUGH or not small:
        return []
    try:
        _, verifier = verifier_in_use()
    except NoModelError:
        verifier = None
    pages = StoredPages(corpus)
    if verifier is not None:
        few = [chosen for chosen in small if len(_titles(chosen)) <= MOST_PAGES]
        pages.load(sorted({title for chosen in few for title in _titles(chosen)}))
    notes: list[LookNote] = []
    for chosen in small:
        if clock() >= until:
            break
        if label == SUPPORTS:
            # What refutes a claim has other figures than the claim.
            notes += _missing_figures(claim, chosen)
        if verifier is not None and len(_titles(chosen)) <= MOST_PAGES:
            notes += _judged(verifier, claim, label, pages, chosen)
    return notes


def _titles(chosen: LookedSet) -> set[str]:
    return {title for title, _ in chosen.elements}


def _missing_figures(claim: str, chosen: LookedSet) -> Iterator[LookNote]:
    found: set[str] = set()
    for text in chosen.texts:
        words = words_of(text)
        if len(words) >= MOST_TOKENS or len(text) > MOST_CHARACTERS:
            # It was cut: the figure may be in the rest.
            return
        found.update(word.stem for word in words)
    missing = dict.fromkeys(
        word.text for word in words_of(claim) if word.is_figure and word.stem not in found
    )
    if missing:
        yield LookNote(chosen.number, MISSING, ", ".join(list(missing)[:_MOST_FIGURES]))


def _judged(
    verifier: ClaimVerifier, claim: str, label: str, pages: StoredPages, chosen: LookedSet
) -> Iterator[LookNote]:
    evidence = _read(pages, chosen.elements)
    if evidence is None:
        return
    judged = verifier.judge(claim, evidence)
    for opinion in judged.opinions:
        other = likeliest_label(opinion.probabilities)
        is_opposite = bool(opinion.english) and other not in (label, NOT_ENOUGH)
        if is_opposite and opinion.probabilities[other] >= LEAST_PROBABILITY:
            yield LookNote(chosen.number, OPPOSITE, opinion.english)
    # Where it could judge nothing, such as tables without a model of tables, it says nothing.
    is_open = judged.label == NOT_ENOUGH and len(judged.opinions) == len(
        evidence.sentences + evidence.tables
    )
    if is_open and judged.probabilities[NOT_ENOUGH] >= LEAST_PROBABILITY:
        yield LookNote(chosen.number, TOO_LITTLE)


def _read(pages: StoredPages, elements: Sequence[tuple[str, str]]) -> RetrievedEvidence | None:
    """Return the elements as the verifier reads them; None unless it can read every one."""
    sentences: list[SourceSentence] = []
    tables: dict[tuple[str, str], SourceTable] = {}
    for title, address in elements:
        page = pages.page(title)
        sentence = _sentence(page, address)
        table = _table(page, address)
        if sentence is not None:
            sentences.append(sentence)
        elif table is not None:
            tables[title, table.address] = table
        else:
            return None
    cells = sum(len(table.rows) * len(table.header) for table in tables.values())
    if len(sentences) > MOST_SENTENCES or len(tables) > MOST_TABLES or cells > MOST_TABLE_CELLS:
        return None
    return RetrievedEvidence((), tuple(sentences), tuple(tables.values()))


def _sentence(page: ReadPage | None, address: str) -> SourceSentence | None:
    sentences = page.sentences if page is not None else ()
    return next((sentence for sentence in sentences if sentence.address == address), None)


def _table(page: ReadPage | None, address: str) -> SourceTable | None:
    """Return the table with this cell in its rows; above them, only the last header is read."""
    for table in page.tables if page is not None else ():
        if any(address in addresses for addresses in table.addresses):
            return table
    return None
