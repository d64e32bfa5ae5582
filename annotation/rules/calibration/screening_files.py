"""Language questions and paragraphs as lines of JSON: the structs of a line. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta, Struct


class QuestionLine(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind", tag="question"
):
    """A language question. `right` is the number of the right option, from 1."""

    text: Annotated[str, Meta(max_length=1_000)]
    options: Annotated[
        Sequence[Annotated[str, Meta(max_length=300)]], Meta(min_length=2, max_length=9)
    ]
    right: Annotated[int, Meta(ge=1, le=9)]


class ParagraphLine(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind", tag="paragraph"
):
    """A paragraph to summarise, with the title of its page if it is from one."""

    text: Annotated[str, Meta(max_length=5_000)]
    title: Annotated[str, Meta(max_length=255)] = ""


ScreeningLine = QuestionLine | ParagraphLine
SCREENING_LINE = msgspec.json.Decoder(ScreeningLine)
