"""Batches of limited number and size. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

# A batch ends with the item by which it gets this large.
BYTES_AT_ONCE = 4 * 2**20


def batches(
    items: Iterable[T], size_of: Callable[[T], int], *, most: int, size: int = BYTES_AT_ONCE
) -> Iterator[list[T]]:
    """Yield lists of at most `most` items, each ending where its items reach this size."""
    batch: list[T] = []
    room = size
    for item in items:
        batch.append(item)
        room -= size_of(item)
        if len(batch) >= most or room <= 0:
            yield batch
            batch, room = [], size
    if batch:
        yield batch
