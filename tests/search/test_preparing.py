"""Preparing pages, alone and with programs to help: the same pages in the same order."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from search.documents import PageFacts
from search.preparing import Crew, Prepared, Source, prepare
from wiki.documents import pack
from wiki.parsing import parse_wikitext, write_feverous


def _source(number: int) -> Source:
    document = parse_wikitext(f"Page {number}", f"Text of river{number}.").document
    packed = pack(write_feverous(document))
    return Source(PageFacts(number, f"Page {number}", packed.digest), packed.data, ("Rivers",))


def _batches(count: int) -> Iterator[Sequence[Source]]:
    for number in range(count):
        yield [_source(2 * number), _source(2 * number + 1)]


def _told(found: Iterable[tuple[Sequence[Source], Prepared]]) -> list[tuple[object, ...]]:
    """What came of each batch; the words of a page have no order."""
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


def test_programs_give_what_one_process_gives_in_the_same_order() -> None:
    with Crew(pages=20, programs=2) as crew:
        found = list(crew.prepare(_batches(10)))
    with Crew(pages=20, programs=0) as alone:
        assert _told(found) == _told(alone.prepare(_batches(10)))
    assert [batch[0].facts.page_id for batch, _ in found] == [*range(0, 20, 2)]


def test_few_pages_are_not_worth_a_program() -> None:
    assert Crew(pages=100).size == 0
    assert Crew(pages=100_000).size >= 1


def test_what_a_killed_program_was_at_is_prepared_here() -> None:
    with Crew(pages=20, programs=1) as crew:
        (process_id,) = crew.process_ids
        found: list[tuple[Sequence[Source], Prepared]] = []
        for batch, prepared in crew.prepare(_batches(6)):
            if not found:
                os.kill(process_id, signal.SIGKILL)
            found.append((batch, prepared))
    assert _told(found) == _told((batch, prepare(batch)) for batch in _batches(6))


def test_programs_end_with_their_crew() -> None:
    with Crew(pages=20, programs=2) as crew:
        process_ids = crew.process_ids
        next(crew.prepare(_batches(10)))
    assert len(process_ids) == 2
    assert not any(os.path.exists(f"/proc/{process_id}") for process_id in process_ids)
