"""Interactions at the desk, one row for each."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from annotation.models.attempts import Attempt
from annotation.rules.logs.acts import EARLIEST, LATEST, SERVER_STREAM
from annotation.rules.logs.bodies import SERVER_KINDS
from core import append_only


class InteractionKind(models.TextChoices):
    STARTED = "started", _("Started")
    LOADING_STARTED = "loading_started", _("Loading started")
    LOADING_ENDED = "loading_ended", _("Loading finished")
    # The window lost the focus, and got it back.
    HIDDEN = "hidden", _("Switched to another window")
    SHOWN = "shown", _("Returned to this window")
    HEARTBEAT = "heartbeat", _("Heartbeat")
    INPUT = "input", _("Typed or clicked")
    SEARCHED = "searched", _("Searched")
    RESULTS_SHOWN = "results_shown", _("Results shown")
    RESULT_OPENED = "result_opened", _("Opened a result")
    PAGE_OPENED = "page_opened", _("Opened a page")
    LINK_FOLLOWED = "link_followed", _("Followed a link")
    SEARCHED_IN_PAGE = "searched_in_page", _("Searched on a page")
    PAGE_SEARCH_RESET = "page_search_reset", _("Closed the search on a page")
    WENT_TO_HIGHLIGHT = "went_to_highlight", _("Went to the highlight")
    WENT_BACK = "went_back", _("Went back")
    WENT_FORWARD = "went_forward", _("Went forward")
    GUIDELINES_OPENED = "guidelines_opened", _("Opened the guidelines")
    # Each element by itself, whatever the way: click, key, row, column, panel, undo…
    ELEMENT_SELECTED = "element_selected", _("Selected an element")
    ELEMENT_DESELECTED = "element_deselected", _("Deselected an element")
    SET_SWITCHED = "set_switched", _("Switched to another evidence set")
    UNDONE = "undone", _("Undid a step")
    REDONE = "redone", _("Redid a step")
    VERDICT_CHOSEN = "verdict_chosen", _("Chose a verdict")
    GUIDELINE_ANSWERED = "guideline_answered", _("Answered the guideline question")
    TAG_CHOSEN = "tag_chosen", _("Chose a tag")
    MINIMALITY_ANSWERED = "minimality_answered", _("Answered whether an element is needed")
    MINIMALITY_ENDED = "minimality_ended", _("Ended the check of the evidence")
    CONFIRMATION_OPENED = "confirmation_opened", _("Opened the confirmation")
    CONFIRMATION_LEFT = "confirmation_left", _("Closed the confirmation")
    SUGGESTION_SHOWN = "suggestion_shown", _("Suggestion shown")
    SUGGESTION_OPENED = "suggestion_opened", _("Opened a suggestion")
    SUGGESTION_USED = "suggestion_used", _("Used a suggestion")
    FEEDBACK_ASKED = "feedback_asked", _("Asked the verifier about a claim")
    FEEDBACK_SHOWN = "feedback_shown", _("Answer of the verifier shown")
    DRAFT_SAVED = "draft_saved", _("Saved a draft")
    WARNING_SHOWN = "warning_shown", _("Warning shown")
    WARNING_OVERRIDDEN = "warning_overridden", _("Overrode a warning")
    PAUSED = "paused", _("Paused")
    SUBMITTED = "submitted", _("Submitted")
    REOPENED = "reopened", _("Reopened the verification")
    CORRECTION_LEFT = "correction_left", _("Cancelled the correction")
    REPORTED = "reported", _("Reported the claim")
    SKIPPED = "skipped", _("Skipped")


@append_only.guarded
class Interaction(models.Model):
    """One act. A stream is one page load; the order of ids is the order of the server."""

    attempt = models.ForeignKey(
        Attempt, models.PROTECT, related_name="interactions", db_index=False
    )
    stream = models.UUIDField()
    sequence = models.PositiveIntegerField()
    kind = models.CharField(max_length=20, choices=InteractionKind)
    # Reported by the person's clock; stored by the server's, between the attempt's start and the
    # arrival.
    happened_at = models.DateTimeField()
    received_at = models.DateTimeField()
    body = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["attempt", "stream", "sequence"], name="interaction_once"
            ),
            models.CheckConstraint(
                name="interaction_sequence_from_one", condition=Q(sequence__gte=1)
            ),
            models.CheckConstraint(
                name="interaction_kind_known", condition=Q(kind__in=InteractionKind.values)
            ),
            # Beyond these the timeline of an attempt could not be computed.
            models.CheckConstraint(
                name="interaction_time_possible",
                condition=Q(
                    happened_at__gte=EARLIEST,
                    happened_at__lt=LATEST,
                    received_at__gte=EARLIEST,
                    received_at__lt=LATEST,
                ),
            ),
            models.CheckConstraint(
                name="interaction_before_arrival", condition=Q(happened_at__lte=F("received_at"))
            ),
            # What only the server knows is in its own stream, and nothing else is.
            models.CheckConstraint(
                name="interaction_server_stream",
                condition=Q(stream=SERVER_STREAM, kind__in=sorted(SERVER_KINDS))
                | (~Q(stream=SERVER_STREAM) & ~Q(kind__in=sorted(SERVER_KINDS))),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sequence} {self.kind}"


class LogMark(models.Model):
    """Something odd about the log of an attempt, for the campaign's managers."""

    class Kind(models.TextChoices):
        LONG_BATCH = "long_batch", _("Long activity reported at once")
        IMPOSSIBLE_TIMES = "impossible_times", _("Times before the start or after the arrival")
        LOG_FULL = "log_full", _("Log full")

    attempt = models.ForeignKey(Attempt, models.PROTECT, related_name="log_marks", db_index=False)
    kind = models.CharField(max_length=20, choices=Kind)
    # Of activity that was reported at once, or by which a time was impossible; the largest counts.
    seconds = models.PositiveBigIntegerField(default=0)
    marked_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["attempt", "kind"], name="log_mark_once"),
            models.CheckConstraint(
                name="log_mark_kind_known",
                condition=Q(kind__in=["long_batch", "impossible_times", "log_full"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.attempt} · {self.get_kind_display()}"
