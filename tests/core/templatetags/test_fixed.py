"""Parts of pages that are rendered once for each language."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.template import engines
from django.template.autoreload import reset_loaders
from django.test import override_settings

from tests.translation.pseudo import CLOSE, OPEN, pseudo_language

PAGE = '{% load fixed %}{% fixed "part.html" %}'


@pytest.fixture
def part(tmp_path: Path, settings: LazySettings) -> Path:
    own = {**settings.TEMPLATES[0], "DIRS": [tmp_path]}
    settings.TEMPLATES = [own]
    path = tmp_path / "part.html"
    path.write_text(f'{{% load i18n %}}<b>{{% translate "Search" %}}</b> {tmp_path.name}')
    return path


def render() -> str:
    return engines["django"].from_string(PAGE).render()


def test_a_part_is_in_the_language_of_its_reader(part: Path) -> None:
    plain = f"<b>Search</b> {part.parent.name}"
    assert render() == plain
    with pseudo_language():
        assert render() == f"<b>{OPEN}Search{CLOSE}</b> {part.parent.name}"
    assert render() == plain


def test_a_part_with_values_is_rendered_once_for_each_of_them(part: Path) -> None:
    part.write_text("{% for word in words %}{{ word }},{% endfor %}{{ folder }}")
    page = engines["django"].from_string(
        '{% load fixed %}{% fixed "part.html" words=words folder=folder %}'
    )
    assert page.render({"words": ("a", "<b>"), "folder": part.parent.name}) == (
        f"a,&lt;b&gt;,{part.parent.name}"
    )
    assert page.render({"words": ("c",), "folder": part.parent.name}) == f"c,{part.parent.name}"
    part.write_text("changed")
    reset_loaders()
    assert page.render({"words": ("c",), "folder": part.parent.name}) == f"c,{part.parent.name}"


def test_a_part_is_read_again_while_templates_are_changed(part: Path) -> None:
    with override_settings(DEBUG=True):
        before = render()
        part.write_text("changed")
        # As the server for developers does.
        reset_loaders()
        assert (before.startswith("<b>"), render()) == (True, "changed")
