"""The exports of search: type checkers see the same names as programs."""

from __future__ import annotations

import ast
from pathlib import Path

import search


def test_names_for_type_checkers_are_those_of_their_homes() -> None:
    tree = ast.parse(Path(search.__file__).read_text())
    [block] = [node for node in tree.body if isinstance(node, ast.If)]
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    seen = {alias.name: node.module for node in imports for alias in node.names}
    assert seen == {name: f"search.{home}" for name, home in search._HOMES.items()}
    for name in seen:
        assert getattr(search, name).__name__ == name
