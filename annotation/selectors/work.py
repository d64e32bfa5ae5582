"""Who is on what, what was skipped and why, what was asked: the managers' view of the work."""

from __future__ import annotations

from django.db.models import F, Prefetch, QuerySet

from annotation.models import Campaign, Highlight, Question, Reply, Skip


def held_highlights(campaign: Campaign) -> QuerySet[Highlight]:
    """What people hold now, with page and holder, the next lease to end first."""
    held = Highlight.objects.filter(campaign=campaign, state=Highlight.State.HELD)
    return held.select_related("page", "holder").order_by("lease_until", "pk")


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
