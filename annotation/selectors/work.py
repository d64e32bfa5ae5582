"""Who is on what, what was skipped and why, what was asked: the managers' view of the work."""

from __future__ import annotations

from django.db.models import F, Prefetch, Q, QuerySet
from django.db.models.functions import Coalesce

from annotation.models import Attempt, Campaign, Question, Reply, Skip


def open_attempts(campaign: Campaign) -> QuerySet[Attempt]:
    """Who is on what now, with pages, claims and `until`, the next lease to end first."""
    of_campaign = Q(highlight__campaign=campaign) | Q(assignment__campaign=campaign)
    return (
        Attempt.objects.filter(of_campaign, outcome=Attempt.Outcome.OPEN)
        .select_related(
            "annotator",
            "highlight__page",
            "highlight__holder",
            "highlight__campaign",
            "assignment__claim",
            "assignment__holder",
        )
        .annotate(until=Coalesce("highlight__lease_until", "assignment__lease_until"))
        .order_by("until", "pk")
    )


def skips_in(campaign: Campaign) -> QuerySet[Skip]:
    """Every skip with its page and who skipped, the newest first."""
    return (
        Skip.objects.filter(attempt__highlight__campaign=campaign)
        .select_related("attempt__annotator", "attempt__highlight__page")
        .order_by("-skipped_at", "-pk")
    )


def questions_in(campaign: Campaign) -> QuerySet[Question]:
    """Every question with its thread: those that wait first, the longest waiting before."""
    return (
        Question.objects.filter(campaign=campaign)
        .select_related("attempt__annotator", "attempt__highlight__page")
        .prefetch_related(
            Prefetch("replies", Reply.objects.select_related("author").order_by("written_at", "pk"))
        )
        .order_by(F("answered_at").desc(nulls_first=True), "asked_at", "pk")
    )
