"""Claims that a program makes up from the pages of a corpus, for a first model to learn from.

Each topic gives a true, a false and an undecidable claim with its evidence, and both verdicts
beside another sentence of its page: what is about the same thing need not say anything about it.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from random import Random
from uuid import UUID

from assist.claim_sources import GoldClaim
from quality.simulation.claims import left_open, page_topics
from quality.simulation.people import dice_for
from quality.simulation.statements import SimulatedStatement
from wiki.models import Page
from wiki.parsing.elements import Sentence
from wiki.selectors.pages import document_of

# Enough for a small model; of larger corpora, pages are taken by lot.
MOST_PAGES = 300
_AT_ONCE = 50
# Of a sentence that is cut short.
_FEWEST_WORDS = 6
_SEED = 0


def simulated_claims(public_id: UUID) -> Iterator[GoldClaim]:
    """Yield a true, a false and an undecidable claim for each topic of the pages of a corpus."""
    pages = Page.objects.filter(
        corpus__public_id=public_id, is_disambiguation=False, corpus__is_being_deleted=False
    )
    drawn = heapq.nsmallest(
        MOST_PAGES,
        pages.values_list("title", "pk").iterator(),
        key=lambda row: (dice_for(_SEED, row[0]).random(), row[0]),
    )
    for start in range(0, len(drawn), _AT_ONCE):
        chosen = [key for _, key in drawn[start : start + _AT_ONCE]]
        rows = Page.objects.filter(pk__in=chosen).select_related("content").order_by("title")
        for page in rows:
            document = document_of(page)
            others = [
                block.address
                for block in document.blocks
                if isinstance(block, Sentence) and not block.is_hatnote
            ]
            dice = dice_for(_SEED, page.title)
            for topic in page_topics(document, dice):
                both = (topic.state(is_true=True), topic.state(is_true=False))
                yield from _claims(*both, dice)
                yield from _beside_the_point(both, page.title, others, dice)


def _claims(
    true: SimulatedStatement, false: SimulatedStatement, dice: Random
) -> Iterator[GoldClaim]:
    yield _claim(true.text, "SUPPORTS", true)
    yield _claim(false.text, "REFUTES", false)
    yield _claim(left_open(true, dice).text, "NOT ENOUGH INFO", true)
    if (shorter := _shortened(true.text)) is not None:
        yield _claim(shorter, "SUPPORTS", true)


def _claim(text: str, label: str, made: SimulatedStatement) -> GoldClaim:
    elements = tuple((element.page, element.address) for element in made.evidence)
    return GoldClaim(text, label, (elements,))


def _beside_the_point(
    both: Sequence[SimulatedStatement], title: str, sentences: list[str], dice: Random
) -> Iterator[GoldClaim]:
    """Yield the claims of a topic with sentences of its page that are not its evidence."""
    used = {element.address for element in both[0].evidence}
    others = [address for address in sentences if address not in used]
    if not others or len(used) > 1 or not used & set(sentences):
        return
    for made in both:
        yield GoldClaim(made.text, "NOT ENOUGH INFO", (((title, dice.choice(others)),),))


def _shortened(text: str) -> str | None:
    """Return what a sentence says before its first pause, if that can stand alone."""
    start, pause, _ = text.partition(" and ")
    if not pause or "," in start or len(start.split()) < _FEWEST_WORDS:
        return None
    return f"{start}."
