"""FEVER's claims: evidence is a page and a line of its introduction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from pathlib import Path
from typing import Any

from campaigns.protocols.protocol import Protocol
from campaigns.protocols.words import ElementKind
from metrics.scores import FEVER_SCORE, Judged, Scorer
from releases.dataset.rules.choices import Compression
from releases.dataset.rules.records import Evidence, EvidenceSet, Record
from releases.formats import as_written
from releases.formats.base import (
    LONGEST_PAGE,
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
from releases.formats.fever import pages
from releases.formats.fever.titles import escaped, unescaped
from releases.formats.files.writing import FileFacts, Order
from releases.formats.labels import LABELS, NOT_ENOUGH, label_of, read_prediction, verdict_of
from wiki.parsing import addresses
from wiki.parsing.addresses import AddressKind

VERIFIABLE, NOT_VERIFIABLE = "VERIFIABLE", "NOT VERIFIABLE"
# Sets of a claim have ids of their own, built from the claim's.
_SETS_A_CLAIM = 100


class FeverFormat:
    """Written from any campaign whose evidence is sentences."""

    name = "fever"
    title = "FEVER"
    is_public = True
    headers: tuple[Mapping[str, Any], ...] = ()
    unlabelled_headers: tuple[Mapping[str, Any], ...] = ()
    order = Order.GIVEN
    balanced_parts: tuple[str, ...] = ("dev", "test")
    scorer: Scorer | None = FEVER_SCORE
    official: OfficialTool | None = None

    def refusal(self, protocol: Protocol) -> str:
        if not set(protocol.verdicts.names) <= LABELS.keys():
            return "Its verdicts have no labels in this format."
        if set(protocol.evidence.elements) != {ElementKind.SENTENCE}:
            return "Its evidence is more than sentences."
        return ""

    def write(self, record: Record) -> Line:
        is_verifiable = record.verdict != NOT_ENOUGH
        nothing: list[Any] = [[[record.id, None, None, None]]]
        line = {
            "id": record.id,
            "verifiable": VERIFIABLE if is_verifiable else NOT_VERIFIABLE,
            "label": label_of(record.verdict),
            "claim": record.claim,
            "evidence": (
                [_write_set(record.id, number, one) for number, one in enumerate(record.sets)]
                if is_verifiable
                else nothing
            ),
        }
        return as_written.restore(self.name, line, record)

    def write_unlabelled(self, record: Record) -> Mapping[str, Any]:
        return {"id": record.id, "claim": record.claim}

    def read(self, line: Any) -> Record:
        line = object_of(line)
        verdict = verdict_of(line.get("label"))
        is_verifiable = verdict != NOT_ENOUGH
        if line.get("verifiable") != (VERIFIABLE if is_verifiable else NOT_VERIFIABLE):
            raise FormatError("“verifiable” does not go with the label.")
        sets = list_of(line.get("evidence"), "“evidence”")
        if not sets:
            raise FormatError("There is no evidence set.")
        return Record(
            id=id_of(line),
            claim=text_of(line, "claim"),
            verdict=verdict,
            sets=tuple(_read_set(one) for one in sets) if is_verifiable else (),
        )

    def keep(self, line: Any, record: Record) -> Record:
        return as_written.keep(self.name, line, plain(self.write(record)), record)

    def read_prediction(self, line: Any) -> Prediction:
        return read_prediction(line, _predicted)

    def judge(self, record: Record, verdict: str, predicted: Iterable[Evidence]) -> Judged:
        return Judged(
            label=label_of(record.verdict),
            sets=tuple(
                frozenset((piece.page, _line(piece)) for piece in one) for one in record.sets
            ),
            predicted_label=label_of(verdict),
            predicted=tuple((piece.page, _line(piece)) for piece in predicted),
        )

    def write_pages(
        self, folder: Path, documents: Documents, compression: Compression
    ) -> list[FileFacts]:
        return [pages.write_page_lines(folder, documents(), compression=compression)]

    def title_of_page(self, line: Any) -> str:
        return unescaped(text_of(object_of(line), "id"))

    def elements_of_page(self, line: Any) -> Set[str]:
        lines = text_of(object_of(line), "lines", LONGEST_PAGE).split("\n")
        numbers = (line.partition("\t")[0] for line in lines)
        return {addresses.sentence(int(n)) for n in numbers if n.isascii() and n.isdecimal()}


def _write_set(record_id: int, number: int, one: EvidenceSet) -> list[list[Any]]:
    evidence_id = record_id * _SETS_A_CLAIM + number
    return [[record_id, evidence_id, escaped(piece.page), _line(piece)] for piece in one]


def _line(piece: Evidence) -> int:
    address = addresses.parse(piece.address)
    if address.kind is not AddressKind.SENTENCE:
        raise FormatError(f"“{piece.id}” is no sentence.")
    return address.numbers[0]


def _predicted(piece: Any) -> Evidence:
    piece = list_of(piece, "A piece of evidence")
    if len(piece) != 2:
        raise FormatError("A piece of evidence is not [page, line].")
    return _read_piece([None, None, *piece])


def _read_set(one: Any) -> EvidenceSet:
    pieces = list_of(one, "An evidence set")
    if not pieces:
        raise FormatError("An evidence set is empty.")
    return tuple(_read_piece(piece) for piece in pieces)


def _read_piece(piece: Any) -> Evidence:
    piece = list_of(piece, "A piece of evidence")
    if len(piece) != 4:
        raise FormatError("A piece of evidence does not have four parts.")
    _, _, page, line = piece
    if not isinstance(page, str) or not page.strip():
        raise FormatError("A piece of evidence names no page.")
    if not isinstance(line, int) or isinstance(line, bool) or line not in addresses.NUMBERS:
        raise FormatError("A piece of evidence names no line.")
    return Evidence(unescaped(page), addresses.sentence(line), ("title",))
