"""A design's name stands in its own folder and in the release formats, nowhere else.

The rule: in the apps, templates and scripts through which campaigns are run (`WATCHED`), no file
outside `HOMES` holds the name of a design of the literature as a word of its own, in any case.
Exempt are imports of `wiki.parsing.feverous`, which is a page format and not a design. "Symmetric"
counts only in quotes, being an ordinary word. Docs and tests may name whom they like.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from campaigns.protocols import registry

ROOT = Path(__file__).parents[3]
WATCHED = (
    "annotation",
    "campaigns",
    "quality",
    "releases",
    "templates/annotation",
    "templates/campaigns",
    "templates/quality",
    "templates/releases",
    "static",
)
HOMES = (
    "campaigns/protocols",
    "releases/formats",
    # The official scores have these names, and stand beside the papers' figures.
    "releases/scoring/evaluation_figures.py",
    "releases/scoring/evaluations.py",
    "releases/scoring/paper_figures.py",
    "releases/scoring/verifier_figures.py",
    "releases/scoring/verifier_scores.py",
    "releases/scoring/verifier_tables.py",
    "releases/management/commands/evaluate_verifier.py",
    "releases/views/evaluation_charts.py",
    "templates/releases/evaluation.html",
    "templates/releases/evidence_check.html",
)
READ = {".py", ".html", ".js", ".css", ".svg", ".txt", ".json", ".tsv", ".md"}

NAMES = sorted({*registry.PROTOCOLS, "tabfact"}, key=len, reverse=True)
WORD = re.compile(
    rf"(?<![a-z])(?:{'|'.join(NAMES)})(?![a-z])|fever.?symmetric|[\"']symmetric[\"']", re.IGNORECASE
)
# The page format of that name is no study design.
EXEMPT = re.compile(
    r"wiki\.parsing\.feverous|from wiki\.parsing import feverous|FEVEROUS’ pages as JSON lines"
)


def offences(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if WORD.search(EXEMPT.sub("", line))]


def watched_files() -> list[Path]:
    homes = [ROOT / home for home in HOMES]
    return [
        path
        for folder in WATCHED
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in READ and not any(path.is_relative_to(home) for home in homes)
    ]


def test_no_name_of_a_design_outside_its_home() -> None:
    found = {
        str(path.relative_to(ROOT)): lines
        for path in watched_files()
        if (lines := offences(path.read_text(encoding="utf-8")))
    }
    assert found == {}


def test_files_are_watched_at_all() -> None:
    assert {"campaigns/models/campaigns.py", "annotation/rules/decks.py"} <= {
        str(path.relative_to(ROOT)) for path in watched_files()
    }


@pytest.mark.parametrize(
    "line",
    [
        'if campaign.protocol == "feverous":',
        "{% if protocol.name == 'fever' %}",
        "# as in FEVER",
        "function taBfact() {}".replace("taB", "tab"),
        "from campaigns.protocols.feverous import PROTOCOL",
        'kind = "symmetric"',
        "fever_symmetric = 1",
    ],
)
def test_a_name_is_found(line: str) -> None:
    assert offences(line) == [line]


@pytest.mark.parametrize(
    "line",
    [
        "from wiki.parsing.feverous import read_page",
        "from wiki.parsing import feverous",
        "a symmetric difference",
        "yellow fevers were feverish",
    ],
)
def test_ordinary_words_and_the_page_format_pass(line: str) -> None:
    assert offences(line) == []
