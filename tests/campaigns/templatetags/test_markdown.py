"""Guidelines as HTML: headings below the page's own, and nothing in the text is run."""

from __future__ import annotations

import pytest

from campaigns.protocols import registry
from campaigns.templatetags.markdown import to_html


def test_headings_start_below_the_pages_own() -> None:
    assert to_html("# One\n## Two") == (
        '<h2 id="clause-one">One</h2>\n<h3 id="clause-two">Two</h3>\n'
    )
    assert to_html("### Deep\n#### Deeper") == (
        '<h2 id="clause-deep">Deep</h2>\n<h3 id="clause-deeper">Deeper</h3>\n'
    )
    assert to_html("# One\n###### Six") == (
        '<h2 id="clause-one">One</h2>\n<h6 id="clause-six">Six</h6>\n'
    )


def test_the_usual_marks_are_known() -> None:
    assert to_html("A *plain* **strong** [link](https://example.org/)") == (
        '<p>A <em>plain</em> <strong>strong</strong> <a href="https://example.org/">link</a></p>\n'
    )
    assert "<table>" in to_html("| a | b |\n|---|---|\n| 1 | 2 |")


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "a <img src=x onerror=alert(1)> b",
        "[x](javascript:alert(1))",
        "![x](https://example.org/pixel.png)",
        "[x](data:text/html;base64,PHN2Zz4=)",
        "[x]: javascript:alert(1)\n\n[x]",
    ],
)
def test_nothing_in_the_text_is_run_or_fetched(text: str) -> None:
    html = to_html(text)
    assert "<script" not in html
    assert "<img" not in html
    assert 'href="javascript' not in html
    assert 'href="data' not in html


@pytest.mark.parametrize("name", sorted(registry.PROTOCOLS))
def test_the_guidelines_that_ship_are_good_markdown(name: str) -> None:
    html = to_html(registry.default_guidelines(name))
    assert html.startswith("<h2 id=")
    assert "<h1" not in html
    assert "**" not in html
