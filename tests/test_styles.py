"""The cost of style sheets: a change in a long page styles few elements again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from config.variables import PROJECT_ROOT

SHEETS = sorted((PROJECT_ROOT / "static" / "touchstone" / "css").glob("*.css"))
# What an article stands in, at the desks and elsewhere, when it is asked what it holds.
HOLDERS = r"html|body|main|:root|\.(?:desk(?:--\w+)?|at-desk|room|room__view|article)(?![\w-])"
ASKED = re.compile(rf"(?:^|[\s,}}])((?:{HOLDERS})[^\s,{{]*:has\()")


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.stem)
def test_nothing_that_holds_an_article_is_asked_what_it_holds(sheet: Path) -> None:
    rules = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert ASKED.findall(rules) == []
