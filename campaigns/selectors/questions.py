"""Questions: a person's own, and all of a campaign."""

from __future__ import annotations

from django.db.models import F, Prefetch, Q, QuerySet
from django.db.models.functions import Coalesce

from accounts.models import User
from campaigns.models import Campaign, Question, Reply
from campaigns.selectors.campaigns import count_in_campaign


def questions_of(person: User) -> QuerySet[Question]:
    """Return a person's questions with their threads, those with news first, then the newest."""
    return (
        Question.objects.filter(asker=person)
        .select_related("campaign")
        .prefetch_related(_threads())
        .annotate(news_first=is_news())
        .order_by(F("news_first").desc(), "-asked_at", "-pk")
    )


def questions_in(campaign: Campaign) -> QuerySet[Question]:
    """Return a campaign's questions with their threads, those that wait longest first."""
    return (
        Question.objects.filter(campaign=campaign)
        .select_related("asker")
        .prefetch_related(_threads())
        .order_by(F("answered_at").desc(nulls_first=True), "asked_at", "pk")
    )


def is_news() -> Q:
    """Return the condition that a question was answered since its asker last looked."""
    return Q(answered_at__isnull=False) & (
        Q(read_at__isnull=True) | Q(answered_at__gt=F("read_at"))
    )


def count_news(person: User) -> int:
    """Return how many answers a person has not read yet."""
    return Question.objects.filter(is_news(), asker=person).count()


def open_questions() -> Coalesce:
    """Return how many questions of a campaign wait for an answer, as an expression."""
    return count_in_campaign(Question.objects.filter(answered_at=None))


def _threads() -> Prefetch[str]:
    return Prefetch("replies", Reply.objects.select_related("author").order_by("written_at", "pk"))
