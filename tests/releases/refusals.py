"""Refusals in words, as people read them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from releases.dataset.rules.refusals import RefusedError
from releases.messages import refusal_text


@contextmanager
def refused(kind: type[RefusedError], match: str = "") -> Iterator[None]:
    """Expect a refusal whose words match a pattern."""
    with pytest.raises(kind) as caught:
        yield
    words = refusal_text(caught.value.refusal)
    assert re.search(match, words), words
