"""Language questions and paragraphs for screening: written, changed, withdrawn, in files."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import Max, QuerySet

from accounts.models import User
from annotation.models import ScreeningParagraph, ScreeningQuestion
from annotation.models.screening import (
    LONGEST_OPTION,
    LONGEST_PARAGRAPH,
    LONGEST_QUESTION,
    MOST_OPTIONS,
)
from annotation.rules.calibration.screening_files import (
    SCREENING_LINE,
    ParagraphLine,
    QuestionLine,
    ScreeningLine,
)
from annotation.selectors.calibration.screening import paragraphs_in_use, questions_in_use
from annotation.services.calibration.line_imports import import_lines
from campaigns.models import Campaign
from campaigns.services.campaigns import hold_campaign
from core.services import audit


class MaterialRefusedError(Exception):
    """A question or paragraph that cannot be stored; `field` and `code` say why."""

    def __init__(self, field: str, code: str) -> None:
        super().__init__(f"{field}: {code}")
        self.field = field
        self.code = code


class QuestionInUseError(Exception):
    """Candidates have got this question, so it stays as it is."""


@transaction.atomic
def add_question(
    *,
    campaign: Campaign,
    text: str,
    options: Sequence[str],
    right: int,
    actor: User | None,
    now: datetime,
) -> ScreeningQuestion:
    """Store a language question; `right` is the place of the right option, from 0."""
    held = hold_campaign(campaign)
    text, answers = _checked_question(held, text, options, right)
    made = ScreeningQuestion.objects.create(
        campaign=held,
        text=text,
        options=answers,
        right=right,
        position=_next_position(ScreeningQuestion.objects.filter(campaign=held)),
        made_by=actor,
        made_at=now,
    )
    audit.record(actor=actor, action="screening_question.made", target=made, now=now)
    return made


@transaction.atomic
def change_question(
    *,
    question: ScreeningQuestion,
    text: str,
    options: Sequence[str],
    right: int,
    actor: User,
    now: datetime,
) -> None:
    """Change a question that nobody has got yet."""
    hold_campaign(question.campaign)
    held = ScreeningQuestion.objects.select_for_update(no_key=True).get(pk=question.pk)
    if held.withdrawn_at is not None or held.asked.exists():
        raise QuestionInUseError
    held.text, held.options = _checked_question(
        question.campaign, text, options, right, besides=held.pk
    )
    held.right = right
    held.save(update_fields=["text", "options", "right"])
    audit.record(actor=actor, action="screening_question.changed", target=held, now=now)


@transaction.atomic
def withdraw_question(*, campaign: Campaign, public_id: UUID, actor: User, now: datetime) -> bool:
    """Withdraw a question: nobody gets it any more, and where it is open it no longer counts."""
    hold_campaign(campaign)
    found = questions_in_use(campaign).filter(public_id=public_id).first()
    return _withdraw(found, "screening_question.withdrawn", actor, now)


@transaction.atomic
def add_paragraph(
    *, campaign: Campaign, text: str, title: str = "", actor: User | None, now: datetime
) -> ScreeningParagraph:
    """Store a paragraph to summarise."""
    held = hold_campaign(campaign)
    text = " ".join(text.split())
    _check("text", text, LONGEST_PARAGRAPH)
    if "\0" in title:
        raise MaterialRefusedError("title", "characters")
    if paragraphs_in_use(held).filter(text=text).exists():
        raise MaterialRefusedError("text", "twice")
    made = ScreeningParagraph.objects.create(
        campaign=held,
        text=text,
        title=title[:255],
        position=_next_position(ScreeningParagraph.objects.filter(campaign=held)),
        made_by=actor,
        made_at=now,
    )
    audit.record(actor=actor, action="screening_paragraph.made", target=made, now=now)
    return made


@transaction.atomic
def withdraw_paragraph(*, campaign: Campaign, public_id: UUID, actor: User, now: datetime) -> bool:
    """Withdraw a paragraph: who has begun to summarise it goes on, nobody else gets it."""
    hold_campaign(campaign)
    found = paragraphs_in_use(campaign).filter(public_id=public_id).first()
    return _withdraw(found, "screening_paragraph.withdrawn", actor, now)


def _withdraw(
    found: ScreeningQuestion | ScreeningParagraph | None, action: str, actor: User, now: datetime
) -> bool:
    if found is None:
        return False
    found.withdrawn_at = now
    found.save(update_fields=["withdrawn_at"])
    audit.record(actor=actor, action=action, target=found, now=now)
    return True


def _next_position(
    rows: QuerySet[ScreeningQuestion] | QuerySet[ScreeningParagraph],
) -> int:
    last: int | None = rows.aggregate(last=Max("position"))["last"]
    return (last or 0) + 1


def _checked_question(
    campaign: Campaign, text: str, options: Sequence[str], right: int, besides: int = 0
) -> tuple[str, list[str]]:
    text = text.strip()
    _check("text", text, LONGEST_QUESTION)
    answers = [option.strip() for option in options]
    if not 2 <= len(answers) <= MOST_OPTIONS:
        raise MaterialRefusedError("options", "number")
    for answer in answers:
        _check("options", answer, LONGEST_OPTION)
    if len({answer.casefold() for answer in answers}) < len(answers):
        raise MaterialRefusedError("options", "twice")
    if not 0 <= right < len(answers):
        raise MaterialRefusedError("right", "none")
    # Many questions begin alike: “Which sentence is correct?”
    alike = questions_in_use(campaign).filter(text=text).exclude(pk=besides)
    if answers in alike.values_list("options", flat=True):
        raise MaterialRefusedError("text", "twice")
    return text, answers


def _check(field: str, text: str, most: int) -> None:
    if not text:
        raise MaterialRefusedError(field, "empty")
    if len(text) > most:
        raise MaterialRefusedError(field, "long")
    if "\0" in text:
        raise MaterialRefusedError(field, "characters")


def import_material(
    *,
    campaign: Campaign,
    data: bytes,
    actor: User | None,
    now: datetime,
    elapsed: Callable[[], float] = time.monotonic,
) -> int:
    """Store every question and paragraph of a file, all or nothing; return how many.

    `elapsed` returns the seconds of a running clock.
    """
    return import_lines(
        data,
        SCREENING_LINE,
        lambda line: _import_line(campaign, line, actor, now),
        refusals=(MaterialRefusedError,),
        elapsed=elapsed,
    )


def _import_line(
    campaign: Campaign, line: ScreeningLine, actor: User | None, now: datetime
) -> None:
    if isinstance(line, QuestionLine):
        add_question(
            campaign=campaign,
            text=line.text,
            options=line.options,
            right=line.right - 1,
            actor=actor,
            now=now,
        )
    else:
        add_paragraph(campaign=campaign, text=line.text, title=line.title, actor=actor, now=now)


def export_material(campaign: Campaign) -> Iterator[bytes]:
    """Yield the questions and paragraphs in use, one JSON object a line."""
    for question in questions_in_use(campaign).order_by("position"):
        line = QuestionLine(text=question.text, options=question.options, right=question.right + 1)
        yield msgspec.json.encode(line) + b"\n"
    for paragraph in paragraphs_in_use(campaign).order_by("position"):
        yield msgspec.json.encode(ParagraphLine(text=paragraph.text, title=paragraph.title)) + b"\n"
