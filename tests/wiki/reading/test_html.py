"""The escaping writer, and that the reading view uses nothing else."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import wiki.reading
from wiki.reading.html import Html, element_html, join_html, lines_html, open_html, text_html

FOLDER = Path(wiki.reading.__file__).parent
HOSTILE = "\"'><script>&"
ESCAPED = "&quot;&#x27;&gt;&lt;script&gt;&amp;"


def test_text_and_values_are_escaped() -> None:
    assert text_html(HOSTILE) == ESCAPED
    assert lines_html(f"a\n{HOSTILE}") == f"a<br>{ESCAPED}"
    assert open_html("a", {"href": HOSTILE}) == f'<a href="{ESCAPED}">'
    assert join_html([text_html("a"), text_html("b")], HOSTILE) == f"a{ESCAPED}b"


def test_attributes_without_a_value_or_not_at_all() -> None:
    attributes: dict[str, str | int | bool | None] = {"a": True, "b": False, "c": None, "d": 0}
    assert element_html("td", attributes, Html("x")) == '<td a d="0">x</td>'


@pytest.mark.parametrize(
    "module", sorted(set(FOLDER.glob("*.py")) - {FOLDER / "html.py"}), ids=lambda path: path.name
)
def test_no_tag_is_written_past_the_writer(module: Path) -> None:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    docstrings = {
        node.body[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    texts = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docstrings
    ]
    assert [text for text in texts if re.search(r"</?\w|=[\"']", text)] == []
