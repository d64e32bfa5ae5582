"""The document of the figures keeps what was measured elsewhere."""

from __future__ import annotations

from benchmarks._document import HEAD, document_of, sections_of

EARLIER = (
    HEAD
    + """
## Parsing

`make bench ONLY=parsing` (then)

| figure |
|---|
| 1 |

## Starting

`make bench ONLY=starting` (then)

By hand.
"""
)


def test_a_document_read_and_written_is_the_same() -> None:
    assert document_of(sections_of(EARLIER)) == EARLIER


def test_a_section_that_was_measured_again_takes_the_place_of_the_earlier_one() -> None:
    new = "## Parsing\n\n`make bench ONLY=parsing` (now)\n"
    document = document_of({**sections_of(EARLIER), "parsing": new})
    assert document == HEAD + "\n" + new + "\n" + sections_of(EARLIER)["starting"]
