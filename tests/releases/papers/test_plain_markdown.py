"""Texts of people in Markdown: shown as they are, in lines that are not long."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

from releases.papers.plain_markdown import code_lines, escaped, escaped_lines


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("# no heading", "<p># no heading</p>"),
        ("- no list", "<p>- no list</p>"),
        ("1. no list", "<p>1. no list</p>"),
        ("=== no rule", "<p>=== no rule</p>"),
        ("*no* _emphasis_", "<p>*no* _emphasis_</p>"),
        ("[no link](https://evil.example)", "<p>[no link](https://evil.example)</p>"),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
        ("`no code` a & b", "<p>`no code` a &amp; b</p>"),
        ("back\\slash", "<p>back\\slash</p>"),
    ],
)
def test_a_text_is_shown_as_it_was_typed(text: str, html: str) -> None:
    # As a reader that lets HTML through.
    assert MarkdownIt("commonmark").render(escaped(text)).strip() == html


def test_a_long_line_is_wrapped_and_its_words_stay() -> None:
    text = "word " * 100 + "\n- second"
    lines = escaped_lines(text)
    assert max(map(len, lines)) <= 100
    assert " ".join(lines[:-1]).split() == ["word"] * 100
    assert lines[-1] == "\\- second"


def test_a_word_without_end_is_broken() -> None:
    assert [len(line) for line in escaped_lines("x" * 250)] == [100, 100, 50]


def test_code_keeps_its_lines_and_has_no_markup() -> None:
    assert code_lines("@misc{lakes,\n  year = 2026\n}") == [
        "    @misc{lakes,",
        "      year = 2026",
        "    }",
    ]
