"""The datasheet of a release: its contents, how it was collected, and its risks.

Pure: made from the manifest, so that the screen and the file say the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.protocols.protocol import Protocol
from plots import BarChart, HeatMatrix, StackedBarChart
from releases.papers.card_sections import AnsweredQuestion, about, card_of, questions
from releases.papers.datasheet_plots import bars, by_verdict, classes, short_labels
from releases.papers.quality_sections import quality_sections
from releases.papers.statistics import (
    POSITION_CLASSES,
    SECOND_CLASSES,
    SIZE_CLASSES,
    WORD_CLASSES,
    crossed,
    mean,
    quantile,
)

Chart = BarChart | HeatMatrix | StackedBarChart
# As the papers count: cells with their headers, captions and list items.
_SET_KINDS = {
    "sentences": "Sentences only",
    "tables": "Cells, captions and items",
    "combined": "Both",
}
# By the campaign's resolution: which answer counts.
_COUNTS = {
    "first": "the first verification counts",
    "majority": "the verdict of the majority counts",
    "adjudicated": "the decision of a manager counts",
    "by_construction": "the verdict that it was made for counts",
}
_TASKS = {"write": "Writing claims", "verify": "Verifying claims"}
_ELEMENTS = {
    "sentence": "Sentence",
    "cell": "Cell",
    "header_cell": "Header cell",
    "table_caption": "Caption",
    "item": "List item",
}


@dataclass(frozen=True, slots=True)
class DatasheetSection:
    """A section: paragraphs, then answers, then charts."""

    title: str
    paragraphs: tuple[str, ...] = ()
    charts: tuple[Chart, ...] = ()
    answers: tuple[AnsweredQuestion, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.paragraphs or self.charts or self.answers)


@dataclass(frozen=True, slots=True)
class ProtocolLabels:
    """The labels of the protocol's verdicts and tags."""

    verdicts: Mapping[str, str]
    tags: Mapping[str, str]

    @classmethod
    def of(cls, protocol: Protocol) -> ProtocolLabels:
        return cls(
            {choice.name: choice.label for choice in protocol.verdicts.choices},
            {value.name: value.label for factor in protocol.factors for value in factor.values},
        )

    def verdict(self, name: str) -> str:
        return self.verdicts.get(name, name)

    def tag(self, name: str) -> str:
        return self.tags.get(name, name.replace("_", " "))


def datasheet(manifest: Mapping[str, Any], protocol: Protocol) -> tuple[DatasheetSection, ...]:
    """Return the sections, in the order in which people read them."""
    names = ProtocolLabels.of(protocol)
    statistics = manifest["statistics"]
    card = card_of(manifest)
    sections = (
        DatasheetSection("About this dataset", answers=about(card)),
        _claims(manifest, statistics, names),
        _evidence(statistics, names),
        _challenges(statistics, names),
        *(
            DatasheetSection(title, paragraphs)
            for title, paragraphs in quality_sections(manifest, names.verdicts)
        ),
        _work(manifest, statistics),
        _annotators(manifest),
        _collection(manifest, protocol),
        DatasheetSection("Pay, consent, ethics and funding", answers=questions(card)),
        _cautions(manifest),
    )
    return tuple(section for section in sections if not section.is_empty)


def _claims(
    manifest: Mapping[str, Any], statistics: Any, names: ProtocolLabels
) -> DatasheetSection:
    counts, words = manifest["counts"], statistics.get("words", {})
    parts = {part["name"]: part for part in manifest["choices"]["parts"]}
    table = crossed(statistics.get("verdicts", {}))
    return DatasheetSection(
        "Claims",
        (
            f"{_plural(counts['claims'], 'claim')}. A claim has {mean(words):.1f} words on average;"
            f" half of them have {quantile(words, 0.5):.0f} or fewer, nine in ten"
            f" {quantile(words, 0.9):.0f} or fewer.",
            *_withheld_words(manifest),
            *_split_words(manifest),
        ),
        (
            by_verdict("How many claims each part has, by verdict", table, parts, names.verdicts),
            classes("How many words claims have", words, WORD_CLASSES, "Claims"),
        ),
    )


def _withheld_words(manifest: Mapping[str, Any]) -> list[str]:
    withheld = manifest["choices"]["withheld"]
    if not withheld:
        return []
    names = ", ".join(f"“{part}”" for part in withheld)
    return [
        f"The labels of {names} are withheld: no count by verdict, challenge or evidence includes"
        " these claims."
    ]


_SHORT = {
    "too_few": "there are no more claims that could go into it",
    "kept": "the other claims are in parts of earlier releases, where they stay",
    "balance": "there are too few claims of one of the verdicts to balance more",
    "units": "claims of one unit are never torn apart, and none of the remaining units fits",
}


