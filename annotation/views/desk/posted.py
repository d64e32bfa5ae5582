"""Drafts of cards as a form or a script sends them, and cards as a page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, QueryDict

from annotation.messages import finding_text
from annotation.rules import requests
from annotation.rules.checks.findings import Finding
from annotation.rules.drafts import ClaimDraft, read_claim_drafts, shortened
from annotation.rules.writing.cards import Card
from core.structs import BadDataError, DataFault, decode_json


def posted_drafts(post: QueryDict, cards: Sequence[Card]) -> dict[str, ClaimDraft]:
    """Return the draft of each card that a form sent, by the card's key."""
    posted = {
        card.key: {
            "text": post.get(f"{card.key}-text", "").replace("\r\n", "\n"),
            "base": post.get(f"{card.key}-base", ""),
            "verdict": post.get(f"{card.key}-verdict", ""),
            "tags": {
                question.name: post.get(f"{card.key}-{question.name}", "")
                for question in card.questions
                if not question.is_verdict
            },
            "overrides": post.getlist(f"{card.key}-fine"),
        }
        for card in cards
    }
    return read_claim_drafts(posted, posted)


@dataclass(frozen=True, slots=True)
class CardToCheck:
    """A card that a script wants checked, and the drafts of all cards."""

    card: Card
    drafts: dict[str, ClaimDraft]


def card_to_check(request: HttpRequest, cards: Sequence[Card]) -> CardToCheck:
    """Return the card that a request is about; raise BadDataError if there is none."""
    sent = decode_json(requests.CHECK, request.body)
    by_key = {card.key: card for card in cards}
    if sent.key not in by_key:
        raise BadDataError(DataFault.WRONG, "key", "No card has this key.")
    drafts = {key: shortened(sent.claims.get(key, ClaimDraft())) for key in by_key}
    return CardToCheck(by_key[sent.key], drafts)


def shown_card(
    card: Card, draft: ClaimDraft, *, is_open: bool, findings: Sequence[Finding]
) -> dict[str, object]:
    """Return what `card.html` shows."""
    shown = {finding.message.code for finding in findings}
    return {
        "card": card,
        "typed": draft,
        "asks": [
            {"ask": question, "answer": draft.answer(question.name)} for question in card.questions
        ],
        "is_open": is_open,
        "findings": [
            {
                "severity": finding.severity,
                "code": finding.message.code,
                "text": finding_text(finding),
            }
            for finding in findings
        ],
        # Warnings overridden before that are not shown now; those shown have their boxes.
        "kept": [code for code in draft.overrides if code not in shown],
    }
