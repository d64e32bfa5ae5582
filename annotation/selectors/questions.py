"""Reading one's own questions: what was asked and answered, and nothing of others' work."""

from __future__ import annotations

from django.db.models import F, Prefetch, Q, QuerySet

from accounts.models import User
from annotation.models import Question, Reply


def questions_of(person: User) -> QuerySet[Question]:
    """A person's questions with their threads, those with news first, then the newest."""
    replies = Reply.objects.select_related("author").order_by("written_at", "pk")
    return (
        Question.objects.filter(attempt__annotator=person)
        .select_related("campaign", "attempt__highlight__page", "attempt__claim")
        .prefetch_related(Prefetch("replies", replies))
        .annotate(news_first=is_news())
        .order_by(F("news_first").desc(), "-asked_at", "-pk")
    )


def is_news() -> Q:
    """Answered since who asked last looked."""
    return Q(answered_at__isnull=False) & (
        Q(read_at__isnull=True) | Q(answered_at__gt=F("read_at"))
    )


def count_news(person: User) -> int:
    """How many answers a person has not read yet."""
    return Question.objects.filter(is_news(), attempt__annotator=person).count()