def _split_words(manifest: Mapping[str, Any]) -> list[str]:
    split = manifest["split"]
    sentences = []
    if split["too_large_to_predict_whole"]:
        sentences.append(
            "In the first part because they have no evidence set of at most five sentences and 25"
            f" other elements: {_plural(split['too_large_to_predict_whole'], 'claim')}."
        )
    reasons = split.get("short_because", {})
    sentences += [
        f"“{part}” is {_plural(lacking, 'claim')} short of what was asked for:"
        f" {_SHORT[reasons.get(part, 'units')]}."
        for part, lacking in split["short_of"].items()
    ]
    sentences += [
        f"“{part}” has {_plural(more, 'claim')} more than was asked for: claims of earlier releases"
        " stay in their part."
        for part, more in split.get("over_by", {}).items()
    ]
    sentences += [
        f"“{part}” was to have as many claims of each verdict, and does not: there are too few of"
        " one of them."
        for part in split.get("unbalanced", ())
    ]
    return sentences


def _evidence(statistics: Any, names: ProtocolLabels) -> DatasheetSection:
    kinds = crossed(statistics.get("set_kinds", {}))
    order = {kind: label for kind, label in _SET_KINDS.items() if kind in kinds}
    sizes = statistics.get("set_sizes", {})
    elements = statistics.get("elements", {})
    return DatasheetSection(
        "Evidence",
        (
            f"An evidence set has {mean(sizes):.1f} elements on average, and nine in ten have"
            f" {quantile(sizes, 0.9):.0f} or fewer.",
            *_per_claim(statistics),
        ),
        (
            by_verdict("What evidence sets are made of", kinds, order, names.verdicts, _SET_KINDS),
            bars(
                "Which elements are chosen most",
                {label: elements[kind] for kind, label in _ELEMENTS.items() if kind in elements},
                "Elements",
            ),
            bars(
                "How many evidence sets claims have",
                {
                    _plural(int(number), "set"): n
                    for number, n in statistics.get("sets", {}).items()
                },
                "Claims",
            ),
            classes("How many elements evidence sets have", sizes, SIZE_CLASSES, "Sets"),
            classes(
                "How far down its page evidence stands",
                statistics.get("positions", {}),
                POSITION_CLASSES,
                "Elements",
                "By the number of the sentence, the row of the cell or the number of the item,"
                " counted from 0.",
            ),
        ),
    )


def _per_claim(statistics: Any) -> list[str]:
    """Return what claims need, as the papers' tables count it."""
    sentences = statistics.get("claim_sentences", {})
    claims = sum(sentences.values())
    if not claims:
        return []
    cells, tables = statistics.get("claim_cells", {}), statistics.get("claim_tables", {})
    features = statistics.get("claim_features", {})
    shares = [
        f"{features.get(name, 0):,} ({features.get(name, 0) / claims:.0%}) {words}"
        for name, words in (
            ("alternative", "have alternative sets"),
            ("several_sentences", "several sentences"),
            ("several_pages", "evidence from several pages"),
        )
    ]
    return [
        f"Over all its sets, each element counted once, a claim has {mean(sentences):.1f} sentences"
        f" and {mean(cells):.1f} cells, captions and items from {mean(tables):.1f} tables and lists"
        f" on average. Of {_plural(claims, 'claim')}, {', '.join(shares)}."
    ]


def _challenges(statistics: Any, names: ProtocolLabels) -> DatasheetSection:
    actual = crossed(statistics.get("challenges", {}))
    if not actual:
        return DatasheetSection("Challenges")
    order = {name: names.tag(name) for name in names.tags if name in actual}
    charts: list[Chart] = [
        by_verdict("What made claims hard to verify", actual, order, names.verdicts, order)
    ]
    expected = crossed(statistics.get("challenges_expected", {}))
    if expected:
        rows = [name for name in names.tags if name in expected]
        columns = [name for name in names.tags if any(name in row for row in expected.values())]
        charts.append(
            HeatMatrix(
                title="What writers expected to be hard, and what verifiers found",
                row_labels=tuple(names.tag(name) for name in rows),
                column_labels=short_labels([names.tag(name) for name in columns]),
                values=tuple(
                    tuple(float(expected[row].get(column, 0)) for column in columns) for row in rows
                ),
                caption="Rows: expected by the writer. Columns: found by the verifier. Claims.",
            )
        )
    return DatasheetSection("Challenges", (), tuple(charts))


def _annotators(manifest: Mapping[str, Any]) -> DatasheetSection:
    """Return how the annotators were chosen, and who they are, if the manager has it told."""
    chosen = tuple(
        f"{_TASKS.get(task, task)}: of {_plural(rate['decided'], 'candidate')} who were calibrated,"
        f" the managers approved {rate['approved']:,} ({rate['approved'] / rate['decided']:.0%})."
        for task, rate in manifest.get("calibration", {}).items()
    )
    if "people" not in manifest:
        return DatasheetSection("Annotators", chosen)
    people = manifest["people"]
    told = [
        (question, groups, others) for question, groups, others in people["questions"] if groups
    ]
    return DatasheetSection(
        "Annotators",
        (
            *chosen,
            f"{_people(people['people'])} could write or verify. They were free to say the"
            " following about themselves. Only groups of five people or more are told; all"
            " others, and those who did not say, are counted together."
            + ("" if told else " No group was as large as that."),
        ),
        tuple(
            bars(
                question,
                dict(groups) | ({"All others together": others} if others else {}),
                "People",
            )
            for question, groups, others in told
        ),
    )


