"""The demo's pages: they agree with the facts and contain what importers must handle."""

from __future__ import annotations

import functools
import re

import pytest

from demo import build, sources, survey, tables


@functools.cache
def world() -> tuple[sources.ArticleSource, ...]:
    return tuple(sources.load_sources(build.ROOT))


INFOBOX_FACTS = [
    ("rivers.csv", "length_km", "length"),
    ("rivers.csv", "basin_km2", "basin_size"),
    ("mountains.csv", "elevation_m", "elevation_m"),
    ("lakes.csv", "area_km2", "area"),
    ("lakes.csv", "depth_m", "max-depth"),
    ("lakes.csv", "elevation_m", "elevation"),
    ("cities.csv", "population", "population_total"),
    ("countries.csv", "area_km2", "area_km2"),
    ("islands.csv", "area_km2", "area_km2"),
]


@pytest.mark.parametrize(("file", "field", "parameter"), INFOBOX_FACTS)
def test_infoboxes_agree_with_the_facts(file: str, field: str, parameter: str) -> None:
    articles = {source.title: source.text for source in world()}
    compared = 0
    for row in tables.read_facts(build.ROOT / "facts" / file):
        text = articles.get(row["link"], "")
        found = re.search(rf"^\| *{parameter} *= *(?:\{{\{{convert\|)?(-?[\d,]+)", text, re.M)
        if found:
            assert found.group(1).replace(",", "") == row[field], f"{row['link']}: {parameter}"
            compared += 1
    assert compared > 0


UNITS = {"length_km": "km", "depth_m": "m", "elevation_m": "m", "area_km2": "km2"}


@pytest.mark.parametrize(
    ("file", "field"),
    [("rivers.csv", "length_km"), ("mountains.csv", "elevation_m"), ("lakes.csv", "area_km2")],
)
def test_leads_agree_with_the_facts(file: str, field: str) -> None:
    articles = {source.title: source.text for source in world()}
    for row in tables.read_facts(build.ROOT / "facts" / file):
        text = articles.get(row["link"])
        if text is not None:
            lead = re.split(r"^==", text, maxsplit=1, flags=re.M)[0]
            assert f"{{{{convert|{row[field]}|{UNITS[field]}|" in lead, row["link"]


HAND_WRITTEN_ROWS = [
    ("rivers.csv", "length_km", r"\{\{convert\|(\d+)\|km\|mi\}\}"),
    ("mountains.csv", "elevation_m", r"\{\{convert\|(\d+)\|m\|ft\}\}"),
    ("cities.csv", "population", r"\{\{nts\|(\d+)\}\}"),
]


@pytest.mark.parametrize(("file", "field", "pattern"), HAND_WRITTEN_ROWS)
def test_rows_about_a_fact_agree_with_it(file: str, field: str, pattern: str) -> None:
    facts = {row["link"]: row[field] for row in tables.read_facts(build.ROOT / "facts" / file)}
    compared = 0
    for source in world():
        for row in re.split(r"^\|-", source.text, flags=re.M)[1:]:
            header = re.match(r'\n(?:\| .*\n)?! scope="row" \| (?:\[\[)?([^\]|\n]+)', row)
            number = re.search(pattern, row.split("\n|}")[0])
            if header and number and header.group(1) in facts:
                assert number.group(1) == facts[header.group(1)], (
                    f"{source.path}: {header.group(1)}"
                )
                compared += 1
    assert compared > 5


FEATURES = {
    "infobox": r"\{\{Infobox",
    "sortable table": r'class="wikitable sortable"',
    "table caption": r"^\|\+",
    "row span": r"rowspan=",
    "column span": r"colspan=",
    "two-level header": r"^!.*rowspan=\"2\".*\n(?:!.*\n)*!.*colspan=",
    "header row inside a table": r"^\|-\n! colspan=",
    "row header": r'^! scope="row"',
    "template in a cell": r"^\|.*\{\{(?:nts|dts|sort|flag|convert|n/a|ubl)",
    "list in a cell": r"^\|\n\* ",
    "nested table": r"^\|\n\{\|",
    "HTML table": r"<table",
    "ordered list": r"^# ",
    "unordered list": r"^\* ",
    "nested list": r"^(?:\*\*|##|:#) ",
    "description list": r"^; ",
    "about hatnote": r"\{\{[Aa]bout\|",
    "redirect hatnote": r"\{\{[Rr]edirect\|",
    "see also hatnote": r"\{\{[Ss]ee also\|",
    "main article hatnote": r"\{\{[Mm]ain\|",
    "disambiguation page": r"\{\{disambiguation",
    "link with a fragment": r"\[\[[^\]|#]+#",
    "piped link": r"\[\[[^\]|]+\|",
    "unit": r"\{\{convert\|",
    "coordinates": r"\{\{coord\|",
    "reference": r"<ref>",
    "named reference used twice": r'<ref name="[^"]+" />',
    "image": r"\[\[File:[^\]|]+\|thumb",
    "comment": r"<!--",
    "navigation box": r"\{\{Navbox",
    "page without references": r"\{\{Unreferenced\|",
    "page with too few references": r"\{\{More citations needed\|",
    "section without references": r"\{\{Unreferenced section\|",
}


@pytest.mark.parametrize("feature", FEATURES)
def test_demo_world_exercises(feature: str) -> None:
    articles = [source for source in world() if source.namespace == 0]
    assert any(re.search(FEATURES[feature], source.text, re.M) for source in articles)


def test_at_least_two_articles_have_sections_five_levels_deep() -> None:
    deep = [
        source.title
        for source in world()
        if all(re.search(rf"^{'=' * n} [^=]+ {'=' * n}$", source.text, re.M) for n in range(2, 7))
    ]
    assert len(deep) >= 2


def longest_run_of_sentences(text: str) -> int:
    """Return the longest run of sentences of five words or more in a section, without lists."""
    for _ in range(4):
        text = re.sub(r"\{\{convert\|([^|{}]*)\|([^|{}]*)[^{}]*\}\}", r"\1 \2", text)
        text = re.sub(r"\{\{[^{}]*\}\}", "", text)
    text = re.sub(
        r"\{\|.*?^\|\}|<table.*?</table>|<ref[^<]*</ref>|<ref[^<>]*/>", "", text, flags=re.M | re.S
    )
    best = 0
    for section in re.split(r"^=+ .*$", text, flags=re.M):
        run = 0
        for line in section.splitlines():
            if line[:1] in set("*#;:|!{["):
                run = 0
            for sentence in re.split(r"(?<=[.!?]) +(?=[^a-z])", line):
                run = run + 1 if len(sentence.split()) >= 5 else run if not sentence else 0
                best = max(best, run)
    return best


def test_each_article_has_a_section_of_four_sentences() -> None:
    short = [
        source.title
        for source in world()
        if source.namespace == 0 and not survey.is_disambiguation(source)
        if longest_run_of_sentences(source.text) < 4
    ]
    assert short == []


def test_demo_world_is_as_large_as_promised() -> None:
    counts = survey.survey(world())
    assert counts["articles"] >= 120
    assert counts["redirects"] >= 70
    assert counts["disambiguation pages"] >= 4
    assert counts["tables of 5 to 50 rows"] >= 50
