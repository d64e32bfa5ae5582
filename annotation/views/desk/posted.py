"""What a form of cards, or its script, sent, in the shape of a draft."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, QueryDict

from annotation.rules.checks.findings import Finding
from annotation.rules.writing.cards import Card, ClaimDraft, read_typed


def typed_in(post: QueryDict, cards: Sequence[Card]) -> dict[str, ClaimDraft]:
    """By key, what stands in each card."""
    sent = {
        card.key: {
            "text": post.get(f"{card.key}-text", "").replace("\r\n", "\n"),
            "base": post.get(f"{card.key}-base", ""),
            "verdict": post.get(f"{card.key}-verdict", ""),
            "tags": {
                ask.name: post.get(f"{card.key}-{ask.name}", "")
                for ask in card.asks
                if not ask.is_verdict
            },
            "overrides": post.getlist(f"{card.key}-fine"),
        }
        for card in cards
    }
    return read_typed(cards, {"claims": sent})


@dataclass(frozen=True, slots=True)
class Asked:
    """A card that a script wants checked, and what stands in all of them."""

    card: Card
    typed: dict[str, ClaimDraft]


def asked_to_check(request: HttpRequest, cards: Sequence[Card]) -> Asked | None:
    """Which card to check; none if that is not what was sent."""
    try:
        sent = json.loads(request.body)
    except (ValueError, RecursionError):
        return None
    key = str(sent.get("key")) if isinstance(sent, dict) else ""
    card = next((one for one in cards if one.key == key), None)
    return Asked(card, read_typed(cards, sent)) if card else None


def shown_card(
    card: Card, typed: ClaimDraft, *, is_open: bool, findings: Sequence[Finding]
) -> dict[str, object]:
    """What `card.html` shows."""
    said = {finding.message.code for finding in findings}
    return {
        "card": card,
        "typed": typed,
        "asks": [{"ask": ask, "answer": typed.answer(ask.name)} for ask in card.asks],
        "is_open": is_open,
        "findings": findings,
        # Warnings overridden before that are not shown now; those shown have their boxes.
        "kept": [code for code in typed.overrides if code not in said],
    }