def _work(manifest: Mapping[str, Any], statistics: Any) -> DatasheetSection:
    seconds = statistics.get("active_seconds", {})
    counts = manifest["counts"]
    paragraphs = [
        f"{_people(counts['writers'])} wrote and {_people(counts['verifiers'])} verified."
        if counts["writers"]
        else ""
    ]
    if not seconds:
        return DatasheetSection("Work", tuple(filter(None, paragraphs)))
    paragraphs.append(
        f"Verifying a claim took {quantile(seconds, 0.5):.0f} seconds of active work in the"
        f" median, and {mean(seconds):.0f} on average."
    )
    return DatasheetSection(
        "Work",
        tuple(filter(None, paragraphs)),
        (
            classes(
                "How many seconds verifying takes", seconds, SECOND_CLASSES, "Claims",
                "Active time only: loading and being away are not in it.",
            ),
            bars(
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


def _collection(manifest: Mapping[str, Any], protocol: Protocol) -> DatasheetSection:
    corpus = manifest["corpus"]
    unsaid = manifest.get("searches_left_out", 0)
    left_out = ", ".join(
        f"{count:,} {reason.replace('_', ' ')}" for reason, count in manifest["left_out"].items()
    )
    return DatasheetSection(
        "How it was collected",
        tuple(
            sentence
            for sentence in (
                f"Study design: {protocol.title}. {protocol.summary}",
                f"Pages: the corpus “{corpus['name']}”, a frozen snapshot of {corpus['source']}.",
                _decided(manifest),
                f"Data until {_minute(manifest['data_until'])}." if manifest["data_until"] else "",
                _since(manifest["since"]),
                f"Left out: {left_out}." if left_out else "Nothing was left out.",
                f"Searches left out of the logs because they name somebody: {unsaid:,}."
                if unsaid
                else "",
            )
            if sentence
        ),
    )


def _decided(manifest: Mapping[str, Any]) -> str:
    """Return a sentence on how a claim got its verdict."""
    if _is_imported(manifest):
        return "It was imported from files: verdicts and evidence are theirs, as they were found."
    resolution = manifest["resolution"]
    otherwise = resolution["otherwise"]
    rule = _COUNTS[resolution["rule"]]
    if otherwise:
        rule += f"; where there is none, {_COUNTS[otherwise]}"
    return f"Where a claim was verified more than once, {rule}.{_changed(resolution)}"


def _changed(resolution: Mapping[str, Any]) -> str:
    """Return what the rule changed; nothing for the rule that it is compared with."""
    if resolution["rule"] == "first":
        return ""
    changed = _plural(resolution["changed_claims"], "claim")
    return (
        f" Compared with the first verification, this changed {changed}:"
        f" {resolution['changed_verdicts']:,} with another verdict,"
        f" {resolution['adjudicated_claims']:,} decided by a manager."
    )


def _is_imported(manifest: Mapping[str, Any]) -> bool:
    return bool(manifest["origin"] == "imported")


def _since(since: Mapping[str, int] | None) -> str:
    if since is None:
        return ""
    return (
        f"Since release {since['version']}: {_plural(since['added'], 'claim')} added,"
        f" {since['removed']:,} removed, {since['changed']:,} verified again."
    )


def _minute(at: str) -> str:
    """Return a time of the manifest as people write it."""
    return f"{at[:16].replace('T', ' ')} UTC"


def _cautions(manifest: Mapping[str, Any]) -> DatasheetSection:
    corpus = manifest["corpus"]
    return DatasheetSection(
        "People, risks and licence",
        tuple(
            sentence
            for sentence in (
                manifest.get("warning", ""),
                "Claims were written to be supported or refuted by an encyclopedia; some are false"
                " on purpose. They say nothing reliable about the world without their verdicts.",
                "A verdict holds for the pages of the corpus, not for the world after it.",
                _people_named(manifest),
                "Evidence names real people as the encyclopedia does.",
                f"Page texts: {corpus['licence']}, {corpus['source']}; attribution.csv lists every"
                " page that published evidence comes from, with its revision.",
            )
            if sentence
        ),
    )


def _people_named(manifest: Mapping[str, Any]) -> str:
    if _is_imported(manifest):
        return (
            "The claims were imported as their files have them. Whether those name people who made"
            " them was not checked."
        )
    named = "not named as such" if manifest.get("card", {}).get("authors") else "named nowhere"
    return (
        f"The people who wrote and verified are {named}. In the internal files each is a"
        " salted hash, the same in every version; their searches and steps are there too, so those"
        " files are for those who build and study the dataset."
    )


def _plural(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _people(number: int) -> str:
    return "1 person" if number == 1 else f"{number:,} people"
