"""The verifier's opinion on a claim, for the person who writes it.

Off unless the campaign turns it on, and then for the highlights that were dealt it, whoever writes
from them; never in calibration. Feedback from a model makes a collection adversarial, so each
question and each answer is in the log, and neither keeps anybody from submitting.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction

from annotation.models import LONGEST_CLAIM, Attempt, Highlight, InteractionKind
from annotation.rules.machine_labels import MACHINE_LABELS
from annotation.rules.writing.cards import Card
from annotation.selectors.desk.attempts import campaign_of, highlight_of
from annotation.services.desk import act_limits, leases, stages
from annotation.services.desk.act_limits import LimitedAct
from annotation.services.logs import interactions
from campaigns.selectors.protocols import protocol_of
from search import SearchError

if TYPE_CHECKING:
    from assist.selectors.claim_feedback import MachineFeedback

logger = logging.getLogger(__name__)

# Why there is no answer, beside the codes of NoModelError.
NO_SEARCH, FAILED = "no_search", "failed"
PROBLEMS = frozenset({NO_SEARCH, FAILED})


class NoFeedbackError(Exception):
    """The verifier is not asked about claims of this highlight."""


class UnaskableTextError(Exception):
    """A text about which nothing can be asked; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class ClaimFeedback:
    """The verifier's answer, or the problem for which there is none."""

    answer: MachineFeedback | None
    problem: str = ""
    # The verdict that the writer intends; empty if none is known.
    intended: str = ""

    @property
    def is_solved(self) -> bool | None:
        """Return whether the verifier gives the intended verdict; None if that cannot be said."""
        label = MACHINE_LABELS.get(self.intended)
        if self.answer is None or label is None or not self.answer.label:
            return None
        return self.answer.label == label and not self.answer.reason


def is_given(attempt: Attempt) -> bool:
    """Return whether the verifier may be asked in this attempt."""
    if attempt.purpose != Attempt.Purpose.WRITE:
        return False
    is_dealt = highlight_of(attempt).feedback == Highlight.Feedback.SHOWN
    return is_dealt and bool(protocol_of(campaign_of(attempt)).feedback.shown)


def ask_feedback(
    *,
    attempt: Attempt,
    card: Card,
    text: str,
    verdict: str,
    now: datetime,
    clock: Callable[[], float],
) -> ClaimFeedback:
    """Return what the verifier makes of a text on a card. `clock` counts seconds.

    Raise NoFeedbackError, UnaskableTextError, LeaseLostError, CampaignArchivedError or
    TooOftenError; then nothing is asked.
    """
    if not is_given(attempt):
        raise NoFeedbackError
    text = " ".join(text.split())
    if not text or "\0" in text:
        raise UnaskableTextError("empty")
    if len(text) > LONGEST_CLAIM:
        raise UnaskableTextError("too_long")
    intended = card.dealt_verdict or (verdict if verdict in MACHINE_LABELS else "")
    place = {"slot": card.slot.name, "place": card.place}
    _record_question(attempt, {**place, "text": text}, now)
    begun = clock()
    feedback = _feedback(attempt, text, intended, clock)
    with transaction.atomic():
        interactions.record_server_acts(
            attempt=attempt,
            acts=[(InteractionKind.FEEDBACK_SHOWN, {**place, **_logged(feedback)})],
            now=now + timedelta(seconds=clock() - begun),
        )
    return feedback


@transaction.atomic
def _record_question(attempt: Attempt, body: dict[str, Any], now: datetime) -> None:
    """Record a question, if it may be asked."""
    stages.check_not_archived(campaign_of(attempt))
    act_limits.hold_person(attempt.annotator_id)
    act_limits.check_rate(act=LimitedAct.FEEDBACK, person_id=attempt.annotator_id, now=now)
    held = interactions.hold_log(attempt)
    if held.outcome != Attempt.Outcome.OPEN:
        raise leases.LeaseLostError
    if not interactions.has_room(held):
        # What nobody could read in the log is not asked.
        raise NoFeedbackError
    interactions.record_server_acts(
        attempt=attempt, acts=[(InteractionKind.FEEDBACK_ASKED, body)], now=now
    )


def _feedback(
    attempt: Attempt, text: str, intended: str, clock: Callable[[], float]
) -> ClaimFeedback:
    highlight, corpus = highlight_of(attempt), campaign_of(attempt).corpus
    assert corpus is not None
    # They load NumPy and the model, which few desks need.
    from assist.selectors.claim_feedback import feedback_on
    from assist.selectors.loaded import NoModelError

    try:
        answer = feedback_on(
            corpus=corpus,
            claim=text,
            page=highlight.page.title,
            addresses=highlight.addresses,
            clock=clock,
        )
    except NoModelError as error:
        return ClaimFeedback(None, error.code, intended)
    except SearchError:
        return ClaimFeedback(None, NO_SEARCH, intended)
    except Exception:
        # Whatever the machine does, people can write.
        logger.exception("The feedback on a claim of attempt %s failed.", attempt.public_id)
        return ClaimFeedback(None, FAILED, intended)
    return ClaimFeedback(answer, intended=intended)


def _logged(feedback: ClaimFeedback) -> dict[str, Any]:
    """Return what was shown, as the log has it."""
    answer = feedback.answer
    if answer is None:
        return {"problem": feedback.problem}
    return {
        "provider": answer.provider,
        "pages": answer.pages,
        "page_rank": answer.page_rank,
        "elements": answer.elements,
        "elements_found": answer.elements_found,
        "label": answer.label,
        "probability": round(answer.probability, 4),
        "reason": str(answer.reason),
        "intended": feedback.intended,
        "solved": feedback.is_solved,
        "linked_words": [link.words for link in answer.links],
        "linked_cells": [cell.address for link in answer.links for cell in link.cells],
    }
