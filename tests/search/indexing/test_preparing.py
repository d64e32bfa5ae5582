"""Preparing pages, alone and with programs to help: the same pages in the same order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from core.programs import ProgramPool
from search.indexing.documents import PageMetadata
from search.indexing.preparing import PROGRAM, PreparedPages, StoredPage, pool_for, prepare
from wiki.documents import pack
from wiki.parsing.feverous import write_feverous
from wiki.parsing.wikitext import parse_wikitext


def _source(number: int) -> StoredPage:
    document = parse_wikitext(f"Page {number}", f"Text of river{number}.").document
    packed = pack(write_feverous(document))
    metadata = PageMetadata(number, f"Page {number}", packed.digest, categories=("Rivers",))
    return StoredPage(metadata, packed.data)


def _batches(count: int) -> Iterator[Sequence[StoredPage]]:
    for number in range(count):
        yield [_source(2 * number), _source(2 * number + 1)]


def _summary(
    found: Iterable[tuple[Sequence[StoredPage], PreparedPages]],
) -> list[tuple[object, ...]]:
    """Return the result for each batch; the words of a page have no order."""
    return [(batch, prepared.documents, Counter(prepared.words)) for batch, prepared in found]


def test_words_are_counted_by_pages() -> None:
    prepared = prepare([_source(1), _source(2)])
    assert Counter(prepared.words) == {
        "page": 2,
        "text": 2,
        "of": 2,
        "1": 1,
        "2": 1,
        "river1": 1,
        "river2": 1,
    }
    assert [page.fields["categories"] for page in prepared.documents] == ["¶ rivers", "¶ rivers"]


def test_programs_give_what_one_process_gives() -> None:
    with ProgramPool(PROGRAM, prepare, programs=2) as pool:
        found = list(pool.results(_batches(10)))
    assert _summary(found) == _summary((batch, prepare(batch)) for batch in _batches(10))


def test_few_pages_are_not_worth_a_program() -> None:
    assert pool_for(100).size == 0
    assert pool_for(100_000).size >= 1
