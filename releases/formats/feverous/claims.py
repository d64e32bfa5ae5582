"""FEVEROUS' claims, exactly as its readers and its scorer expect them.

Line 1 is a header, which those readers always skip. Titles inside element ids are in NFD, as in
the released files: the official tools look pages up in that form. Nothing else is changed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Set
from math import isfinite, nan
from pathlib import Path
from typing import Any

import msgspec

from campaigns.protocols.protocol import Protocol
from metrics.scores import Element, Judged, Scorer, feverous_scorer
from releases.dataset.rules.choices import Compression
from releases.dataset.rules.records import Act, Evidence, EvidenceSet, Record
from releases.formats import as_written
from releases.formats.base import (
    Documents,
    FormatError,
    Line,
    OfficialTool,
    Prediction,
    id_of,
    list_of,
    object_of,
    plain,
    text_of,
)
from releases.formats.fever.titles import decomposed
from releases.formats.feverous import pages
from releases.formats.feverous.operations import NAMES, write_operations
from releases.formats.files.writing import FileFacts, Order
from releases.formats.labels import LABELS, label_of, read_prediction, verdict_of
from wiki.parsing.addresses import (
    EVIDENCE_KINDS,
    AddressKind,
    InvalidAddressError,
    may_be_context,
    may_be_evidence,
)
from wiki.parsing.excerpt import addresses_on

CHALLENGES = {
    "multi_hop_reasoning": "Multi-hop Reasoning",
    "numerical_reasoning": "Numerical Reasoning",
    "entity_disambiguation": "Entity Disambiguation",
    "combining_tables_and_text": "Combining Tables and Text",
    "search_terms_not_in_claim": "Search terms not in claim",
    "other": "Other",
}
_CHALLENGE_NAMES = {label: name for name, label in CHALLENGES.items()}
MOST_SETS = 3
_SHORT = 1000

# What the operations of a file are to us; of two acts with one name, that which says less.
OPERATIONS = {
    kind: name for kind, name in NAMES.items() if kind not in {"results_shown", "result_opened"}
}
_ACTS = {name: kind for kind, name in OPERATIONS.items()}
_ELEMENT_ACTS = frozenset({"element_selected", "element_deselected"})


class FeverousFormat:
    """The strict format: no key more, no key less."""

    name = "feverous"
    title = "FEVEROUS"
    is_public = True
    headers: tuple[Mapping[str, Any], ...] = (
        {
            "evidence": "",
            "id": "",
            "claim": "",
            "label": "",
            "annotator_operations": "",
            "challenge": "",
        },
    )
    unlabelled_headers: tuple[Mapping[str, Any], ...] = ({"claim": ""},)
    order = Order.GIVEN
    balanced_parts: tuple[str, ...] = ("test",)
    scorer: Scorer | None = feverous_scorer(EVIDENCE_KINDS - {AddressKind.SENTENCE})
    official: OfficialTool | None = OfficialTool(
        "feverous", "releases.formats.feverous.official_check"
    )

    def refusal(self, protocol: Protocol) -> str:
        if not set(protocol.verdicts.names) <= LABELS.keys():
            return "Its verdicts have no labels in this format."
        if protocol.evidence.set_limit > MOST_SETS:
            return f"Claims may have more than {MOST_SETS} evidence sets."
        if not any(factor.name == "challenge" for factor in protocol.factors):
            return "Claims have no challenge."
        return ""

    def write(self, record: Record) -> Line:
        line = {
            "evidence": [_write_set(one) for one in record.sets],
            "id": record.id,
            "claim": record.claim,
            "label": label_of(record.verdict),
            "annotator_operations": write_operations(record.acts, element_id, _around(record)),
            "challenge": _challenge(record),
        }
        return as_written.restore(self.name, line, record)

    def write_unlabelled(self, record: Record) -> Mapping[str, Any]:
        return {"claim": record.claim}

    def read(self, line: Any) -> Record:
        line = object_of(line)
        sets = list_of(line.get("evidence"), "“evidence”")
        if not 1 <= len(sets) <= MOST_SETS:
            raise FormatError(f"There are {len(sets)} evidence sets, not 1 to {MOST_SETS}.")
        challenge = line.get("challenge")
        if not isinstance(challenge, str) or challenge not in _CHALLENGE_NAMES:
            raise FormatError(f"The challenge {challenge!r} is not known.")
        return Record(
            id=id_of(line),
            claim=text_of(line, "claim"),
            verdict=verdict_of(line.get("label")),
            sets=tuple(_read_set(one) for one in sets),
            tags={"challenge": _CHALLENGE_NAMES[challenge]},
            acts=tuple(
                _read_operation(one)
                for one in list_of(line.get("annotator_operations"), "“annotator_operations”")
            ),
        )

    def keep(self, line: Any, record: Record) -> Record:
        return as_written.keep(self.name, line, plain(self.write(record)), record)

    def read_prediction(self, line: Any) -> Prediction:
        return read_prediction(line, _predicted)

    def judge(self, record: Record, verdict: str, predicted: Iterable[Evidence]) -> Judged:
        return Judged(
            label=label_of(record.verdict),
            sets=tuple(frozenset(map(_scored, one)) for one in record.sets),
            predicted_label=label_of(verdict),
            predicted=tuple(map(_scored, predicted)),
        )

    def write_pages(
        self, folder: Path, documents: Documents, compression: Compression
    ) -> list[FileFacts]:
        return [
            pages.write_page_lines(folder, documents(), compression=compression),
            pages.write_page_database(folder, documents()),
        ]

    def title_of_page(self, line: Any) -> str:
        return unicodedata.normalize("NFC", text_of(object_of(line), "title"))

    def elements_of_page(self, line: Any) -> Set[str]:
        try:
            return addresses_on(msgspec.json.encode(line))
        except (KeyError, InvalidAddressError, msgspec.MsgspecError) as error:
            raise FormatError("This is not a page.") from error


def element_id(page: str, address: str) -> str:
    return f"{decomposed(page)}_{address}"


def split_id(value: object, is_address: Callable[[str], bool] = may_be_evidence) -> tuple[str, str]:
    """The page and the address of an element id, the title in NFC."""
    if not isinstance(value, str):
        raise FormatError(f"{value!r} is no element id.")
    page, _, address = value.partition("_")
    if not page.strip() or not is_address(address):
        raise FormatError(f"“{value[:200]}” is no element id.")
    return unicodedata.normalize("NFC", page), address


def _predicted(piece: Any) -> Evidence:
    """An element id, or its page, kind and position, as the official scorer takes them."""
    if isinstance(piece, list):
        if len(piece) != 3 or not all(isinstance(part, str) for part in piece):
            raise FormatError("A piece of evidence is not [page, kind, position].")
        piece = "_".join(piece)
    page, address = split_id(piece)
    return Evidence(page, address)


def _scored(piece: Evidence) -> Element:
    return piece.page, piece.kind, piece.address


def _around(record: Record) -> dict[tuple[str, str], tuple[str, ...]]:
    """The contexts of the evidence, which came along when it was selected."""
    return {(piece.page, piece.address): piece.context for one in record.sets for piece in one}


def _challenge(record: Record) -> str:
    name = record.tags.get("challenge", "")
    try:
        return CHALLENGES[name]
    except KeyError:
        raise FormatError(f"The challenge “{name}” has no name in this format.") from None


def _write_set(one: EvidenceSet) -> Line:
    context = {}
    for piece in one:
        page = f"{decomposed(piece.page)}_"
        context[page + piece.address] = [page + address for address in piece.context]
    return {"content": list(context), "context": context}


def _read_set(one: Any) -> EvidenceSet:
    one = object_of(one)
    content = list_of(one.get("content"), "“content”")
    context = object_of(one.get("context"))
    if not content:
        raise FormatError("An evidence set is empty.")
    if not all(isinstance(element, str) for element in content):
        raise FormatError("“content” holds something that is no text.")
    if len(set(content)) < len(content):
        raise FormatError("An element stands twice in a set.")
    if set(context) != set(content):
        raise FormatError("“context” does not have the keys of “content”.")
    return tuple(_read_piece(element, context[element]) for element in content)


def _read_piece(element: Any, context: Any) -> Evidence:
    page, address = split_id(element)
    start = element[: -len(address)]
    around = []
    for one in list_of(context, "A context"):
        if isinstance(one, str) and one.startswith(start):
            other = page
            found = one[len(start) :]
            if not may_be_context(found):
                raise FormatError(f"“{one[:200]}” is no element id.")
        else:
            # The title may be spelt in another way.
            other, found = split_id(one, may_be_context)
        if other != page:
            raise FormatError(f"The context of “{element}” is on another page.")
        around.append(found)
    return Evidence(page, address, tuple(around))


def _read_operation(one: Any) -> Act:
    one = object_of(one)
    name, value, time = one.get("operation"), one.get("value"), one.get("time")
    if not (type(name) is type(value) is type(time) is str and len(value) <= _SHORT):
        # Says what is wrong, if anything is: a claim has a dozen of these, so this is rare.
        name, value, time = (text_of(one, key) for key in ("operation", "value", "time"))
    kind = _ACTS.get(name)
    if kind is None:
        raise FormatError(f"The operation “{name[:60]}” is not known.")
    try:
        seconds = float(time)
    except ValueError:
        seconds = nan
    if not isfinite(seconds):
        raise FormatError(f"“{time[:60]}” is no time.")
    return Act(kind, seconds, _body(kind, value))


def _body(kind: str, value: str) -> Mapping[str, Any]:
    if kind in _ELEMENT_ACTS:
        page, _, address = value.partition("_")
        return {"page": unicodedata.normalize("NFC", page), "address": address}
    return {"value": value}
