"""Batches of consecutive pages, always cut at the same places.

A batch is written in one short transaction, so it is bounded in pages and in text.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable

from core.readers import Alive, ignore
from wiki.dump.records import ArticleSelection, Batch, Damage, DumpError, SourcePage

PAGES_IN_BATCH = 40
TEXT_IN_BATCH = 400_000


def cut_into_batches(
    entries: Iterable[SourcePage | Damage | None],
    *,
    selection: ArticleSelection,
    position: Callable[[], int],
    start: int = 0,
    alive: Alive = ignore,
) -> Generator[Batch]:
    """Yield the batches from number `start` on.

    If reading fails, yield the pages before the failure first, then raise the error. `alive` is
    called with every entry, whether it is in a batch or not.
    """
    number = skipped = size = 0
    pages: list[SourcePage] = []
    damages: list[Damage] = []
    failure: DumpError | None = None
    remaining = iter(entries)
    while True:
        try:
            entry = next(remaining)
        except StopIteration:
            break
        except DumpError as error:
            failure = error
            break
        alive()
        if isinstance(entry, Damage):
            damages.append(entry)
        elif entry is None or not selection.wants(entry):
            skipped += 1
            continue
        else:
            pages.append(entry)
            size += len(entry.text)
        if len(pages) + len(damages) >= PAGES_IN_BATCH or size >= TEXT_IN_BATCH:
            if number >= start:
                yield Batch(number, tuple(pages), tuple(damages), skipped, position())
            number, skipped, size, pages, damages = number + 1, 0, 0, [], []
    if number >= start and (pages or damages or skipped):
        yield Batch(number, tuple(pages), tuple(damages), skipped, position())
    if failure is not None:
        raise failure
