"""The verifier at the desk: evidence that it suggests, and its second look at a judgement.

Both are for assisted claims only (`suggestions.is_assisted`), and neither keeps anybody from
submitting: what fails here is logged, and nothing is shown. What is suggested could also be
selected: within the claim's scope, with references.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from annotation.models import Attempt, Claim
from annotation.rules.machine_labels import MACHINE_LABELS
from annotation.rules.verifying.elements import ElementReference
from annotation.rules.verifying.faults import element_fault
from annotation.rules.verifying.warnings import EvidenceWarning
from annotation.selectors.verifying.elements import ShownElement
from annotation.selectors.verifying.evidence import source_of
from annotation.selectors.verifying.shown_sets import ShownSet
from annotation.services.verifying.suggestions import SuggestedElement, Suggestion, is_assisted
from campaigns.selectors.protocols import protocol_of

if TYPE_CHECKING:
    from assist.selectors.second_look import LookedSet

logger = logging.getLogger(__name__)


def suggest(claim: Claim) -> Suggestion | None:
    """Return the elements that the model in use would look at; no verdict, which would bias."""
    # It loads NumPy and the model, which few desks need.
    from assist.selectors.suggesting import suggest_elements

    corpus = claim.campaign.corpus
    assert corpus is not None
    found = suggest_elements(corpus=corpus, claim=claim.text)
    if found is None:
        return None
    protocol = protocol_of(claim.campaign)
    confidences = {
        ElementReference(page, address): confidence for page, address, confidence in found.elements
    }
    source = source_of({element.page for element in confidences}, claim, protocol)
    elements = [
        SuggestedElement(element, confidence)
        for element, confidence in confidences.items()
        if element_fault(element, 1, protocol.evidence, source) is None
    ]
    return Suggestion(found.provider, elements)


def second_look(
    *,
    attempt: Attempt,
    claim_text: str,
    verdict: str,
    sets: Sequence[ShownSet],
    clock: Callable[[], float],
) -> list[EvidenceWarning]:
    """Return what the machine would look at again, set by set; nothing without assistance.

    `clock` counts seconds: a look takes a part of one, then it ends.
    """
    label = MACHINE_LABELS.get(verdict)
    if label is None or not is_assisted(attempt):
        return []
    claim = Claim.with_gold.select_related("campaign__corpus").get(pk=attempt.at_claim)
    corpus = claim.campaign.corpus
    assert corpus is not None
    try:
        # It loads NumPy and the model, too.
        from assist.selectors.second_look import MOST_SETS, look_again

        notes = look_again(
            corpus=corpus,
            claim=claim_text,
            label=label,
            sets=[_looked(chosen) for chosen in sets[:MOST_SETS]],
            clock=clock,
        )
    except Exception:
        # Whatever the machine does, people can submit.
        logger.exception("The second look at claim %s failed.", claim.public_id)
        return []
    return [
        EvidenceWarning(note.code, note.number, {"number": note.number, "about": note.about})
        for note in notes
    ]


def _looked(chosen: ShownSet) -> LookedSet:
    from assist.selectors.second_look import LookedSet

    return LookedSet(
        number=chosen.number,
        elements=[(one.element.page, one.element.address) for one in chosen.elements],
        texts=list(dict.fromkeys(text for one in chosen.elements for text in _texts(one))),
    )


def _texts(shown: ShownElement) -> Iterator[str]:
    """Yield all that is read with an element: its context, its table's caption, and its text."""
    yield from (text for _, text in shown.context)
    if shown.place is not None and shown.place.table.caption is not None:
        yield shown.place.table.caption.text
    yield shown.text
