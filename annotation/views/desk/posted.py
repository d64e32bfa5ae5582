"""What a form of cards sent, in the shape of a draft."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import QueryDict

from annotation.cards import Card, Typed, read_typed


def typed_in(post: QueryDict, cards: Sequence[Card]) -> dict[str, Typed]:
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


def shown_card(card: Card, typed: Typed, **more: object) -> dict[str, object]:
    """What `card.html` shows."""
    asks = [{"ask": ask, "answer": typed.answer(ask.name)} for ask in card.asks]
    return {"card": card, "typed": typed, "asks": asks, **more}
