"""Sentences of several pages as one text, as they are learned from and judged."""

from __future__ import annotations

from collections.abc import Iterable


def with_titles(sentences: Iterable[tuple[str, str]]) -> str:
    """Return sentences, each after its page, as one text: a title once, before its first one."""
    told = {""}
    parts: list[str] = []
    for page, text in sentences:
        if page not in told:
            told.add(page)
            parts.append(f"{page} .")
        parts.append(text)
    return " ".join(parts)
