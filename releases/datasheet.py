"""The datasheet of a release: what is in it, how it came to be, what to beware of.

Pure: made from the manifest, so that the screen and the file say the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.protocols.protocol import Protocol
from charts import Bar, BarChart, HeatMatrix, Part, StackedBar, StackedBarChart, Tone
from releases.statistics import (
    POSITION_CLASSES,
    SECOND_CLASSES,
    WORD_CLASSES,
    by_class,
    crossed,
    mean,
    quantile,
)

Chart = BarChart | HeatMatrix | StackedBarChart
_TONES = {
    "supported": Tone.SUPPORTED,
    "refuted": Tone.REFUTED,
    "not_enough_information": Tone.NOT_ENOUGH,
}
_OTHER_TONES = (Tone.ACCENT, Tone.WARNING, Tone.QUIET)
_KINDS = {
    "sentences": "Sentences",
    "cells": "Table cells",
    "items": "List items",
    "several": "Several kinds",
    "none": "None",
}
_ELEMENTS = {
    "sentence": "Sentence",
    "cell": "Cell",
    "header_cell": "Header cell",
    "table_caption": "Caption",
    "item": "List item",
}


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    paragraphs: tuple[str, ...] = ()
    charts: tuple[Chart, ...] = ()


@dataclass(frozen=True, slots=True)
class Names:
    """The protocol's names in words."""

    verdicts: Mapping[str, str]
    tags: Mapping[str, str]

    @classmethod
    def of(cls, protocol: Protocol) -> Names:
        return cls(
            {choice.name: choice.label for choice in protocol.verdicts.choices},
            {value.name: value.label for factor in protocol.factors for value in factor.values},
        )

    def verdict(self, name: str) -> str:
        return self.verdicts.get(name, name)

    def tag(self, name: str) -> str:
        return self.tags.get(name, name.replace("_", " "))


def datasheet(manifest: Mapping[str, Any], protocol: Protocol) -> tuple[Section, ...]:
    """The sections, in the order in which people read them."""
    names = Names.of(protocol)
    statistics = manifest["statistics"]
    sections = (
        _claims(manifest, statistics, names),
        _evidence(statistics, names),
        _challenges(statistics, names),
        _work(manifest, statistics),
        _collection(manifest, protocol),
        _cautions(manifest),
    )
    return tuple(section for section in sections if section.paragraphs or section.charts)


def _claims(manifest: Mapping[str, Any], statistics: Any, names: Names) -> Section:
    counts, words = manifest["counts"], statistics.get("words", {})
    parts = {part["name"]: part for part in manifest["choices"]["parts"]}
    table = crossed(statistics.get("verdicts", {}))
    return Section(
        "Claims",
        (
            f"{counts['claims']:,} claims. A claim has {mean(words):.1f} words on average; half of"
            f" them have {quantile(words, 0.5):.0f} or fewer, nine in ten"
            f" {quantile(words, 0.9):.0f} or fewer.",
            *_split_words(manifest),
        ),
        (
            _by_verdict("How many claims each part has, by verdict", table, parts, names),
            _classes("How many words claims have", words, WORD_CLASSES, "Claims"),
        ),
    )


def _split_words(manifest: Mapping[str, Any]) -> list[str]:
    split = manifest["split"]
    told = []
    if split["too_large_to_predict_whole"]:
        told.append(
            f"{split['too_large_to_predict_whole']:,} claims have no evidence set of at most five"
            " sentences and 25 other elements; they are in the first part."
        )
    told += [
        f"“{part}” is {lacking:,} claims short of what was asked for: keeping whole units together"
        " and verdicts balanced came first."
        for part, lacking in split["short_of"].items()
    ]
    return told


def _evidence(statistics: Any, names: Names) -> Section:
    kinds = crossed(statistics.get("evidence_kinds", {}))
    order = {kind: label for kind, label in _KINDS.items() if kind in kinds}
    sizes = statistics.get("set_sizes", {})
    elements = statistics.get("elements", {})
    return Section(
        "Evidence",
        (
            f"An evidence set has {mean(sizes):.1f} elements on average, and nine in ten have"
            f" {quantile(sizes, 0.9):.0f} or fewer.",
        ),
        (
            _by_verdict("What the evidence of claims is made of", kinds, order, names, _KINDS),
            _bars(
                "Which elements are chosen most",
                {_ELEMENTS.get(kind, kind): count for kind, count in elements.items()},
                "Elements",
            ),
            _bars(
                "How many evidence sets claims have",
                {_plural(number, "set"): n for number, n in statistics.get("sets", {}).items()},
                "Claims",
            ),
            _classes(
                "How far down its page evidence stands",
                statistics.get("positions", {}),
                POSITION_CLASSES,
                "Elements",
                "By the number of the sentence, the row of the cell or the number of the item,"
                " counted from 0.",
            ),
        ),
    )


def _challenges(statistics: Any, names: Names) -> Section:
    actual = crossed(statistics.get("challenges", {}))
    if not actual:
        return Section("Challenges")
    order = {name: names.tag(name) for name in names.tags if name in actual}
    charts: list[Chart] = [
        _by_verdict("What made claims hard to verify", actual, order, names, order)
    ]
    expected = crossed(statistics.get("challenges_expected", {}))
    if expected:
        rows = [name for name in names.tags if name in expected]
        columns = [name for name in names.tags if any(name in row for row in expected.values())]
        charts.append(
            HeatMatrix(
                title="What writers expected to be hard, and what verifiers found",
                row_labels=tuple(names.tag(name) for name in rows),
                column_labels=_short([names.tag(name) for name in columns]),
                values=tuple(
                    tuple(float(expected[row].get(column, 0)) for column in columns) for row in rows
                ),
                caption="Rows: expected by the writer. Columns: found by the verifier. Claims.",
            )
        )
    return Section("Challenges", (), tuple(charts))


