"""The contexts of the verification desk's templates: the desk itself, and its confirmation."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any

from django.conf import settings

from annotation.messages import warning_text
from annotation.models import Attempt
from annotation.rules.drafts import RoomDraft, elements_in_draft, read_verifying_draft
from annotation.rules.verifying.claim_terms import parts_of_claim, terms_of_claim
from annotation.rules.verifying.judgements import Judgement
from annotation.rules.verifying.keys import TAKEN, assign_keys
from annotation.rules.verifying.warnings import warnings_about
from annotation.selectors.verifying.desk import VerifyingDesk, describe_elements, shown_verdict
from annotation.selectors.verifying.evidence import LoadedEvidence
from annotation.selectors.verifying.shown_sets import shown_sets
from annotation.services.verifying import machine, suggestions
from annotation.views.desk.outside import header_line
from annotation.views.desk.own import corpus_of
from annotation.views.desk.room import RESULTS, page_context
from campaigns.protocols.judging import MOST_SETS


def desk_context(shown: VerifyingDesk, *, taken: Collection[str] = frozenset()) -> dict[str, Any]:
    """Return what the page of the desk shows; letters in `taken` are no keys of choices."""
    attempt, stored = shown.attempt, shown.draft
    body = stored.body if stored else {}
    draft = read_verifying_draft(body)
    limit = shown.protocol.evidence.set_limit
    return {
        **_room_context(attempt, draft.room),
        **_choices_context(shown, TAKEN | set(taken)),
        "attempt": attempt,
        "campaign": shown.campaign,
        "claim_text": shown.claim_text,
        "claim_parts": parts_of_claim(shown.claim_text),
        "claim_terms": terms_of_claim(shown.claim_text),
        "is_correction": shown.is_correction,
        "is_outside": attempt.assignment_id is None,
        "header_line": header_line(attempt),
        "is_assisted": shown.campaign.suggests_evidence and suggestions.is_assisted(attempt),
        # A correction and gold have none: nobody else waits for them.
        "lease_until": shown.lease_until,
        "lease_minutes": settings.LEASE_MINUTES,
        "is_lost": attempt.outcome == Attempt.Outcome.LOST,
        "set_limit": limit,
        # Each set has a key of its own: 1 to 9, and 0 for the tenth. Experts get more as they need.
        "set_keys": tuple((number, number % 10) for number in range(1, min(limit, MOST_SETS) + 1)),
        "skip_reasons": shown.stage.skip_reasons,
        "report_reasons": shown.protocol.acceptance.reasons,
        "known_elements": describe_elements(corpus_of(attempt), elements_in_draft(draft)),
        "draft_data": {
            "revision": stored.revision if stored else 0,
            "body": body,
            "saved_at": stored.saved_at if stored else None,
        },
        "checks_minimality": bool(shown.protocol.evidence.minimality),
        "overlay": "annotation/desk/verify/overlay.html",
        "has_own_search_box": True,
    }


def _choices_context(shown: VerifyingDesk, taken: Collection[str]) -> dict[str, Any]:
    """Return all that is chosen at the desk, each choice with its key."""
    question = shown.protocol.verdicts.question
    answers = question.answers if question else ()
    labels = [verdict.label for verdict in shown.verdicts]
    keys = assign_keys([*labels, *(answer.label for answer in answers)], taken=taken)
    values = [value for factor in shown.asked for value in factor.values]
    tag_keys = iter(assign_keys([value.label for value in values], taken=taken, upper=True))
    return {
        "verdicts": tuple(zip(shown.verdicts, keys[: len(labels)], strict=True)),
        "guideline_question": question,
        "answers": tuple(zip(answers, keys[len(labels) :], strict=True)),
        "asked": tuple(
            (factor, tuple((value, next(tag_keys)) for value in factor.values))
            for factor in shown.asked
        ),
    }


def _room_context(attempt: Attempt, room: RoomDraft) -> dict[str, Any]:
    """Return what the room shows first: the page that was open, else the search."""
    page = page_context(attempt, room.title) if room.title else None
    if page is not None:
        return {**page, "shown": "annotation/desk/room_page.html"}
    return {"corpus": corpus_of(attempt), "shown": RESULTS}


def confirmation_context(
    shown: VerifyingDesk, judgement: Judgement, source: LoadedEvidence
) -> dict[str, Any]:
    """Return what the confirmation of a judgement without faults shows."""
    question = shown.protocol.verdicts.question
    answers = {answer.name: answer for answer in question.answers} if question else {}
    warnings = warnings_about(shown.claim_text, judgement.numbered_sets, source.documents)
    sets = shown_sets(judgement.numbered_sets, source.pages)
    if shown.campaign.suggests_evidence:
        warnings += machine.second_look(
            attempt=shown.attempt,
            claim_text=shown.claim_text,
            verdict=judgement.verdict,
            sets=sets,
            clock=time.monotonic,
        )
    return {
        "claim_text": shown.claim_text,
        "verdict": shown_verdict(shown.protocol, judgement.verdict),
        "question": question.text if question else "",
        "answer": answers.get(judgement.answer),
        "tags": [
            (factor.label, factor.value(judgement.tags[factor.name]).label)
            for factor in shown.asked
        ],
        "note": judgement.note.strip(),
        "sets": sets,
        "warnings": [{"code": warning.code, "text": warning_text(warning)} for warning in warnings],
    }
