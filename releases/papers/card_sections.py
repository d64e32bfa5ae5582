"""The sections of a datasheet that its manager has answered. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from releases.dataset.rules.cards import CardAnswers

NOT_ANSWERED = "The manager has not answered this."


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question with what the manager has said, in lines."""

    question: str
    text: str


def card_of(manifest: Mapping[str, Any]) -> CardAnswers | None:
    """Return the card of a release; None for an import about which nobody was asked."""
    card = CardAnswers.from_json(manifest.get("card", {}))
    return None if manifest["origin"] == "imported" and card == CardAnswers() else card


def about(card: CardAnswers | None) -> tuple[AnsweredQuestion, ...]:
    """Return who made the dataset and how it may be used."""
    if card is None:
        return ()
    return (
        *([AnsweredQuestion("Summary", card.summary)] if card.summary else ()),
        _answer("Authors", "\n".join(card.authors)),
        *([AnsweredQuestion("Citation", card.citation)] if card.citation else ()),
        _answer("Licence of claims, verdicts and choice of evidence", card.licence),
        *([AnsweredQuestion("DOI", card.doi_address)] if card.doi else ()),
        _answer("Contact", card.contact),
    )


def questions(card: CardAnswers | None) -> tuple[AnsweredQuestion, ...]:
    """Return the questions about the people and the content, answered or not."""
    if card is None:
        return ()
    return (
        _answer("How were the people who wrote and verified claims paid?", card.pay),
        _answer("What did they agree to, and how?", card.consent),
        _answer("Was the study reviewed by an ethics board?", card.ethics_review),
        _answer("Who funded the dataset?", card.funding),
        _answer(
            "May claims or pages offend or upset readers, and what was done against that?",
            card.offensive_content,
        ),
    )


def _answer(question: str, text: str) -> AnsweredQuestion:
    return AnsweredQuestion(question, text or NOT_ANSWERED)