def _work(manifest: Mapping[str, Any], statistics: Any) -> Section:
    seconds = statistics.get("active_seconds", {})
    counts = manifest["counts"]
    paragraphs = [
        f"{counts['writers']:,} people wrote and {counts['verifiers']:,} verified."
        if counts["writers"]
        else ""
    ]
    if not seconds:
        return Section("Work", tuple(one for one in paragraphs if one))
    paragraphs.append(
        f"Verifying a claim took {quantile(seconds, 0.5):.0f} seconds of active work in the"
        f" median, and {mean(seconds):.0f} on average."
    )
    return Section(
        "Work",
        tuple(one for one in paragraphs if one),
        (
            _classes(
                "How many seconds verifying takes", seconds, SECOND_CLASSES, "Claims",
                "Active time only: loading and being away are not in it.",
            ),
            _bars(
                "How claims are spread over those who verified",
                {
                    f"Verifier {number}": count
                    for number, count in enumerate(
                        statistics.get("claims_by_verifiers", [])[:12], start=1
                    )
                },
                "Claims",
            ),
        ),
    )  # fmt: skip


def _collection(manifest: Mapping[str, Any], protocol: Protocol) -> Section:
    corpus = manifest["corpus"]
    left_out = ", ".join(
        f"{count:,} {reason.replace('_', ' ')}" for reason, count in manifest["left_out"].items()
    )
    return Section(
        "How it was collected",
        tuple(
            one
            for one in (
                f"Study design: {protocol.title}. {protocol.summary}",
                f"Pages: the corpus “{corpus['name']}”, a frozen snapshot of {corpus['source']}.",
                f"Which answer counts where there are several: {manifest['resolution']}.",
                f"Data until {manifest['data_until']}." if manifest["data_until"] else "",
                f"Left out: {left_out}." if left_out else "Nothing was left out.",
                "Agreement and bias are reported in the campaign, not yet here.",
            )
            if one
        ),
    )


def _cautions(manifest: Mapping[str, Any]) -> Section:
    corpus = manifest["corpus"]
    return Section(
        "People, risks and licence",
        tuple(
            one
            for one in (
                manifest.get("warning", ""),
                "Claims were written to be supported or refuted by an encyclopedia; some are false"
                " on purpose. They say nothing reliable about the world without their verdicts.",
                "A verdict holds for the pages of the corpus, not for the world after it.",
                "The people who wrote and verified are named nowhere. In the internal files each"
                " is a salted hash, the same in every version; their searches and steps are there"
                " too, so those files are for those who build and study the dataset.",
                "Evidence names real people as the encyclopedia does.",
                f"Page texts: {corpus['licence']}, {corpus['source']}; attribution.csv lists every"
                " page used, with its revision.",
            )
            if one
        ),
    )


def _short(labels: Sequence[str]) -> tuple[str, ...]:
    """Their first words, where those tell them apart: columns are narrow."""
    first = tuple(label.partition(" ")[0] for label in labels)
    return first if len(set(first)) == len(first) else tuple(labels)


def _by_verdict(
    title: str,
    table: Mapping[str, Mapping[str, int]],
    order: Mapping[str, Any],
    names: Names,
    labels: Mapping[str, str] | None = None,
) -> StackedBarChart:
    verdicts = [name for name in names.verdicts if any(name in row for row in table.values())]
    return StackedBarChart(
        title=title,
        parts=tuple(
            Part(
                label=names.verdict(name),
                tone=_TONES.get(name, _OTHER_TONES[number % len(_OTHER_TONES)]),
            )
            for number, name in enumerate(verdicts)
        ),
        bars=tuple(
            StackedBar(
                label=(labels or {}).get(row, row),
                values=tuple(float(table[row].get(verdict, 0)) for verdict in verdicts),
            )
            for row in order
            if row in table
        ),
    )


def _bars(title: str, counts: Mapping[str, int], value_name: str) -> BarChart:
    return BarChart(
        title=title,
        bars=tuple(Bar(label=label, value=count) for label, count in counts.items()),
        value_name=value_name,
    )


def _classes(
    title: str,
    counter: Mapping[str, int],
    ends: Sequence[int],
    value_name: str,
    caption: str = "",
) -> BarChart:
    return BarChart(
        title=title,
        bars=tuple(Bar(label=name, value=count) for name, count in _trimmed(counter, ends)),
        value_name=value_name,
        caption=caption,
    )


def _trimmed(counter: Mapping[str, int], ends: Sequence[int]) -> list[tuple[str, int]]:
    """The classes from the first to the last that has anything in it."""
    classes = by_class(counter, ends)
    filled = [number for number, (_, count) in enumerate(classes) if count]
    return classes[filled[0] : filled[-1] + 1] if filled else []


def _plural(number: str, noun: str) -> str:
    return f"{number} {noun}" if number == "1" else f"{number} {noun}s"
