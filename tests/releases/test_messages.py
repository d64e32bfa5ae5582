"""Every refusal has words, and every word is for a refusal."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings

from releases.dataset.rules.refusals import RefusalReason, refusal
from releases.formats.files.reading import FileFault
from releases.messages import REFUSALS, fault_text, refusal_text
from tests.translation.pseudo import CLOSE, OPEN, pseudo_language

# A code stands in quotes; which of the quoted names are codes, the words tell.
_QUOTED = re.compile(r"\"([a-z][a-z0-9_]+)\"")
_RAISED = re.compile(r"(?:Error|refusal|\.error)\(\s*\"([a-z][a-z0-9_]+)\"")


def sources() -> str:
    root = Path(settings.PROJECT_ROOT)
    paths = [path for path in (root / "releases").rglob("*.py") if path.name != "messages.py"]
    # Lines are read by a program that imports nothing of this app.
    texts = [path.read_text() for path in [*paths, root / "core" / "line_files.py"]]
    return "\n".join(texts)


def test_every_refusal_has_words() -> None:
    # Other errors of the app have no codes.
    raised = set(_RAISED.findall(sources()))
    assert raised - REFUSALS.keys() == set()


def test_every_word_is_for_a_refusal() -> None:
    source = sources()
    made = {f"{verb}_no_{noun}" for verb in ("holds", "field") for noun in _nouns(source)}
    assert REFUSALS.keys() - set(_QUOTED.findall(source)) - made == set()


def _nouns(source: str) -> list[str]:
    return re.findall(r"\": \"(text|whole_number|list|object)\"", source)


def test_counts_are_grouped_and_numbers_of_lines_are_not() -> None:
    assert refusal_text(refusal("line_too_long", most=16_777_216)) == (
        "The line is longer than 16,777,216 bytes."
    )
    fault = FileFault(12345, refusal("id_twice", id=1234567, line=12001))
    assert fault_text(fault) == "Line 12345: The id 1234567 is in line 12001 already."


def test_a_refusal_within_a_refusal_is_translated_too() -> None:
    stored = refusal("in_line", file="a.jsonl", line=3, reason=refusal("no_set")).as_json()
    assert (
        refusal_text(RefusalReason.from_json(stored))
        == "a.jsonl, line 3: There is no evidence set."
    )
    with pseudo_language():
        assert refusal_text(RefusalReason.from_json(stored)) == (
            f"{OPEN}a.jsonl, line 3: {OPEN}There is no evidence set.{CLOSE}{CLOSE}"
        )


def test_long_values_are_cut() -> None:
    assert refusal_text(refusal("no_time", time="x" * 1000)) == f"“{'x' * 200}…” is not a time."
